// Do the sources keep to the layers? And did anybody look: a cruiser that cannot read TypeScript finds no fault.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../setup/places.mjs'
import { countSources, faultsOf, readTree } from './cruise.mjs'
import { ROOMS } from './house.mjs'

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

const reading = await readTree(ROOT)
const faults = [...faultsOf(reading, countSources(ROOT)), ...unknownRooms()]
for (const fault of faults) console.error(fault)
console.error(`${reading.read} files, ${reading.imports} imports, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
