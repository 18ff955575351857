import type { PathProblem } from '../../core/tools/ports.ts'

const PROBLEMS: Readonly<Record<string, PathProblem>> = {
  ENOENT: 'missing',
  ENOTDIR: 'not_a_folder',
  EEXIST: 'not_a_folder',
  EISDIR: 'not_a_file',
  ENXIO: 'not_a_file',
  ELOOP: 'outside',
  ENAMETOOLONG: 'invalid',
  EINVAL: 'invalid',
  EILSEQ: 'invalid',
  EACCES: 'unreadable',
  EPERM: 'unreadable',
  EROFS: 'unreadable',
}

/** The system's code of a failed call, e.g. `ENOENT`; empty when it is no such failure. */
export const systemCode = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : ''

/** What the system says against a path, in our words. Anything that is not about the path is thrown on. */
export function pathProblem(failure: unknown): PathProblem {
  const problem = PROBLEMS[systemCode(failure)]
  if (problem === undefined) throw failure
  return problem
}
