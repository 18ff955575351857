/** Tools of a run that may hand work on; a leaf has none of them. */
export const DELEGATION_TOOLS = [
  'delegate',
  'delegations',
  'stop_delegation',
  'wait_for_delegations',
] as const

export type ToolSetQuestion = {
  /** All that this app has, in the order in which they are offered. */
  readonly available: readonly string[]
  readonly parentMay: readonly string[]
  /** What the task asked for; undefined: it did not say. */
  readonly taskAsked: readonly string[] | undefined
  /** The agent's `delegate-tools`. Undefined: no further limit. Empty: no tool at all. A list: an upper bound. */
  readonly agentAllows: readonly string[] | undefined
  /** At the greatest depth: may not delegate. */
  readonly isLeaf: boolean
}

/**
 * The tools of a run: what its parent may use, and the task asked for, and its agent allows. Nobody in this chain can
 * give what the one before lacks. Worked out last and once.
 */
export function selectTools(question: ToolSetQuestion): string[] {
  const { available, parentMay, taskAsked, agentAllows, isLeaf } = question
  const blocked: readonly string[] = isLeaf ? DELEGATION_TOOLS : []
  return available.filter(
    (name) =>
      parentMay.includes(name) &&
      (taskAsked?.includes(name) ?? true) &&
      (agentAllows?.includes(name) ?? true) &&
      !blocked.includes(name),
  )
}
