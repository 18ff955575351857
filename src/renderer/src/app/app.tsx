import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect, useMemo, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { useStore } from 'zustand'
import { reloadWindow } from '../lib/host.ts'
import { chosenLanguage, createTranslation } from '../lib/translation.ts'
import { createActions } from './actions.ts'
import { connect } from './connect.ts'
import { FaultBoundary } from './fault-boundary.tsx'
import { AppContext } from './services-context.ts'
import type { Services } from './services.ts'
import { Shell } from './shell.tsx'

/** A name is shown when the pointer has rested on an icon for this long. */
const TOOLTIP_DELAY_MS = 600

/** Theme and language of the document, as chosen or as the system has them. */
function useAppearance(services: Services) {
  const language = useStore(services.settings, ({ settings, system }) => chosenLanguage(settings, system))
  const theme = useStore(services.settings, ({ settings: { appearance }, system }) =>
    appearance.theme === 'system' ? (system.dark ? 'dark' : 'light') : appearance.theme,
  )
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dataset['theme'] = theme
  }, [language, theme])
  return useMemo(() => createTranslation(language), [language])
}

/** The page. Nothing is drawn before the first state is there, and that is a matter of milliseconds. */
export function App({ services }: { readonly services: Services }) {
  const [isReady, setReady] = useState(false)
  const app = useMemo(() => ({ services, actions: createActions(services) }), [services])
  useEffect(
    () =>
      connect(
        services,
        () => setReady(true),
        () => document.hasFocus(),
      ),
    [services],
  )
  return <>{isReady && <Ready app={app} />}</>
}

function Ready({ app }: { readonly app: { services: Services; actions: ReturnType<typeof createActions> } }) {
  const translation = useAppearance(app.services)
  return (
    <I18nextProvider i18n={translation}>
      <CSPProvider disableStyleElements>
        <Tooltip.Provider delay={TOOLTIP_DELAY_MS}>
          <AppContext value={app}>
            <FaultBoundary onReload={reloadWindow}>
              <Shell />
            </FaultBoundary>
          </AppContext>
        </Tooltip.Provider>
      </CSPProvider>
    </I18nextProvider>
  )
}
