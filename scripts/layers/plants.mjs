// For every rule at least one file that breaks it. The canary plants each in a tree of its own.

/**
 * @typedef {object} Plant
 * @property {string} rule that has to notice
 * @property {string} file that breaks it
 * @property {string} imports what it imports: a file from the root, or a package
 * @property {readonly string[]} [also] the other rules that a thing of this kind cannot help breaking
 * @property {Readonly<Record<string, string>>} [through] further files, each with what it imports
 */

const MAIN = 'src/main'
const PAGE = 'src/renderer/src'

/** @type {readonly Plant[]} */
export const PLANTS = [
  // Floors: nothing above, and not the neighbour.
  { rule: 'platform-stands-on-shared', file: `${MAIN}/platform/x.ts`, imports: `${MAIN}/core/agent/y.ts` },
  { rule: 'core-stands-on-platform', file: `${MAIN}/core/agent/x.ts`, imports: `${MAIN}/store/ledger/y.ts` },
  { rule: 'core-stands-on-platform', file: `${MAIN}/core/tools/x.ts`, imports: `${MAIN}/outside/shell/y.ts` },
  { rule: 'store-stands-on-core', file: `${MAIN}/store/ledger/x.ts`, imports: `${MAIN}/outside/model/y.ts` },
  { rule: 'store-stands-on-core', file: `${MAIN}/store/ledger/x.ts`, imports: `${MAIN}/crew/runs/y.ts` },
  {
    rule: 'outside-stands-on-core',
    file: `${MAIN}/outside/shell/x.ts`,
    imports: `${MAIN}/store/ledger/y.ts`,
  },
  { rule: 'crew-stands-on-store-and-outside', file: `${MAIN}/crew/runs/x.ts`, imports: `${MAIN}/app/y.ts` },
  { rule: 'app-stands-on-crew', file: `${MAIN}/app/x.ts`, imports: `${MAIN}/compose/y.ts` },
  { rule: 'app-stands-on-crew', file: `${MAIN}/app/x.ts`, imports: `${MAIN}/index.ts` },
  { rule: 'roof-stands-in-main', file: `${MAIN}/compose/x.ts`, imports: 'src/preload/y.ts' },
  { rule: 'index-stands-in-main', file: `${MAIN}/index.ts`, imports: `${PAGE}/lib/y.ts` },

  // Rooms of a floor.
  {
    rule: 'core-agent-knows-its-neighbours',
    file: `${MAIN}/core/agent/x.ts`,
    imports: `${MAIN}/core/tools/y.ts`,
  },
  {
    rule: 'core-tools-knows-its-neighbours',
    file: `${MAIN}/core/tools/x.ts`,
    imports: `${MAIN}/core/permissions/y.ts`,
  },
  {
    rule: 'core-permissions-knows-its-neighbours',
    file: `${MAIN}/core/permissions/x.ts`,
    imports: `${MAIN}/core/agent/y.ts`,
  },
  {
    rule: 'store-ledger-knows-its-neighbours',
    file: `${MAIN}/store/ledger/x.ts`,
    imports: `${MAIN}/store/workspace/y.ts`,
  },
  {
    rule: 'store-workspace-knows-its-neighbours',
    file: `${MAIN}/store/workspace/x.ts`,
    imports: `${MAIN}/store/ledger/y.ts`,
  },
  {
    rule: 'store-search-knows-its-neighbours',
    file: `${MAIN}/store/search/x.ts`,
    imports: `${MAIN}/store/workspace/y.ts`,
  },
  {
    rule: 'store-memory-knows-its-neighbours',
    file: `${MAIN}/store/memory/x.ts`,
    imports: `${MAIN}/store/search/y.ts`,
  },
  {
    rule: 'store-checkpoints-knows-its-neighbours',
    file: `${MAIN}/store/checkpoints/x.ts`,
    imports: `${MAIN}/store/ledger/y.ts`,
  },
  {
    rule: 'store-transfer-knows-its-neighbours',
    file: `${MAIN}/store/transfer/x.ts`,
    imports: `${MAIN}/store/memory/y.ts`,
  },
  {
    rule: 'outside-model-knows-its-neighbours',
    file: `${MAIN}/outside/model/x.ts`,
    imports: `${MAIN}/outside/web/y.ts`,
  },
  {
    rule: 'outside-shell-knows-its-neighbours',
    file: `${MAIN}/outside/shell/x.ts`,
    imports: `${MAIN}/outside/mcp/y.ts`,
  },
  {
    rule: 'outside-isolates-knows-its-neighbours',
    file: `${MAIN}/outside/isolates/x.ts`,
    imports: `${MAIN}/outside/shell/y.ts`,
  },
  {
    rule: 'outside-parser-knows-its-neighbours',
    file: `${MAIN}/outside/parser/x.ts`,
    imports: `${MAIN}/outside/web/y.ts`,
  },
  {
    rule: 'outside-web-knows-its-neighbours',
    file: `${MAIN}/outside/web/x.ts`,
    imports: `${MAIN}/outside/parser/y.ts`,
  },
  {
    rule: 'outside-mcp-knows-its-neighbours',
    file: `${MAIN}/outside/mcp/x.ts`,
    imports: `${MAIN}/outside/hooks/y.ts`,
  },
  {
    rule: 'outside-hooks-knows-its-neighbours',
    file: `${MAIN}/outside/hooks/x.ts`,
    imports: `${MAIN}/outside/ssh/y.ts`,
  },
  {
    rule: 'outside-ssh-knows-its-neighbours',
    file: `${MAIN}/outside/ssh/x.ts`,
    imports: `${MAIN}/outside/shell/y.ts`,
  },
  {
    rule: 'crew-runs-knows-its-neighbours',
    file: `${MAIN}/crew/runs/x.ts`,
    imports: `${MAIN}/crew/delegation/y.ts`,
  },
  {
    rule: 'crew-conversation-knows-its-neighbours',
    file: `${MAIN}/crew/conversation/x.ts`,
    imports: `${MAIN}/crew/delegation/y.ts`,
  },
  {
    rule: 'crew-delegation-knows-its-neighbours',
    file: `${MAIN}/crew/delegation/x.ts`,
    imports: `${MAIN}/crew/conversation/y.ts`,
  },
  {
    rule: 'crew-schedules-knows-its-neighbours',
    file: `${MAIN}/crew/schedules/x.ts`,
    imports: `${MAIN}/crew/delegation/y.ts`,
  },
  {
    rule: 'crew-deployments-knows-its-neighbours',
    file: `${MAIN}/crew/deployments/x.ts`,
    imports: `${MAIN}/crew/runs/y.ts`,
  },

  // Processes.
  { rule: 'worker-holds-no-ledger', file: `${MAIN}/crew/worker/x.ts`, imports: `${MAIN}/store/ledger/y.ts` },
  { rule: 'worker-holds-no-ledger', file: `${MAIN}/crew/worker/x.ts`, imports: `${MAIN}/crew/runs/y.ts` },
  { rule: 'worker-is-a-root-of-its-own', file: `${MAIN}/app/x.ts`, imports: `${MAIN}/crew/worker/y.ts` },
  {
    rule: 'isolate-host-imports-its-room',
    file: `${MAIN}/outside/isolates/entry.ts`,
    imports: `${MAIN}/core/agent/y.ts`,
  },
  {
    rule: 'parser-imports-its-room',
    file: `${MAIN}/outside/parser/entry.ts`,
    imports: `${MAIN}/platform/y.ts`,
  },
  {
    rule: 'processes-are-started-not-imported',
    file: `${MAIN}/compose/x.ts`,
    imports: `${MAIN}/outside/parser/entry.ts`,
  },
  {
    rule: 'processes-are-started-not-imported',
    file: `${MAIN}/index.ts`,
    imports: `${MAIN}/crew/worker/entry.ts`,
  },

  // The contract, the bridge and the page.
  { rule: 'shared-is-a-leaf', file: 'src/shared/x.ts', imports: `${MAIN}/platform/y.ts` },
  { rule: 'shared-is-a-leaf', file: 'src/shared/x.ts', imports: 'react' },
  { rule: 'shared-is-a-leaf', file: 'src/shared/x.ts', imports: 'node:path' },
  { rule: 'preload-is-a-bridge', file: 'src/preload/x.ts', imports: `${PAGE}/lib/y.ts` },
  { rule: 'preload-imports-electron-alone', file: 'src/preload/x.ts', imports: 'zod' },
  { rule: 'features-are-strangers', file: `${PAGE}/features/a/x.ts`, imports: `${PAGE}/features/b/y.ts` },
  { rule: 'features-are-strangers', file: `${PAGE}/features/a/x.tsx`, imports: `${PAGE}/app/y.tsx` },
  {
    rule: 'page-components-look-alike',
    file: `${PAGE}/components/x.tsx`,
    imports: `${PAGE}/features/a/y.ts`,
  },
  { rule: 'page-lib-stands-on-shared', file: `${PAGE}/lib/x.ts`, imports: `${PAGE}/components/y.tsx` },
  { rule: 'page-stays-in-the-page', file: `${PAGE}/app/x.ts`, imports: `${MAIN}/core/agent/y.ts` },
  { rule: 'page-has-no-node', file: `${PAGE}/lib/x.ts`, imports: 'node:fs' },

  // Packages, and what core is.
  { rule: 'electron-lives-in-app', file: `${PAGE}/app/x.ts`, imports: 'electron' },
  { rule: 'sqlite-lives-in-store', file: `${MAIN}/store/memory/x.ts`, imports: 'better-sqlite3' },
  { rule: 'isolated-vm-lives-in-its-process', file: `${MAIN}/outside/isolates/x.ts`, imports: 'isolated-vm' },
  { rule: 'openai-lives-in-model', file: `${MAIN}/core/agent/x.ts`, imports: 'openai' },
  { rule: 'undici-lives-in-model-and-web', file: `${MAIN}/crew/runs/x.ts`, imports: 'undici' },
  { rule: 'mcp-sdk-lives-in-mcp', file: `${MAIN}/outside/shell/x.ts`, imports: '@modelcontextprotocol/sdk' },
  { rule: 'core-is-pure', file: `${MAIN}/core/agent/x.ts`, imports: 'node:fs' },
  {
    rule: 'floors-never-reach-electron',
    file: `${MAIN}/crew/runs/x.ts`,
    imports: `${MAIN}/app/y.ts`,
    through: { [`${MAIN}/app/y.ts`]: 'electron' },
    also: ['crew-stands-on-store-and-outside'],
  },
  {
    rule: 'floors-never-reach-electron',
    file: `${MAIN}/crew/worker/x.ts`,
    imports: 'electron',
    also: ['electron-lives-in-app'],
  },

  // Anywhere.
  { rule: 'tests-are-for-tests', file: `${MAIN}/compose/x.ts`, imports: `${MAIN}/testing/y.ts` },
  { rule: 'tests-are-for-tests', file: `${MAIN}/core/agent/x.ts`, imports: `${MAIN}/core/agent/y.test.ts` },
  {
    rule: 'no-circles',
    file: `${MAIN}/core/agent/x.ts`,
    imports: `${MAIN}/core/agent/y.ts`,
    through: { [`${MAIN}/core/agent/y.ts`]: `${MAIN}/core/agent/x.ts` },
  },
  { rule: 'imports-exist', file: `${MAIN}/core/agent/x.ts`, imports: './missing.ts' },
  { rule: 'packages-are-declared', file: `${MAIN}/core/agent/x.ts`, imports: 'undeclared' },
]

