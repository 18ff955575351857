import { mkdirSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../fixtures/places.ts'
import type { Result } from './benchmark.ts'

const FOLDER = join(ROOT, 'out', 'bench')

/** What the figures depend on. The load is that of the last minute before we began: ours is not in it. */
export const conditions = () => ({
  at: new Date().toISOString(),
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 1e9),
  system: `${process.platform} ${arch()}`,
  loadBefore: loadavg()[0],
})

/** Writes all there is to know as JSON. @returns where */
export function keepReport(before: ReturnType<typeof conditions>, results: readonly Result[]): string {
  mkdirSync(FOLDER, { recursive: true })
  const file = join(FOLDER, `${before.at.replaceAll(':', '-')}.json`)
  writeFileSync(file, `${JSON.stringify({ conditions: before, results }, null, 2)}\n`)
  return file
}

/** A table for people. */
export function tableOf(results: readonly Result[]): string {
  const head = ['', 'ours', 'bare', 'ratio', 'goal', '']
  const rows = [head, ...results.map(rowOf)]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) => row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n')
}

const pad = (cell: string, width: number, column: number): string =>
  column >= 1 && column <= 3 ? cell.padStart(width) : cell.padEnd(width)

const rowOf = ({ name, unit, median, goals }: Result): string[] => [
  name,
  `${rounded(median.ours)} ${unit}`,
  `${rounded(median.bare)} ${unit}`,
  median.ratio.toFixed(2),
  goals.map((goal) => `${goal.of} ${'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`}`).join(', '),
  goals.length === 0 ? '' : goals.map(({ met }) => (met ? 'met' : 'MISSED')).join(', '),
]

const rounded = (value: number): string => value.toFixed(value < 20 ? 1 : 0)
