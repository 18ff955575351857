/** Texts of the command line. */
export const cli = {
  usage: `Usage:
  muster [FOLDER] [--data DIR]                 open the window
  muster run "TASK" [options]                  do a job without a window and print the answer
  muster answer ID allow|deny [--note TEXT]    answer a question of a job, and let it go on

Options of run:
  --folder DIR         the folder to work in
  --data DIR           where Muster keeps its data (or MUSTER_DATA)
  --base-url URL       an OpenAI-compatible endpoint
  --model NAME         the model to ask
  --mode ask|auto|full what may be done without asking
  --demo               watch the demo agent: a script in a sample folder, no model needed
  --trust              let what the folder brings, such as AGENTS.md, instruct the agent
  --set KEY=VALUE      a setting for this call alone, e.g. delegation.maxConcurrentRuns=8
  --json               one JSON object a line
  --timeout S          give up after S seconds

The key comes from MUSTER_API_KEY, else OPENAI_API_KEY.
Exit codes: 0 done, 2 needs a person, 3 failed, 4 bad input.`,
  answerUsage: 'Say which question and what: muster answer ID allow|deny',
  unknownCommand: 'There is no command {{command}}.',
  unknownOption: 'There is no option {{option}}.',
  missingValue: '{{option}} needs a value.',
  badValue: '{{option}} cannot be {{value}}.',
  missingTask: 'Say what should be done: muster run "<task>"',
  demoFolder: 'The demo works in its own sample folder: leave out --folder.',
  untrusted: 'Not used, since nobody trusts this folder yet: {{files}}. Say --trust to use it.',
  leftOut: 'Left out, as unreadable or too large: {{count}} of the files that this folder brings.',
  diskFull:
    'The disk is full: nothing can be written in {{path}}. Free some space on it; the job waits, keeps what it has and goes on by itself.',
  fullRefused: 'The mode full needs a terminal, or MUSTER_ALLOW_FULL=1.',
  needsPerson:
    '{{asker}} wants to use {{tool}} on {{target}}. That needs a person. Answer with: muster answer {{id}} allow|deny',
  refused:
    '{{reason}} Sub-agents wait for it with their work kept, and no request is sent. See to it, then open Muster on the same data: they go on by themselves.',
  paused:
    'Delegation is paused: sub-agents wait in the queue, and are kept. Say --set delegation.paused=false, or let it go on in the window.',
  heldUp: '{{reason}} The job waits and goes on by itself at {{time}}.',
  modelMissing:
    'Name an endpoint and a model: --base-url URL --model NAME. Or watch the demo: muster run --demo',
  noDisplay:
    'There is no display to open a window on. Without one there is the command line: muster run "TASK"',
  noFolder: 'There is no folder and no command {{command}}. For the commands: muster --help',
  timedOut: 'Not done after {{seconds}} s.',
  failed: '{{title}}. {{body}}',
} as const
