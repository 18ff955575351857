import { expect, test } from 'vitest'
import { Mode } from '../../../shared/conversation.ts'
import { type Effect } from '../../../shared/tool.ts'
import { decide, type Verdict } from './decide.ts'
import { grantFor } from './grant.ts'
import type { Question } from './question.ts'

const folder = '/home/kim/project'

const question = (effect: Effect, target = 'src/a.ts', more: Partial<Question> = {}): Question => ({
  tool: `${effect}_tool`,
  effect,
  target,
  folder,
  confinement: 'none',
  ...more,
})

const said = (verdict: Verdict): string => (verdict.outcome === 'ask' ? verdict.reason : verdict.outcome)

test.each<[Effect, Mode, string]>([
  ['read', 'ask', 'allow'],
  ['read', 'auto', 'allow'],
  ['read', 'full', 'allow'],
  ['delegate', 'ask', 'allow'],
  ['delegate', 'auto', 'allow'],
  ['delegate', 'full', 'allow'],
  ['control', 'ask', 'allow'],
  ['control', 'auto', 'allow'],
  ['control', 'full', 'allow'],
  ['write', 'ask', 'writes'],
  ['write', 'auto', 'allow'],
  ['write', 'full', 'allow'],
  ['execute', 'ask', 'executes'],
  ['execute', 'auto', 'executes'],
  ['execute', 'full', 'allow'],
  ['network', 'ask', 'network'],
  ['network', 'auto', 'network'],
  ['network', 'full', 'allow'],
])('%s in mode %s: %s', (effect, mode, expected) => {
  expect(said(decide(question(effect), mode, []))).toBe(expected)
})

test('a confined command runs in auto, and is asked in ask', () => {
  const confined = question('execute', 'npm test', { confinement: 'confined' })

  expect(said(decide(confined, 'auto', []))).toBe('allow')
  expect(said(decide(confined, 'ask', []))).toBe('executes')
})

test.each(Mode.options)('a control file is asked in mode %s, and no grant ever answers for it', (mode) => {
  const write = question('write', './sub/../AGENTS.md')

  expect(decide(write, mode, [grantFor(write), grantFor(question('write'))])).toEqual({
    outcome: 'ask',
    reason: 'control_file',
    canRemember: false,
  })
})

test('a control file may be read', () => {
  expect(said(decide(question('read', 'AGENTS.md'), 'ask', []))).toBe('allow')
})

test('a file that looks like a secret is asked, also for reading and in auto', () => {
  expect(said(decide(question('read', '.env'), 'ask', []))).toBe('secret_file')
  expect(said(decide(question('read', `${folder}/.env`), 'auto', []))).toBe('secret_file')
  expect(said(decide(question('write', 'certs/server.pem'), 'auto', []))).toBe('secret_file')
})

test('a yes to writing holds for the tool and folder, but for no secret', () => {
  const grants = [grantFor(question('write', 'a.ts'))]

  expect(said(decide(question('write', 'other/b.ts'), 'ask', grants))).toBe('allow')
  expect(said(decide(question('write', 'b.ts', { tool: 'other_tool' }), 'ask', grants))).toBe('writes')
  expect(said(decide(question('write', 'b.ts', { folder: '/home/kim/other' }), 'ask', grants))).toBe('writes')
  expect(said(decide(question('write', '.env'), 'ask', grants))).toBe('secret_file')
})

test('a yes to one secret holds for that file alone', () => {
  const grants = [grantFor(question('read', '.env'))]

  expect(said(decide(question('read', '.env'), 'ask', grants))).toBe('allow')
  expect(said(decide(question('read', '.env.local'), 'ask', grants))).toBe('secret_file')
})

test('a yes to a command holds for exactly that command', () => {
  const grants = [grantFor(question('execute', 'npm test'))]

  expect(said(decide(question('execute', 'npm test'), 'ask', grants))).toBe('allow')
  expect(said(decide(question('execute', 'npm test; rm -rf .'), 'ask', grants))).toBe('executes')
  expect(said(decide(question('execute', 'npm test', { tool: 'other' }), 'ask', grants))).toBe('executes')
})

test('a yes to a confined command does not hold unconfined', () => {
  const grants = [grantFor(question('execute', 'make', { confinement: 'confined' }))]

  expect(said(decide(question('execute', 'make', { confinement: 'confined' }), 'ask', grants))).toBe('allow')
  expect(said(decide(question('execute', 'make'), 'ask', grants))).toBe('executes')
})

test.each(['../secret', '/etc/passwd', 'a/../../b', `${folder}/../x`, 'C:\\x', '\\\\server\\share', 'a\0b'])(
  'a path that leads out is refused in every mode: %j',
  (target) => {
    for (const mode of Mode.options) {
      expect(said(decide(question('read', target), mode, []))).toBe('deny')
      expect(said(decide(question('write', target), mode, []))).toBe('deny')
    }
  },
)

test('without a folder no absolute path is inside', () => {
  expect(said(decide(question('read', process.cwd(), { folder: '' }), 'full', []))).toBe('deny')
})

test('in ask mode nothing with an effect runs without a grant, whatever the call', () => {
  const targets = [
    'a.ts',
    '.',
    'rm -rf /',
    '',
    '..',
    'AGENTS.md',
    '.env',
    '\0',
    `${folder}/x`,
    '名前.txt',
    'a b\nc',
  ]
  const effects: Effect[] = ['write', 'execute', 'network']
  const others = [grantFor(question('read', '.env')), grantFor(question('execute', 'something else'))]
  let checked = 0
  for (const effect of effects)
    for (const target of targets)
      for (const confinement of ['none', 'confined'] as const)
        for (const grants of [[], others]) {
          expect(decide(question(effect, target, { confinement }), 'ask', grants).outcome).not.toBe('allow')
          checked += 1
        }
  expect(checked).toBe(132)
})
