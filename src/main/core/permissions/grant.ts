import { isSecretFile } from './guarded-files.ts'
import { lexicalPath } from './lexical-path.ts'
import type { Question } from './question.ts'

/** A yes that holds on: for one tool in one folder, and for one exact target where the target is what matters. */
export type Grant = {
  readonly tool: string
  readonly folder: string
  /** The exact command or file; null: any, but files that look like secrets. */
  readonly target: string | null
  /** A yes to a confined command does not hold for the same one unconfined. */
  readonly confinement: Question['confinement']
}

/** What "for this conversation" means for this call: a tool that writes is granted for the folder, all else exactly. */
export function grantFor({ tool, effect, target, folder, confinement }: Question): Grant {
  const isAnyFile = effect === 'write' && !isSecretFile(target)
  return { tool, folder, target: isAnyFile ? null : target, confinement }
}

export function covers(grant: Grant, question: Question): boolean {
  const { tool, folder, target, confinement } = question
  if (grant.tool !== tool || grant.folder !== folder) return false
  if (grant.confinement === 'confined' && confinement === 'none') return false
  return grant.target === null ? !isSecret(question) : grant.target === target
}

function isSecret({ effect, target, folder }: Question): boolean {
  if (effect !== 'read' && effect !== 'write') return false
  const path = lexicalPath(target, folder)
  return path === null || isSecretFile(path)
}
