import { useCallback } from 'react'
import { isNarrow, isVeryNarrow, focusPane } from './panes.ts'
import { useApp, type App } from './services-context.ts'
import type { CommandName } from './shortcuts.ts'

function togglePane({ services, actions }: App, pane: 'sidebar' | 'inspector'): void {
  const { navigation, settings } = services
  const floats = pane === 'sidebar' ? isVeryNarrow() : isNarrow()
  if (floats) {
    navigation.setState(({ overlay }) => ({ overlay: overlay === pane ? 'none' : pane }))
    return
  }
  const { sidebarOpen, inspectorOpen } = settings.getState().settings.appearance
  const isOpen = pane === 'sidebar' ? sidebarOpen : inspectorOpen
  actions.set(`appearance.${pane}Open`, !isOpen)
}

/** Esc closes the nearest thing that is open, and only then stops the answer. */
function escape({ services, actions }: App): void {
  const { navigation, conversations } = services
  const { overlay, page, conversationId } = navigation.getState()
  if (overlay !== 'none') navigation.setState({ overlay: 'none' })
  else if (page === 'settings') actions.leaveSettings()
  else if (conversationId !== null && conversations.getState().byId.get(conversationId)?.turn !== 'idle')
    actions.stop(conversationId)
}

const COMMANDS: Readonly<Record<CommandName, (app: App) => void>> = {
  newConversation: ({ actions }) => actions.startNew(),
  openFolder: ({ actions }) => actions.chooseFolder(),
  nextNeedsYou: ({ actions }) => actions.showNextQuestion(),
  sidebar: (app) => togglePane(app, 'sidebar'),
  inspector: (app) => togglePane(app, 'inspector'),
  settings: ({ actions }) => actions.showSettings(),
  stop: escape,
  panes: () => focusPane(1),
  panesBack: () => focusPane(-1),
  sheet: ({ services }) => services.navigation.setState({ sheet: { kind: 'keyboard' } }),
}

/** Does what a key or a button asks for. */
export function useCommands(): (command: CommandName) => void {
  const app = useApp()
  return useCallback((command) => COMMANDS[command](app), [app])
}
