import type { Rectangle } from 'electron'

export const DEFAULT_SIZE = { width: 1280, height: 800 }
export const MIN_SIZE = { width: 480, height: 400 }

/** How much of a window has to lie on a display to be grasped, in pixels. */
const MIN_VISIBLE = 100

/**
 * Where a window opens: where it was, made smaller to fit its display. Null when no display shows enough of that place,
 * for displays come and go; the system then chooses.
 * @param workAreas displays without their bars and docks
 */
export function clampBounds(bounds: Rectangle, workAreas: readonly Rectangle[]): Rectangle | null {
  const area = workAreas.find((candidate) => isGraspable(bounds, candidate))
  if (!area) return null
  const width = Math.min(Math.max(bounds.width, MIN_SIZE.width), area.width)
  const height = Math.min(Math.max(bounds.height, MIN_SIZE.height), area.height)
  const x = clamp(bounds.x, area.x, area.x + area.width - width)
  const y = clamp(bounds.y, area.y, area.y + area.height - height)
  return { x, y, width, height }
}

const isGraspable = (bounds: Rectangle, area: Rectangle): boolean =>
  overlap([bounds.x, bounds.width], [area.x, area.width]) >= MIN_VISIBLE &&
  overlap([bounds.y, bounds.height], [area.y, area.height]) >= MIN_VISIBLE

type Stretch = readonly [start: number, length: number]

const overlap = ([start, length]: Stretch, [otherStart, otherLength]: Stretch): number =>
  Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart)

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)
