import { join } from 'node:path'
import { build } from 'vite'
import { ROOT } from '../fixtures/places.ts'

const SOURCES = join(ROOT, 'e2e', 'bench', 'bare')
const BUILT = join(ROOT, 'out', 'bench', 'bare')
const NAMES = ['empty-window', 'loop', 'parent', 'child'] as const

/** Bundles the programs that we compare ourselves with, just as our own are: same target, packages loaded when needed. */
export async function buildBarePrograms(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: BUILT,
      target: 'node20.18',
      rolldownOptions: {
        external: ['electron'],
        input: Object.fromEntries(NAMES.map((name) => [name, join(SOURCES, `${name}.ts`)])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
}

export const bareProgram = (name: (typeof NAMES)[number]): string => join(BUILT, `${name}.js`)
