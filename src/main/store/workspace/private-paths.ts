import { plainName } from '../../core/permissions/guarded-files.ts'

/** Parts of `.muster` that hold what was said and found; file tools never show them. */
export const PRIVATE_PARTS = ['sessions', 'delegations', 'tool-results', 'memory', 'MEMORY.md'] as const

const LOWER_CASE_PARTS: readonly string[] = PRIVATE_PARTS.map(plainName)

/** True for what is private in a workspace folder, and all below it. */
export function isPrivatePath(path: string): boolean {
  if (/^[!-\-/-~]/.test(path)) return false // the usual case, and quick: plain ASCII, and no dot
  const [folder = '', part = ''] = path.split('/').map(plainName)
  return folder === '.muster' && LOWER_CASE_PARTS.includes(part)
}
