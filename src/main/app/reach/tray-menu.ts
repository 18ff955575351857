import type { MenuItemConstructorOptions } from 'electron'
import type { ApprovalView } from '../../../shared/approval.ts'
import type { ConversationView } from '../../../shared/conversation.ts'
import { isFinal, type RunView } from '../../../shared/delegation.ts'
import type { ConversationId, RunId } from '../../../shared/ids.ts'
import { statusOf } from '../../../shared/status.ts'
import type { SystemTexts } from '../texts.ts'

/** What the tray is drawn from: rows of the ledger as they are now. */
export type TrayRows = {
  readonly conversations: readonly ConversationView[]
  /** Of all conversations; final ones are passed over. */
  readonly runs: readonly RunView[]
  /** Those that wait for an answer. */
  readonly approvals: readonly ApprovalView[]
  /** Whether no run may begin. */
  readonly paused: boolean
}

export type TrayActions = {
  readonly reveal: (conversationId: ConversationId, runId: RunId | null) => void
  readonly stopRun: (runId: RunId) => void
  readonly stopTurn: (conversationId: ConversationId) => void
  readonly setPaused: (paused: boolean) => void
  readonly newConversation: () => void
  readonly show: () => void
  readonly quit: () => void
}

/** What the tray shows before it is opened. */
export type TraySign = { readonly tooltip: string; readonly running: number; readonly needsYou: number }

/** A menu longer than this is not read; the window has the rest. */
const MAX_LINES = 10
const MAX_LINE_LENGTH = 60

export function traySign(
  { conversations, runs, approvals, paused }: TrayRows,
  { text }: SystemTexts,
): TraySign {
  const running = runs.filter(isLive).length + conversations.filter(isTurning).length
  const needsYou = approvals.length
  const parts = [running === 0 ? text('tray.idle') : text('tray.running', { count: running })]
  if (needsYou > 0) parts.push(text('tray.needsYou', { count: needsYou }))
  if (paused) parts.push(text('tray.isPaused'))
  return { tooltip: parts.join(' · '), running, needsYou }
}

/** First what needs a person, then what runs, then what can always be done. All of it in words. */
export function trayMenu(
  rows: TrayRows,
  texts: SystemTexts,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  const { text } = texts
  return [
    ...section(text('tray.needsYouHeading'), approvalItems(rows, texts, actions)),
    ...section(text('tray.runningHeading'), [
      ...turnItems(rows, texts, actions),
      ...runItems(rows, texts, actions),
    ]),
    {
      label: text('tray.paused'),
      type: 'checkbox',
      checked: rows.paused,
      click: () => actions.setPaused(!rows.paused),
    },
    { label: text('tray.newConversation'), click: actions.newConversation },
    { label: text('tray.show'), click: actions.show },
    { type: 'separator' },
    { label: text('tray.quit'), click: actions.quit },
  ]
}

function section(heading: string, items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  if (items.length === 0) return []
  return [{ label: heading, enabled: false }, ...items.slice(0, MAX_LINES), { type: 'separator' }]
}

/** A click opens the card: only there the whole command can be read before it is allowed. */
const approvalItems = ({ approvals }: TrayRows, { text }: SystemTexts, actions: TrayActions) =>
  approvals.map(({ asker, tool, target, conversationId, runId }) => ({
    label: menuLine(text('notifications.needsYouBody', { asker, tool, target })),
    click: () => actions.reveal(conversationId, runId),
  }))

const turnItems = ({ conversations }: TrayRows, { text }: SystemTexts, actions: TrayActions) =>
  conversations.filter(isTurning).map(({ id, title, turn }) => ({
    label: menuLine(
      text('tray.line', { title: title || text('notifications.untitled'), status: text(`status.${turn}`) }),
    ),
    submenu: [
      { label: text('tray.open'), click: () => actions.reveal(id, null) },
      { label: text('tray.stop'), click: () => actions.stopTurn(id) },
    ],
  }))

const runItems = ({ runs }: TrayRows, { text }: SystemTexts, actions: TrayActions) =>
  runs.filter(isLive).map((run) => ({
    label: menuLine(
      text('tray.line', { title: shorten(run.goal), status: text(`status.${statusOf(run).word}`) }),
    ),
    submenu: [
      { label: text('tray.open'), click: () => actions.reveal(run.conversationId, run.id) },
      { label: text('tray.stop'), click: () => actions.stopRun(run.id) },
    ],
  }))

const isLive = (run: RunView): boolean => !isFinal(run.state)

const isTurning = (
  conversation: ConversationView,
): conversation is ConversationView & { turn: 'running' | 'waiting' } => conversation.turn !== 'idle'

/** One line, and an ampersand is one: menus read a single one as the mark of a key. */
const menuLine = (line: string): string => shorten(line, MAX_LINE_LENGTH + 20).replaceAll('&', '&&')

/** The first line of a text, cut at a length that fits a menu or a notification. */
export function shorten(text: string, maxLength = MAX_LINE_LENGTH): string {
  const line = text.trim().split(/\s*\n/)[0] ?? ''
  const characters = Array.from(CHARACTERS.segment(line), ({ segment }) => segment)
  if (characters.length <= maxLength) return line
  const kept = characters.slice(0, maxLength - 1).join('')
  return `${kept.trimEnd()}…`
}

/** Characters as people count them. */
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
