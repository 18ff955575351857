import type { FigureName } from './demo-script.ts'

/** What one file comes to: an amount as it is written, and the items that make it up. */
export type FileFigure = { readonly amount: string; readonly items: string }

type Reading = { readonly amount: number; readonly items: string }

/** How each figure is read out of a file. Columns go by their place, so that their names may be of any language. */
const READINGS: Record<FigureName, (text: string) => Reading> = {
  takings: (text) => ({
    amount: sum(rowsOf(text).map(([, sold, price]) => product(sold, price))),
    items: '',
  }),
  shopping(text) {
    const short = rowsOf(text).flatMap(([item = '', have, need, price]) => {
      const missing = Number(need) - Number(have)
      return missing > 0 ? [{ label: `${item} ${missing}`, cost: missing * Number(price) }] : []
    })
    return { amount: sum(short.map(({ cost }) => cost)), items: short.map(({ label }) => label).join(', ') }
  },
  baking: (text) => ({
    amount: sum([...text.matchAll(/(\d+)\s*(?:minutes|分钟)/g)].map(([, minutes]) => Number(minutes))),
    items: '',
  }),
}

/** Works a figure out of the text of each file, and of all together. */
export function figuresOf(
  figure: FigureName,
  texts: readonly string[],
): { files: FileFigure[]; total: string } {
  const readings = texts.map(READINGS[figure])
  const write = (amount: number): string => writeFigure(figure, amount)
  return {
    files: readings.map(({ amount, items }) => ({ amount: write(amount), items })),
    total: write(sum(readings.map(({ amount }) => amount))),
  }
}

/** Money has two decimals, minutes none. */
export const writeFigure = (figure: FigureName, amount: number): string =>
  figure === 'baking' ? String(amount) : amount.toFixed(2)

/** Cells of a table of comma-separated values, without its head. */
const rowsOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

const product = (one: string | undefined, other: string | undefined): number => Number(one) * Number(other)

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
