import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import type { HostEvent } from '../../../shared/events.ts'
import {
  aConversation,
  agentSays,
  anApproval,
  anEntry,
  aRun,
  conversationId,
  runId,
  userSays,
} from '../testing/builders.ts'
import { renderApp } from '../testing/render-app.tsx'

beforeEach(() => void document.documentElement.removeAttribute('data-theme'))
afterEach(cleanup)

const model = { ...DEFAULT_SETTINGS.model, baseUrl: 'http://localhost:11434/v1', name: 'qwen3-8b' }
const settings = { ...DEFAULT_SETTINGS, model }
const type = (text: string) => fireEvent.change(screen.getByTestId('composer'), { target: { value: text } })
const enter = () => fireEvent.keyDown(screen.getByTestId('composer'), { key: 'Enter' })
const composed = () => screen.getByTestId<HTMLTextAreaElement>('composer').value
const streamed = (text: string, reset = false): HostEvent => ({
  type: 'turn.streamed',
  conversationId: conversationId(),
  text,
  thinking: '',
  reset,
})

test('without a model the first screen leads to the settings', async () => {
  await renderApp()
  fireEvent.click(screen.getByTestId('set-up-model'))
  expect(screen.getByTestId('settings-base-url')).toBeTruthy()
})

test('the model chip says that answers come from this computer', async () => {
  await renderApp({ settings })
  expect(screen.getByTestId('model-chip').textContent).toContain('this computer')
})

test('the first message makes a conversation and is sent to it', async () => {
  const { inputsOf } = await renderApp({ settings })
  type('count to three')
  enter()
  await waitFor(() =>
    expect(inputsOf('conversation.send')).toEqual([{ conversationId: 'new-1', text: 'count to three' }]),
  )
  expect(composed()).toBe('')
})

test('a message that could not be sent is back in the field, with the reason', async () => {
  const { memory } = await renderApp({ settings, conversations: [aConversation()] })
  await screen.findByText('Survey the parser', { selector: 'h1 *' })
  memory.refuse('conversation.send', { code: 'disk_full', details: {} })
  type('precious words')
  enter()
  await screen.findByTestId('send-problem')
  expect(composed()).toBe('precious words')
  expect(screen.getByTestId('send-problem').textContent).toContain('The disk is full')
})

test('each conversation keeps its own draft', async () => {
  await renderApp({
    settings,
    conversations: [
      aConversation({ updatedAt: 2 }),
      aConversation({ id: conversationId('c2'), title: 'Other', updatedAt: 1 }),
    ],
  })
  type('for the first')
  fireEvent.click(screen.getByText('Other'))
  await waitFor(() => expect(composed()).toBe(''))
  type('for the other')
  fireEvent.click(screen.getByText('Survey the parser'))
  await waitFor(() => expect(composed()).toBe('for the first'))
})

test('text appears as it streams and becomes a message once', async () => {
  const { memory } = await renderApp({
    settings,
    conversations: [aConversation({ turn: 'running' })],
    entries: [anEntry(1, userSays('hello'))],
  })
  await screen.findByText('hello')
  act(() => memory.emit(streamed('Good '), streamed('day')))
  expect(screen.getByTestId('streaming').textContent).toBe('Good day')

  act(() =>
    memory.emit({ type: 'entry.appended', entry: anEntry(2, agentSays('Good day')) }, streamed('', true), {
      type: 'conversation.changed',
      conversation: aConversation(),
    }),
  )
  expect(screen.getAllByText('Good day')).toHaveLength(1)
  expect(screen.queryByTestId('streaming')).toBeNull()
})

test('after a gap the thread is read again and nothing is missing', async () => {
  const { memory } = await renderApp({
    settings,
    conversations: [aConversation({ turn: 'running' })],
    entries: [anEntry(1, userSays('hello'))],
  })
  await screen.findByText('hello')
  memory.lose(3)
  act(() => memory.emit({ type: 'entry.appended', entry: anEntry(2, agentSays('Still here')) }))
  await screen.findByText('Still here')
  await waitFor(() => expect(memory.calls.filter(({ name }) => name === 'conversation.open')).toHaveLength(2))
})

test('a question of a run stands after the last message and goes when it was answered elsewhere', async () => {
  const { memory } = await renderApp({
    settings,
    conversations: [aConversation({ needsYou: 1 })],
    entries: [anEntry(1, userSays('hello'))],
    runs: [aRun({ state: 'waiting' })],
    approvals: [anApproval({ runId: runId(), asker: 'tester' })],
  })
  const card = await screen.findByTestId('approval-card')
  expect(card.textContent).toContain('tester wants to run a command')
  expect(screen.getByTestId('spoken-question').textContent).toContain('npm test')

  act(() => memory.emit({ type: 'approval.changed', approval: anApproval({ state: 'allowed' }) }))
  expect(screen.queryByTestId('approval-card')).toBeNull()
})

test('a waiting hand-over shows its runs before it has an outcome', async () => {
  const handOver = {
    id: 'k',
    name: 'delegate',
    arguments: { tasks: [{ goal: 'Read the grammar' }], wait: true },
  }
  await renderApp({
    settings,
    conversations: [aConversation({ turn: 'running', liveRuns: 1 })],
    entries: [anEntry(1, userSays('go')), anEntry(2, agentSays('', [handOver]))],
    runs: [aRun()],
  })
  const card = await screen.findByTestId('delegation-card')
  expect(within(card).getByTestId('run-row').dataset['state']).toBe('running')
})

