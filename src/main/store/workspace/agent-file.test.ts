import { expect, test } from 'vitest'
import { parseAgentFile } from './agent-file.ts'

const TOOLS = ['read_file', 'grep_files', 'write_file', 'edit_file', 'shell', 'delegate', 'delegations']
const file = (matter: string, body = 'You look for bugs.'): string => `---\n${matter}\n---\n${body}\n`
const parse = (text: string) =>
  parseAgentFile('reviewer', text, [...TOOLS, 'stop_delegation', 'wait_for_delegations'])
const profileOf = (matter: string) => {
  const parsed = parse(file(matter))
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.profile
}

test('a file with nothing but a description is an agent without bounds of its own', () => {
  expect(parse(file('description: Reviews changes'))).toEqual({
    ok: true,
    enabled: true,
    profile: {
      id: 'reviewer',
      description: 'Reviews changes',
      prompt: 'You look for bugs.',
      tools: null,
      model: null,
      maxSteps: null,
      temperature: null,
      stallSeconds: null,
    },
  })
})

test('all that a file may say is taken', () => {
  const matter =
    'name: Reviewer\ndescription: Reviews\nmodel: big\ntools: [read_file, grep_files]\nmax-steps: 12\n' +
    'temperature: 0.2\nstall-seconds: 60\nisolation: worktree\nskills: [a]\nenabled: true'

  expect(profileOf(matter)).toMatchObject({
    model: 'big',
    tools: ['read_file', 'grep_files'],
    maxSteps: 12,
    temperature: 0.2,
    stallSeconds: 60,
  })
})

test.each<[string, string, string[] | null]>([
  ['no word of tools sets no bound', '', null],
  ['an empty list means none at all', 'delegate-tools: []', []],
  ['a list is a bound', 'delegate-tools: [read_file]', ['read_file']],
  ['nothing after the name is no bound', 'delegate-tools:', null],
  ['names with commas between them are a list', 'tools: read_file, shell', ['read_file', 'shell']],
  [
    'of two lists what both hold counts',
    'tools: [read_file, shell]\ndelegate-tools: [shell, write_file]',
    ['shell'],
  ],
  ['an empty list beside another wins', 'tools: [read_file]\ndelegate-tools: []', []],
  ["other programs' names are known", 'tools: Read, Grep, Bash', ['read_file', 'grep_files', 'shell']],
  ['a tool that only another program has is passed over', 'tools: Read, WebFetch, mcp__x__y', ['read_file']],
])('%s', (_what, matter, tools) => {
  expect(profileOf(`description: x\n${matter}`).tools).toEqual(tools)
})

test('a star means all tools there are', () => {
  expect(profileOf('description: x\ntools: "*"').tools).toEqual(expect.arrayContaining(TOOLS))
})

test.each([
  ['no front matter', 'Just text', 'must begin'],
  ['front matter without an end', '---\ndescription: x\n', 'must begin'],
  ['no description', file('name: x'), 'description: is missing'],
  ['an empty description', file('description: "  "'), 'description: is empty'],
  ['nesting without end', file(`description: x\na: ${'['.repeat(30_000)}`), ''],
  ['nesting without end, closed', file(`description: x\na: ${'['.repeat(15_000)}${']'.repeat(15_000)}`), ''],
  ['nesting of keys without end', file(`description: x\na: ${'{a: '.repeat(10_000)}`), ''],
  ['broken YAML', file('description: [x'), ''],
  ['a key twice', file('description: x\ndescription: y'), 'unique'],
  ['a tool that does not exist', file('description: x\ntools: [fly]'), 'no tool fly'],
  [
    'a tool named like a part of the language',
    file('description: x\ntools: constructor, __proto__'),
    'constructor',
  ],
  ['a bound on arguments, which we cannot keep', file('description: x\ntools: Bash(git:*)'), 'Bash(git:*)'],
  ['steps that are no number', file('description: x\nmax-steps: many'), 'max-steps'],
  ['no steps at all', file('description: x\nmax-steps: 0'), 'max-steps'],
  ['a temperature beyond all', file('description: x\ntemperature: 9'), 'temperature'],
  ['less patience than the floor', file('description: x\nstall-seconds: 5'), 'stall-seconds'],
  ['something else than keys', file('- a\n- b'), ''],
  [
    'aliases that would grow without end',
    file(
      `description: x\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b]`,
    ),
    'alias',
  ],
])('%s is told, and never thrown', (_what, text, words) => {
  expect(parse(text)).toMatchObject({
    ok: false,
    reason: expect.stringMatching(new RegExp(words.replace(/[()*]/g, '.'), 'i')),
  })
})

test('what is wrong is told briefly, however much is wrong', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `tool${index}`)

  expect(parse(file(`description: x\ntools: [${names.join(', ')}]`))).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^There is no tool tool0, tool1, .{500,600}…$/),
  })
})

test('a byte order mark and Windows line ends change nothing', () => {
  const text = file('description: x', 'One\nTwo')

  expect(parse(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual(parse(text))
})

test.each(['inherit', 'sonnet', 'Opus'])('the short name %s of another program names no model', (name) => {
  expect(profileOf(`description: x\nmodel: ${name}`).model).toBeNull()
})

test('a body may hold a line of dashes, and may be missing', () => {
  expect(parse(file('description: x', 'One\n---\nTwo'))).toMatchObject({
    profile: { prompt: 'One\n---\nTwo' },
  })
  expect(parse('---\ndescription: x\n---')).toMatchObject({ ok: true, profile: { prompt: '' } })
})

test('an agent that is switched off says so', () => {
  expect(parse(file('description: x\nenabled: false'))).toMatchObject({ ok: true, enabled: false })
})
