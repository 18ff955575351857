import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { AppError } from '../../../shared/errors.ts'
import { LinkContext } from '../components/links.tsx'
import { Sidebar } from '../features/conversations/sidebar.tsx'
import { PausedBanner } from '../features/crew/paused-banner.tsx'
import { FullDiskBanner } from '../features/disk/full-disk-banner.tsx'
import { SettingsPage } from '../features/settings/settings-page.tsx'
import { useSetSetting } from '../features/settings/use-set-setting.ts'
import { Announcer } from './announcer.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import { DropZone } from './drop-zone.tsx'
import { KeyboardSheet } from './keyboard-sheet.tsx'
import { isOpenable, LinkSheet } from './link-sheet.tsx'
import { tell } from './notices-store.ts'
import { Notices } from './notices.tsx'
import { useApp } from './services-context.ts'
import styles from './shell.module.css'
import { useCommands } from './use-commands.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { WorkPane } from './work-pane.tsx'

function SidebarPane() {
  const { t } = useTranslation()
  const { services, actions } = useApp()
  const run = useCommands()
  const chosen = useStore(services.navigation, (state) => state.conversationId)
  const page = useStore(services.navigation, (state) => state.page)
  const isFirst = useStore(services.conversations, (state) => state.byId.size === 0)
  if (isFirst) return null // Nothing is drawn before it has content.
  return (
    <nav className={styles.sidebar} data-pane="sidebar" aria-label={t('app.sidebar')} tabIndex={-1}>
      <Sidebar
        store={services.conversations}
        chosen={page === 'conversation' ? chosen : null}
        settingsShown={page === 'settings'}
        onChoose={actions.show}
        onNew={actions.startNew}
        onSettings={actions.showSettings}
        onHide={() => run('sidebar')}
      />
    </nav>
  )
}

function PausedLine({ onProblem }: { readonly onProblem: (error: AppError) => void }) {
  const { services } = useApp()
  const isPaused = useStore(services.settings, (state) => state.settings.delegation.paused)
  const onSet = useSetSetting(services.host, onProblem)
  return <PausedBanner isPaused={isPaused} onResume={() => onSet('delegation.paused', false)} />
}

function MainPane() {
  const { t } = useTranslation()
  const { services, actions } = useApp()
  const page = useStore(services.navigation, (state) => state.page)
  const conversationId = useStore(services.navigation, (state) => state.conversationId)
  const folder = useStore(services.conversations, ({ byId }) =>
    conversationId === null ? null : (byId.get(conversationId)?.folder ?? null),
  )
  const onProblem = useCallback(
    (error: AppError) => tell(services.notices, { kind: 'error', error: error.toWire() }),
    [services],
  )
  return (
    <main className={styles.main} data-pane="main" aria-label={t('app.main')} tabIndex={-1}>
      <FullDiskBanner store={services.disk} />
      <PausedLine onProblem={onProblem} />
      {page === 'settings' ? (
        <SettingsPage
          store={services.settings}
          host={services.host}
          folder={folder}
          onBack={actions.leaveSettings}
          onProblem={onProblem}
        />
      ) : (
        <ConversationPane />
      )}
    </main>
  )
}

function InspectorPane() {
  const { t } = useTranslation()
  const { services } = useApp()
  const page = useStore(services.navigation, (state) => state.page)
  const hasRuns = useStore(services.runs, (state) => state.runs.value.size > 0)
  if (page === 'settings' || !hasRuns) return null
  return (
    <aside className={styles.inspector} data-pane="inspector" aria-label={t('app.inspector')} tabIndex={-1}>
      <WorkPane />
    </aside>
  )
}

function Sheets({ isMac }: { readonly isMac: boolean }) {
  const { services, actions } = useApp()
  const sheet = useStore(services.navigation, (state) => state.sheet)
  const close = () => services.navigation.setState({ sheet: { kind: 'none' } })
  return (
    <>
      <KeyboardSheet open={sheet.kind === 'keyboard'} isMac={isMac} onClose={close} />
      <LinkSheet url={sheet.kind === 'link' ? sheet.url : null} onClose={close} onOpen={actions.openLink} />
    </>
  )
}

/** The window: three panes, what floats above them, and what is only heard. */
export function Shell() {
  const { services, actions } = useApp()
  const { sidebarOpen, inspectorOpen } = useStore(services.settings, (state) => state.settings.appearance)
  const overlay = useStore(services.navigation, (state) => state.overlay)
  const isMac = useStore(services.settings, (state) => state.system.platform === 'darwin')
  useShortcuts(isMac, useCommands())
  const onLink = useCallback(
    (url: string) => {
      if (isOpenable(url)) services.navigation.setState({ sheet: { kind: 'link', url } })
      else tell(services.notices, { kind: 'text', text: 'links.refused' })
    },
    [services],
  )
  const onOther = useCallback(
    () => tell(services.notices, { kind: 'text', text: 'folder.onlyFolders' }),
    [services],
  )
  return (
    <LinkContext value={onLink}>
      <div
        className={styles.shell}
        data-sidebar={sidebarOpen}
        data-inspector={inspectorOpen}
        data-overlay={overlay}
      >
        <SidebarPane />
        <MainPane />
        <InspectorPane />
        {overlay !== 'none' && (
          <div className={styles.scrim} onClick={() => services.navigation.setState({ overlay: 'none' })} />
        )}
      </div>
      <Notices store={services.notices} />
      <Sheets isMac={isMac} />
      <DropZone host={services.host} onFolder={actions.workIn} onOther={onOther} />
      <Announcer />
    </LinkContext>
  )
}
