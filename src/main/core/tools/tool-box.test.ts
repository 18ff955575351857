import type { EntryId } from '../../../shared/ids.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createToolBox } from './tool-box.ts'
import { defineTool, toolText } from './tool.ts'

const input = z.strictObject({
  path: z.string().min(1).describe('The path'),
  tasks: z.array(z.strictObject({ goal: z.string() })).optional(),
  limit: z.int().max(5).optional(),
})

const setup = () => {
  const ran: unknown[] = []
  const tool = (name: string) =>
    defineTool<typeof input>({
      name,
      description: `Does ${name}.`,
      input,
      effect: 'read',
      target: ({ path }) => path,
      run: (value) => {
        ran.push(value)
        return Promise.resolve(toolText('done'))
      },
    })
  const box = createToolBox([tool('read_file'), tool('write_file')])
  const complaint = (name: string, text: string): string => {
    const checked = box.check({ id: 'call_1', name, arguments: text })
    return checked.ok ? '' : checked.result.text
  }
  return { box, ran, complaint }
}

const context = {
  signal: new AbortController().signal,
  callId: 'call_1',
  answerId: 'ent_1' as EntryId,
  callIndex: 0,
}

test('a valid call is ready to run, with its effect and target', async () => {
  const { box, ran } = setup()

  const checked = box.check({ id: 'call_1', name: 'read_file', arguments: '{"path":"a.txt","limit":3}' })

  expect(checked).toMatchObject({ ok: true, effect: 'read', target: 'a.txt' })
  expect(ran).toEqual([])
  expect(checked.ok && (await checked.run(context))).toMatchObject({ ok: true, text: 'done' })
  expect(ran).toEqual([{ path: 'a.txt', limit: 3 }])
})

test('arguments that the schema refuses come back with all complaints and their places', () => {
  const { complaint } = setup()

  const text = complaint('read_file', '{"path":"","tasks":[{"goal":"x"},{"goal":7}],"limit":9,"size":1}')

  expect(text).toContain('read_file was not run')
  expect(text).toMatch(/- path: /)
  expect(text).toMatch(/- tasks\[1\]\.goal: .*string/)
  expect(text).toMatch(/- limit: /)
  expect(text).toContain('"size"')
})

test('broken JSON comes back with the place where it breaks', () => {
  const { complaint } = setup()

  expect(complaint('read_file', '{"path": "a.txt" "limit": 3}')).toMatch(
    /at character 17, after ".*a\.txt\\" "/,
  )
  expect(complaint('read_file', '{"path": "a.tx')).toMatch(/not valid JSON.*/)
  expect(complaint('read_file', 'a.txt')).toMatch(/not valid JSON/)
})

test('arguments that are no object are refused', () => {
  const { complaint } = setup()

  for (const text of ['[]', '"a"', '7', 'null', 'true'])
    expect(complaint('read_file', text)).toMatch(/object/)
})

test('no text is no arguments, and null is an argument left out', () => {
  const { box, complaint } = setup()

  expect(complaint('read_file', '')).toMatch(/- path: /)
  expect(box.check({ id: '1', name: 'read_file', arguments: '{"path":"a","limit":null}' }).ok).toBe(true)
})

test('an unknown tool comes back with the names that exist and the nearest', () => {
  const { complaint } = setup()

  expect(complaint('readfile', '{}')).toBe(
    'There is no tool "readfile". Did you mean read_file? Your tools: read_file, write_file.',
  )
  expect(complaint('constructor', '{}')).toBe(
    'There is no tool "constructor". Your tools: read_file, write_file.',
  )
})

test('the model is told JSON Schema', () => {
  const { box } = setup()

  expect(box.signatures[0]).toEqual({
    name: 'read_file',
    description: 'Does read_file.',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'The path' },
        tasks: {
          type: 'array',
          items: {
            type: 'object',
            properties: { goal: { type: 'string' } },
            required: ['goal'],
            additionalProperties: false,
          },
        },
        limit: { type: 'integer', maximum: 5 },
      },
      required: ['path'],
      additionalProperties: false,
    },
  })
  expect(box.signatures[0]?.parameters).toBe(box.signatures[1]?.parameters)
})
