import { closeSync, openSync, writeSync } from 'node:fs'

/** Writes until the disk takes not even one byte more. */
export function fillUp(path: string): void {
  const file = openSync(path, 'a')
  for (const size of [1_000_000, 4_096, 1]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'ENOSPC') throw thrown
    }
  }
  closeSync(file)
}
