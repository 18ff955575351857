/**
 * The language in which a test tells a scripted model what to answer. A script travels in a user message, or in the
 * goal of a delegated task, as a fenced block that is the first or the last thing in it:
 *
 *     ```script
 *     say Looking it up.
 *     call read_file {"path":"notes.txt"}
 *     ---
 *     recall token_[a-z0-9]+
 *     ```
 *
 * `---` ends a step, and a step is one answer of the model. The n-th answer after the script is its n-th step; when
 * all have been played, the model echoes. Lines are sent in their order:
 *
 *     say TEXT                        words of the answer; a JSON string may hold line breaks
 *     think TEXT                      words of the thinking before it
 *     call TOOL ARGUMENTS             a tool call, the arguments exactly as written; several make one answer
 *     echo                            says everything that came in since the last answer
 *     recall REGEX                    says all that matches in what came in, from tools, deliveries and people
 *     pause MS                        sends nothing for a while
 *     gate NAME                       sends nothing until the test opens the gate
 *     status CODE [retry-after N] [TEXT]   answers with an HTTP error; has to be the first line
 *     redirect URL                    answers with a redirect; has to be the first line
 *     error TEXT                      an error in the middle of the stream
 *     garbage                         a line of the stream that is not JSON
 *     hang | cut | close              goes silent | breaks the connection | ends the stream without an end
 *     end                             ends the answer here, whole; what stands behind it is not sent
 *     first N LINE                    only the first N times that this step is asked for
 */
export type Script = readonly Step[]
export type Step = readonly Line[]

export type Line = {
  readonly command: Command
  /** What stands behind the command. */
  readonly rest: string
  /** How often the line holds; endless when the script does not say. */
  readonly times: number
}

const COMMANDS = [
  'say',
  'think',
  'call',
  'echo',
  'recall',
  'pause',
  'gate',
  'status',
  'redirect',
  'error',
  'garbage',
  'hang',
  'cut',
  'close',
  'end',
] as const
export type Command = (typeof COMMANDS)[number]

const isCommand = (word: string): word is Command => (COMMANDS as readonly string[]).includes(word)

const FENCE_START = '```script'
const FENCE_END = '```'

/**
 * The script in a message, or null. A block in the middle is somebody's quotation: results of delegated work hold the
 * goals of the children, and with them their scripts.
 * @throws an Error that names a line which is not in the language
 */
export function scriptIn(text: string): Script | null {
  const lines = text.trim().split('\n')
  const start = lines.findIndex((line) => line.trim() === FENCE_START)
  if (start === -1) return null
  const end = lines.findIndex((line, index) => index > start && line.trim() === FENCE_END)
  if (end === -1 || (start > 0 && end < lines.length - 1)) return null
  return parseScript(lines.slice(start + 1, end))
}

function parseScript(lines: readonly string[]): Script {
  const steps: Line[][] = [[]]
  for (const line of lines.map((each) => each.trim()).filter((each) => each !== '')) {
    if (line === '---') steps.push([])
    else steps.at(-1)?.push(parseLine(line, Infinity))
  }
  return steps
}

function parseLine(line: string, times: number): Line {
  const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
  if (word === 'first') {
    const [, count = '', inner = ''] = /^(\d+)\s+(.*)$/.exec(rest) ?? []
    return parseLine(inner, Number(count))
  }
  if (!isCommand(word)) throw new Error(`The script has no command "${word}": ${line}`)
  return { command: word, rest, times }
}
