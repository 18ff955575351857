import { basename, dirname, join } from 'node:path'
import type { Language } from '../../shared/locales/catalogue.ts'
import type { ModelEndpoint } from '../../shared/run-protocol.ts'
import { loadDemoScript } from '../outside/model/demo/demo-script.ts'
import { copySample } from '../store/workspace/copy-sample.ts'

/** Stands in journals where the name of a model stands else. */
export const DEMO_MODEL = 'demo'

/** Runs of a demo that work at once at the least, so that all three of its jobs do. */
export const DEMO_CONCURRENT_RUNS = 3

/** What the sample folder is called on screen. */
const SAMPLE_NAME = 'corner-bakery'

export type DemoPlaces = {
  readonly dataFolder: string
  readonly resources: string
  readonly language: () => Language
}

/** The demo's script and its sample folder, in the person's language; both come with the app. */
export function openDemo({ dataFolder, resources, language }: DemoPlaces) {
  const scriptPath = (name: string): string => join(resources, 'demo', name, 'script.json')
  return {
    /** Puts the sample folder into the data folder at first use. `task` is what a person is taken to ask for. */
    async prepare(): Promise<{ folder: string; task: string }> {
      const name = language()
      const folder = await copySample(
        join(resources, 'demo', name, 'folder'),
        join(dataFolder, 'home', 'demo', name, SAMPLE_NAME),
      )
      return { folder, task: (await loadDemoScript(scriptPath(name))).task }
    },
    /** The script that goes with a sample folder, whatever language is spoken by now. */
    endpointIn: (folder: string): ModelEndpoint => ({
      kind: 'demo',
      baseUrl: scriptPath(basename(dirname(folder))),
      model: DEMO_MODEL,
      key: '',
    }),
  }
}
export type Demo = ReturnType<typeof openDemo>
