/** Texts of the command line. */
export const cli = {
  usage:
    'Usage: muster run "<task>" [--folder DIR] [--data DIR] [--base-url URL] [--model NAME] [--mode ask|auto|full] [--set KEY=VALUE] [--json] [--timeout S]',
  unknownCommand: 'There is no command {{command}}.',
  unknownOption: 'There is no option {{option}}.',
  missingValue: '{{option}} needs a value.',
  badValue: '{{option}} cannot be {{value}}.',
  missingTask: 'Say what should be done: muster run "<task>"',
  fullRefused: 'The mode full needs a terminal, or MUSTER_ALLOW_FULL=1.',
  needsPerson: '{{asker}} wants to use {{tool}} on {{target}}. That needs a person: open Muster to answer.',
  timedOut: 'Not done after {{seconds}} s.',
  failed: '{{title}}. {{body}}',
} as const
