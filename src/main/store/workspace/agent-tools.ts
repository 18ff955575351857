/** Names under which other programs know tools like ours; files that serve both may use either. */
const ALSO_KNOWN_AS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    read: ['read_file'],
    ls: ['list_files'],
    glob: ['glob_files'],
    grep: ['grep_files'],
    write: ['write_file'],
    edit: ['edit_file'],
    multiedit: ['edit_file'],
    bash: ['shell'],
    task: ['delegate', 'delegations', 'stop_delegation', 'wait_for_delegations'],
    agent: ['delegate', 'delegations', 'stop_delegation', 'wait_for_delegations'],
  }),
)

/** Tools of other programs that have nothing of ours for a counterpart: to lack them is no error. */
const ELSEWHERE =
  /^(?:mcp__.*|notebookedit|notebookread|webfetch|websearch|todowrite|bashoutput|killshell|exitplanmode|skill)$/

/**
 * The tools that a list in an agent's file means. `*` means all there are. A name with bounds for its arguments, such as
 * `Bash(git:*)`, is unknown: to read it as the whole tool would give more than it says.
 * @returns `unknown`: names that mean nothing here
 */
export function toolNamesOf(
  list: readonly string[],
  known: readonly string[],
): { names: string[]; unknown: string[] } {
  const names = new Set<string>()
  const unknown: string[] = []
  for (const name of list) {
    const meant = name === '*' ? known : known.includes(name) ? [name] : ALSO_KNOWN_AS.get(name.toLowerCase())
    if (meant) for (const each of meant) names.add(each)
    else if (!ELSEWHERE.test(name.toLowerCase())) unknown.push(name)
  }
  return { names: [...names], unknown }
}
