import { act, render, screen } from '@testing-library/react'
import { App } from '../app/app.tsx'
import { createServices } from '../app/services.ts'
import { createHost } from '../lib/host.ts'
import { createMemoryBridge, type Seed } from './memory-bridge.ts'
import { preparePage } from './page-environment.ts'

/** The whole page over a host in memory, once its first state has arrived. */
export async function renderApp(seed: Seed = {}) {
  preparePage()
  const memory = createMemoryBridge(seed)
  const services = createServices(createHost(memory.bridge))
  const view = render(<App services={services} />)
  await screen.findByTestId('composer')
  await act(async () => undefined) // until everything that listens listens
  const inputsOf = (name: string) =>
    memory.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, memory, services, inputsOf }
}