/** The other side: what the architecture allows has to pass. @type {ReadonlyArray<readonly [file: string, imports: string]>} */
export const ALLOWED = [
  [`${MAIN}/core/tools/a.ts`, `${MAIN}/core/agent/b.ts`],
  [`${MAIN}/core/tools/c.ts`, 'node:path'],
  [`${MAIN}/store/memory/a.ts`, `${MAIN}/store/ledger/b.ts`],
  [`${MAIN}/store/ledger/c.ts`, 'better-sqlite3'],
  [`${MAIN}/outside/mcp/a.ts`, `${MAIN}/outside/shell/b.ts`],
  [`${MAIN}/outside/model/c.ts`, 'openai'],
  [`${MAIN}/outside/model/d.ts`, 'undici'],
  [`${MAIN}/crew/delegation/a.ts`, `${MAIN}/crew/runs/b.ts`],
  [`${MAIN}/crew/worker/a.ts`, `${MAIN}/outside/web/b.ts`],
  [`${MAIN}/crew/worker/c.ts`, `${MAIN}/store/workspace/b.ts`],
  [`${MAIN}/app/a.ts`, 'electron'],
  [`${MAIN}/app/b.ts`, `${MAIN}/crew/conversation/b.ts`],
  [`${MAIN}/compose/a.ts`, `${MAIN}/store/ledger/b.ts`],
  [`${MAIN}/index.ts`, `${MAIN}/compose/a.ts`],
  [`${MAIN}/core/agent/a.test.ts`, `${MAIN}/testing/b.ts`],
  [`${MAIN}/testing/a.ts`, `${MAIN}/store/ledger/b.ts`],
  ['src/shared/a.ts', 'zod'],
  ['src/preload/a.ts', 'electron'],
  [`${PAGE}/features/a/a.tsx`, `${PAGE}/lib/b.ts`],
  [`${PAGE}/features/a/b.tsx`, `${PAGE}/components/b.tsx`],
  [`${PAGE}/app/a.tsx`, `${PAGE}/features/a/a.tsx`],
  [`${PAGE}/lib/a.ts`, 'src/shared/b.ts'],
]