test('a first press of stop asks a run to end, a second one ends it at once', async () => {
  const { inputsOf } = await renderApp({
    settings,
    conversations: [aConversation({ liveRuns: 1 })],
    runs: [aRun()],
  })
  fireEvent.click(within(await screen.findByTestId('tree-row')).getByRole('button'))
  const stop = await screen.findByTestId('detail-stop')
  expect(stop.textContent).toBe('Stop this run')

  fireEvent.click(stop)
  await waitFor(() => expect(stop.textContent).toBe('Stop it now, without waiting'))
  fireEvent.click(stop)

  await waitFor(() =>
    expect(inputsOf('run.stop')).toEqual([
      { runId: 'r1', now: false },
      { runId: 'r1', now: true },
    ]),
  )
})

test('a chosen run is watched, and only then it streams', async () => {
  const { memory, inputsOf } = await renderApp({
    settings,
    conversations: [aConversation({ liveRuns: 1 })],
    runs: [aRun()],
  })
  fireEvent.click(within(await screen.findByTestId('tree-row')).getByRole('button'))
  await waitFor(() => expect(inputsOf('host.watch').at(-1)).toEqual({ conversationId: 'c1', runId: 'r1' }))
  await waitFor(() => expect(inputsOf('run.open')).toHaveLength(1))
  act(() =>
    memory.emit({
      type: 'run.streamed',
      conversationId: conversationId(),
      runId: runId(),
      text: 'Reading on',
      thinking: '',
      reset: false,
    }),
  )
  await waitFor(() => expect(screen.getByTestId('transcript').textContent).toContain('Reading on'))
})

test('Esc stops the answer, unless something else is open', async () => {
  const { inputsOf } = await renderApp({ settings, conversations: [aConversation({ turn: 'running' })] })
  fireEvent.keyDown(document.body, { key: '?' })
  await screen.findByTestId('keyboard-sheet')
  fireEvent.keyDown(screen.getByTestId('keyboard-sheet'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByTestId('keyboard-sheet')).toBeNull())
  expect(inputsOf('conversation.stop')).toEqual([])

  fireEvent.keyDown(screen.getByTestId('composer'), { key: 'Escape' })
  expect(inputsOf('conversation.stop')).toEqual([{ conversationId: 'c1' }])
})

test('a link is shown before it opens, and only the web and mail can be opened', async () => {
  const { inputsOf } = await renderApp({
    settings,
    conversations: [aConversation()],
    entries: [anEntry(1, agentSays('See [here](https://example.org/a) or [there](file:///etc/passwd).'))],
  })
  fireEvent.click(await screen.findByText('here'))
  expect((await screen.findByTestId('link-host')).textContent).toBe('example.org')
  expect(inputsOf('host.openLink')).toEqual([])
  fireEvent.click(screen.getByTestId('link-open'))
  expect(inputsOf('host.openLink')).toEqual([{ url: 'https://example.org/a' }])
})

test('an image in an answer is a link and is never fetched', async () => {
  const { container } = await renderApp({
    settings,
    conversations: [aConversation()],
    entries: [anEntry(1, agentSays('![a chart](https://example.org/track.png)'))],
  })
  expect((await screen.findByText('Image: a chart')).tagName).toBe('A')
  expect(container.querySelector('img')).toBeNull()
})

test('theme and language follow the settings at once', async () => {
  const { services } = await renderApp({ settings })
  expect(document.documentElement.dataset['theme']).toBe('light')
  await act(() =>
    services.host.call('settings.change', {
      changes: [
        { path: 'appearance.theme', value: 'dark' },
        { path: 'appearance.language', value: 'zh-CN' },
      ],
    }),
  )
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(document.documentElement.lang).toBe('zh-CN')
  expect(screen.getByTestId('start').textContent).toContain('拖入一个文件夹')
})

test('a conversation that one looks at is read', async () => {
  document.hasFocus = () => true
  const { memory, inputsOf } = await renderApp({ settings, conversations: [aConversation()] })
  await screen.findByText('Survey the parser', { selector: 'h1 *' })
  act(() => memory.emit({ type: 'conversation.changed', conversation: aConversation({ unread: true }) }))
  await waitFor(() => expect(inputsOf('conversation.markRead')).toEqual([{ conversationId: 'c1' }]))
})

test('the key for what needs a person shows that question and gives it the focus', async () => {
  const asking = conversationId('asking')
  await renderApp({
    settings,
    conversations: [
      aConversation({ updatedAt: 2 }),
      aConversation({ id: asking, title: 'Asks', updatedAt: 1, needsYou: 1 }),
    ],
    entries: [anEntry(1, userSays('hello'), { conversationId: asking })],
    approvals: [anApproval({ conversationId: asking, runId: runId() })],
  })
  fireEvent.keyDown(screen.getByTestId('composer'), { key: 'j', ctrlKey: true })
  await screen.findByText('Asks', { selector: 'h1 *' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('approval-card')))
})
