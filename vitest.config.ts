import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two worlds: what runs on Node, and what runs in the page.
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/{main,shared,preload}/**/*.test.ts', 'scripts/**/*.test.mjs'],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'page',
          environment: 'jsdom',
          include: ['src/renderer/**/*.test.{ts,tsx}'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
})
