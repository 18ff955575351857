import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** The oldest runtime that Muster runs on, Electron 33. Set by hand: the installed electron package is newer. */
const NODE_TARGET = 'node20.18'
const CHROME_TARGET = 'chrome130'

/** Every process has an entry of its own (docs/architecture.md); a process joins the build with its entry file. */
const processes = {
  index: 'src/main/index.ts',
  worker: 'src/main/crew/worker/entry.ts',
  search: 'src/main/store/search/entry.ts',
  parser: 'src/main/outside/parser/entry.ts',
  isolates: 'src/main/outside/isolates/entry.ts',
}
const inputs = Object.fromEntries(Object.entries(processes).filter(([, file]) => existsSync(resolve(file))))

export default defineConfig({
  main: {
    // What package.json lists under `dependencies` stays outside the bundle: native modules, and nothing else.
    // A dynamic import is a chunk of its own, so that a process loads a large package when it first uses it.
    build: {
      target: NODE_TARGET,
      sourcemap: true,
      rolldownOptions: {
        input: inputs,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    // A sandboxed preload is CommonJS, in one file, and may require electron alone.
    build: {
      target: NODE_TARGET,
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    build: {
      target: CHROME_TARGET,
      minify: true, // less than half to read before the first paint; main stays readable for its logs
      sourcemap: true,
      // The page may not load from data: URLs (see its content security policy).
      assetsInlineLimit: 0,
      rolldownOptions: { input: { index: resolve('src/renderer/index.html') } },
    },
  },
})
