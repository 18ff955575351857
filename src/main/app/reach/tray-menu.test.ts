import { expect, test } from 'vitest'
import { approvalRow, conversationRow, runRow } from '../../testing/rows.ts'
import { createSystemTexts } from '../texts.ts'
import { shorten, trayMenu, traySign, type TrayActions, type TrayRows } from './tray-menu.ts'

const texts = createSystemTexts(() => 'en')

function setup(given: Partial<TrayRows>) {
  const rows: TrayRows = { conversations: [], runs: [], approvals: [], paused: false, ...given }
  const done: string[] = []
  const actions: TrayActions = {
    reveal: (conversation, run) => void done.push(`reveal ${conversation} ${run}`),
    stopRun: (run) => void done.push(`stop ${run}`),
    stopTurn: (conversation) => void done.push(`stop ${conversation}`),
    setPaused: (paused) => void done.push(`paused ${paused}`),
    newConversation: () => void done.push('new'),
    show: () => void done.push('show'),
    quit: () => void done.push('quit'),
  }
  const items = trayMenu(rows, texts, actions).flatMap((item) =>
    Array.isArray(item.submenu)
      ? item.submenu.map((sub) => ({ ...sub, label: `${item.label} > ${sub.label}` }))
      : [item],
  )
  const click = (label: string): void => {
    const item = items.find((candidate) => candidate.label === label)
    const run = item?.click as (() => void) | undefined
    run?.()
  }
  return { labels: items.map(({ label }) => label ?? '-'), click, done, sign: traySign(rows, texts) }
}

test('with nothing going on it offers what can always be done', () => {
  const { labels, sign } = setup({
    runs: [runRow({ state: 'completed' })],
    conversations: [conversationRow()],
  })

  expect(labels).toEqual(['Pause delegation', 'New conversation', 'Show Muster', '-', 'Quit'])
  expect(sign).toEqual({ tooltip: 'Muster: nothing is running', running: 0, needsYou: 0 })
})

test('what needs a person comes first, and a click opens its card', () => {
  const { labels, click, done, sign } = setup({
    approvals: [approvalRow({ runId: 'run_1', asker: 'counter', target: 'rm -r a && b' })],
    runs: [runRow({ state: 'waiting' })],
  })

  expect(labels.slice(0, 2)).toEqual(['Needs you', 'counter wants to use shell: rm -r a &&&& b'])
  click('counter wants to use shell: rm -r a &&&& b')
  expect(done).toEqual(['reveal conversation_1 run_1'])
  expect(sign.tooltip).toBe('Muster: 1 run working · 1 question for you')
})

test('what runs can be opened and stopped', () => {
  const { click, done } = setup({
    conversations: [conversationRow({ turn: 'running' })],
    runs: [runRow({ unresponsive: true })],
  })

  click('Harbour plans (running) > Stop')
  click('Count the boats (not answering) > Open')
  click('Count the boats (not answering) > Stop')

  expect(done).toEqual(['stop conversation_1', 'reveal conversation_1 run_1', 'stop run_1'])
})

test('of very many it shows ten', () => {
  const runs = Array.from({ length: 40 }, (_, index) => runRow({ id: `run_${index}`, goal: `job ${index}` }))

  const { labels, sign } = setup({ runs })

  expect(labels.filter((label) => label.endsWith('> Stop'))).toHaveLength(10)
  expect(sign.running).toBe(40)
})

test('a long text becomes its first line, cut between characters', () => {
  expect(shorten('  one\ntwo')).toBe('one')
  expect(shorten('𠮷'.repeat(10), 5)).toBe('𠮷𠮷𠮷𠮷…')
  expect(shorten('')).toBe('')
})

test('delegation can be paused, and goes on again, and before the menu is opened it can be seen that it is', () => {
  const going = setup({})
  going.click('Pause delegation')
  expect(going.done).toEqual(['paused true'])

  const paused = setup({ paused: true })
  paused.click('Pause delegation')
  expect(paused.done).toEqual(['paused false'])
  expect(paused.sign.tooltip).toBe('Muster: nothing is running · delegation paused')
})
