import { createContext, useContext } from 'react'

/** What a click on a link asks for; the shell shows where it goes before anything opens. */
export const LinkContext = createContext<(url: string) => void>(() => undefined)

export const useLinks = () => useContext(LinkContext)
