// Do the sources keep to the layers? And did anybody look: a cruiser that cannot read TypeScript finds no fault.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../setup/places.mjs'
import { countSources, readTree } from './cruise.mjs'
import { ROOMS } from './house.mjs'

/** The share of all source files that must have been read, and the imports a file has at the least on average. */
const READ_SHARE = 0.99
const IMPORTS_PER_FILE = 1

/** Folders that no rule speaks of would be free to import anything. */
function unknownRooms() {
  return Object.entries(ROOMS).flatMap(([floor, rooms]) => {
    const folder = join(ROOT, 'src', 'main', floor)
    const found = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
    return found
      .filter((entry) => entry.isDirectory() && !(entry.name in rooms))
      .map((entry) => `src/main/${floor}/${entry.name}: no rule says what this room may import`)
  })
}

const { violations, read, imports } = await readTree(ROOT)
const sources = countSources(ROOT)
const faults = [
  ...violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`),
  ...unknownRooms(),
  ...(read < sources * READ_SHARE ? [`only ${read} of ${sources} source files were read`] : []),
  ...(imports < read * IMPORTS_PER_FILE ? [`only ${imports} imports were found in ${read} files`] : []),
]
for (const fault of faults) console.error(fault)
console.error(`${read} files, ${imports} imports, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
