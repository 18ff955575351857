import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderWithTexts } from '../../testing/render-texts.tsx'
import { Composer } from './composer.tsx'

afterEach(cleanup)

function show(text: string) {
  const sent: string[] = []
  renderWithTexts(
    <Composer
      draft={{ text, problem: null }}
      answering={false}
      subject="c1"
      onType={() => undefined}
      onSend={(each) => sent.push(each)}
      onStop={() => undefined}
      chips={null}
    />,
  )
  return { field: screen.getByTestId('composer'), sent }
}

test('Enter sends', () => {
  const { field, sent } = show('hello')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(sent).toEqual(['hello'])
})

test('Enter that ends a composition of an input method does not send', () => {
  const { field, sent } = show('你好')
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(sent).toEqual([])
})

test('Shift and Enter make a new line', () => {
  const { field, sent } = show('hello')
  const isLeftAlone = fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
  expect(isLeftAlone).toBe(true)
  expect(sent).toEqual([])
})

test('nothing but blanks is never sent', () => {
  const { field, sent } = show(' \n ')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(sent).toEqual([])
  expect(screen.getByTestId<HTMLButtonElement>('send').disabled).toBe(true)
})
