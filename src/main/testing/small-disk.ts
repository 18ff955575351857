import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { fillUp } from './fill-up.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type SmallDisk = {
  readonly folder: string
  /** Leaves room for not even one byte more. */
  fill(): void
  makeRoom(): void
}

/** A folder on a disk of its own, gone when the test is over. */
export function mountSmallDisk(options = 'size=1m'): SmallDisk {
  const folder = temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder])
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  const filler = join(folder, 'filler')
  return { folder, fill: () => fillUp(filler), makeRoom: () => rmSync(filler) }
}
