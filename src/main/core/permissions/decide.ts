import type { ApprovalView } from '../../../shared/approval.ts'
import type { Mode } from '../../../shared/conversation.ts'
import { covers, type Grant } from './grant.ts'
import { isControlFile, isSecretFile } from './guarded-files.ts'
import { lexicalPath } from './lexical-path.ts'
import type { Question } from './question.ts'

export type AskReason = ApprovalView['reason']

export type Verdict =
  | { readonly outcome: 'allow' }
  /** `canRemember`: a yes may hold for the whole conversation. */
  | { readonly outcome: 'ask'; readonly reason: AskReason; readonly canRemember: boolean }
  /** `why` is told to the model. */
  | { readonly outcome: 'deny'; readonly why: string }

/**
 * May this call run? Pure: the same question, mode and grants give the same answer.
 * @param mode the one in force (`modeInForce`)
 * @param grants those of the very conversation or run that asks
 */
export function decide(question: Question, mode: Mode, grants: readonly Grant[]): Verdict {
  const guarded = judgePath(question, mode)
  if (guarded?.outcome === 'deny' || guarded?.canRemember === false) return guarded
  if (grants.some((grant) => covers(grant, question))) return ALLOW
  return guarded ?? judgeEffect(question, mode)
}

const ALLOW: Verdict = { outcome: 'allow' }

/** What a path alone decides; null: nothing. Control files come before every mode and grant. */
function judgePath(
  { effect, target, folder }: Question,
  mode: Mode,
): Exclude<Verdict, { outcome: 'allow' }> | null {
  if (effect !== 'read' && effect !== 'write') return null
  const path = lexicalPath(target, folder)
  if (path === null)
    return { outcome: 'deny', why: `${JSON.stringify(target)} is not inside the workspace folder.` }
  if (effect === 'write' && isControlFile(path))
    return { outcome: 'ask', reason: 'control_file', canRemember: false }
  if (mode !== 'full' && isSecretFile(path))
    return { outcome: 'ask', reason: 'secret_file', canRemember: true }
  return null
}

function judgeEffect({ effect, confinement }: Question, mode: Mode): Verdict {
  if (mode === 'full') return ALLOW
  switch (effect) {
    case 'read':
    case 'delegate':
    case 'control':
      return ALLOW
    case 'write':
      return mode === 'auto' ? ALLOW : { outcome: 'ask', reason: 'writes', canRemember: true }
    case 'execute':
      return mode === 'auto' && confinement === 'confined'
        ? ALLOW
        : { outcome: 'ask', reason: 'executes', canRemember: true }
    case 'network':
      return { outcome: 'ask', reason: 'network', canRemember: true }
  }
}
