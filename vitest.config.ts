import react from '@vitejs/plugin-react'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Nothing takes so long, not even on a machine that is busy with other things: what does, hangs. */
const patience = { testTimeout: 15_000, hookTimeout: 15_000, expect: { poll: { timeout: 10_000 } } }

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    // Two worlds: what runs on Node, and what runs in the page.
    projects: [
      {
        test: {
          ...patience,
          name: 'node',
          environment: 'node',
          include: ['src/{main,shared,preload}/**/*.test.ts', 'scripts/**/*.test.mjs', 'e2e/chaos/*.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          ...patience,
          name: 'page',
          environment: 'jsdom',
          setupFiles: ['src/renderer/src/testing/patience.ts'],
          include: ['src/renderer/**/*.test.{ts,tsx}'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
})
