import { expect, test } from 'vitest'
import { clampBounds } from './bounds.ts'

const LEFT = { x: 0, y: 24, width: 1920, height: 1056 }
const RIGHT = { x: 1920, y: 0, width: 1280, height: 1024 }

test('a window opens where it was', () => {
  const bounds = { x: 2000, y: 100, width: 900, height: 700 }

  expect(clampBounds(bounds, [LEFT, RIGHT])).toEqual(bounds)
})

test('a window that stuck out comes back onto its display', () => {
  expect(clampBounds({ x: 1700, y: -50, width: 900, height: 700 }, [LEFT])).toEqual({
    x: 1020,
    y: 24,
    width: 900,
    height: 700,
  })
})

test('a window larger than its display becomes as large as that', () => {
  expect(clampBounds({ x: 0, y: 0, width: 5000, height: 4000 }, [LEFT])).toEqual(LEFT)
})

test('a window that became too small to use opens at the smallest usable size', () => {
  expect(clampBounds({ x: 100, y: 100, width: 120, height: 110 }, [LEFT])).toMatchObject({
    width: 480,
    height: 400,
  })
})

test('a place on a display that is gone is forgotten', () => {
  expect(clampBounds({ x: 2000, y: 100, width: 900, height: 700 }, [LEFT])).toBeNull()
})
