import { expect, test } from 'vitest'
import { aRun, delegationId, runId } from '../../testing/builders.ts'
import { countsOf, delegationOfCall, treeOf } from './run-tree.ts'

const run = (id: string, changes = {}) => aRun({ id: runId(id), ...changes })

test('runs stand below the one that asked for them, siblings as they were first seen', () => {
  const rows = treeOf([
    run('b'),
    run('a'),
    run('b1', { parentRunId: runId('b') }),
    run('b2', { parentRunId: runId('b') }),
  ])
  expect(rows.map(({ run: { id }, level }) => `${id}:${level}`)).toEqual(['b:0', 'b1:1', 'b2:1', 'a:0'])
})

test('a run whose parent is not known stands at the top', () => {
  expect(treeOf([run('x', { parentRunId: runId('gone') })]).map(({ level }) => level)).toEqual([0])
})

test('every run counts once', () => {
  const counts = countsOf([
    run('1', { state: 'queued' }),
    run('2', { state: 'starting' }),
    run('3', { state: 'waiting' }),
    run('4', { state: 'finalizing' }),
    run('5', { state: 'interrupted' }),
  ])
  expect(counts).toEqual({ queued: 1, working: 2, needYou: 1, ended: 1 })
})

test('a call without outcome finds its delegation by its goals, and never one that another call has', () => {
  const runs = [
    run('1', { delegationId: delegationId('d1'), goal: 'a' }),
    run('2', { delegationId: delegationId('d2'), goal: 'a' }),
    run('3', { delegationId: delegationId('d2'), goal: 'b', taskIndex: 1 }),
  ]
  expect(delegationOfCall(runs, ['a', 'b'], new Set())).toBe('d2')
  expect(delegationOfCall(runs, ['a'], new Set([delegationId('d1')]))).toBeNull()
})
