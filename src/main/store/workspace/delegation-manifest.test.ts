import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { writeManifest, type DelegationManifest } from './delegation-manifest.ts'

const manifest: DelegationManifest = {
  delegationId: 'dlg_1',
  startedAt: 1_000,
  tasks: [
    {
      index: 0,
      runId: 'run_1',
      goal: 'Use sk-secret-key',
      agent: 'general-purpose',
      model: 'm',
      state: 'queued',
      attempt: 1,
      exitReason: null,
      endedAt: null,
      transcript: 'task-1.log',
    },
  ],
}

test('a manifest is replaced as a whole, without secrets, and nothing stays beside it', async () => {
  const base = temporaryFolder()
  const redact = (text: string): string => text.replaceAll('sk-secret-key', '[secret]')
  const ended = manifest.tasks.map((task) => ({ ...task, state: 'completed' as const, endedAt: 2_000 }))

  await writeManifest(manifest, { base, redact, writeId: '1' })
  await writeManifest({ ...manifest, tasks: ended }, { base, redact, writeId: '2' })

  const folder = join(base, '.muster/delegations/dlg_1')
  expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toEqual({
    ...manifest,
    tasks: [{ ...ended[0], goal: 'Use [secret]' }],
  })
  expect(readdirSync(folder)).toEqual(['manifest.json'])
})
