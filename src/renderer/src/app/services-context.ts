import { createContext, useContext } from 'react'
import type { Actions } from './actions.ts'
import type { Services } from './services.ts'

export type App = { readonly services: Services; readonly actions: Actions }

export const AppContext = createContext<App | null>(null)

/** The stores and actions of this window. */
export function useApp(): App {
  const app = useContext(AppContext)
  if (app === null) throw new Error('useApp stands outside of the app')
  return app
}
