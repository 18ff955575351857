// Who may import whom: the table of docs/architecture.md as data. Whatever a zone does not name it may not import.

const MAIN = 'src/main/'
const PAGE = 'src/renderer/src/'

/** Everything may import the contract; every floor of main the one below. */
const SHARED = 'src/shared/'
const PLATFORM = [SHARED, `${MAIN}platform/`]
const CORE = [...PLATFORM, `${MAIN}core/`]
const CREW = [...CORE, `${MAIN}store/`, `${MAIN}outside/`, `${MAIN}crew/`]
const APP = [...CREW, `${MAIN}app/`]

/**
 * @typedef {object} Zone
 * @property {string} name of its rule
 * @property {string} home the folder or file, a path from the root
 * @property {readonly string[]} imports folders and files it may import, beside itself
 */

/** @type {readonly Zone[]} */
export const FLOORS = [
  { name: 'platform-stands-on-shared', home: `${MAIN}platform/`, imports: [SHARED] },
  { name: 'core-stands-on-platform', home: `${MAIN}core/`, imports: PLATFORM },
  { name: 'store-stands-on-core', home: `${MAIN}store/`, imports: CORE },
  { name: 'outside-stands-on-core', home: `${MAIN}outside/`, imports: CORE },
  { name: 'crew-stands-on-store-and-outside', home: `${MAIN}crew/`, imports: CREW },
  { name: 'app-stands-on-crew', home: `${MAIN}app/`, imports: CREW },
  { name: 'roof-stands-in-main', home: `${MAIN}compose/`, imports: [...APP, `${MAIN}index.ts`] },
  { name: 'index-stands-in-main', home: `${MAIN}index.ts`, imports: [...APP, `${MAIN}compose/`] },
]

/** The rooms of a floor: what one needs of another. Rooms that are not named here do not exist. @type {Record<string, Record<string, readonly string[]>>} */
export const ROOMS = {
  core: { agent: [], tools: ['agent'], permissions: [] },
  store: {
    ledger: [],
    workspace: [],
    search: ['ledger'],
    memory: ['ledger', 'workspace'],
    checkpoints: ['workspace'],
    transfer: ['ledger', 'workspace'],
  },
  outside: {
    model: [],
    shell: [],
    isolates: [],
    parser: [],
    web: [],
    mcp: ['shell'],
    hooks: ['shell'],
    ssh: [],
  },
  crew: {
    runs: [],
    conversation: ['runs'],
    delegation: ['runs'],
    schedules: ['conversation'],
    deployments: [],
    worker: ['deployments'],
  },
}

/** The processes that hold as little as possible, and the three sides of the window. @type {readonly Zone[]} */
export const PLACES = [
  {
    name: 'worker-holds-no-ledger',
    home: `${MAIN}crew/worker/`,
    imports: [
      ...CORE,
      ...[
        'store/workspace/',
        'store/checkpoints/',
        'outside/model/',
        'outside/shell/',
        'outside/web/',
        'crew/deployments/',
      ].map((room) => MAIN + room),
    ],
  },
  {
    name: 'isolate-host-imports-its-room',
    home: `${MAIN}outside/isolates/entry.ts`,
    imports: [SHARED, `${MAIN}outside/isolates/`],
  },
  {
    name: 'parser-imports-its-room',
    home: `${MAIN}outside/parser/entry.ts`,
    imports: [SHARED, `${MAIN}outside/parser/`],
  },
  { name: 'preload-is-a-bridge', home: 'src/preload/', imports: [SHARED] },
  { name: 'page-components-look-alike', home: `${PAGE}components/`, imports: [SHARED, `${PAGE}lib/`] },
  { name: 'page-lib-stands-on-shared', home: `${PAGE}lib/`, imports: [SHARED] },
  {
    name: 'page-stays-in-the-page',
    home: 'src/renderer/',
    imports: [SHARED],
  },
]

/** Packages that one place alone may import. @type {readonly { name: string, package: string, homes: readonly string[] }[]} */
export const PACKAGES = [
  {
    name: 'electron-lives-in-app',
    package: 'electron',
    homes: [`${MAIN}index.ts`, `${MAIN}compose/`, `${MAIN}app/`, 'src/preload/'],
  },
  {
    name: 'sqlite-lives-in-store',
    package: 'better-sqlite3',
    homes: [`${MAIN}store/ledger/`, `${MAIN}store/search/`],
  },
  {
    name: 'isolated-vm-lives-in-its-process',
    package: 'isolated-vm',
    homes: [`${MAIN}outside/isolates/entry.ts`],
  },
  {
    name: 'undici-lives-in-model-and-web',
    package: 'undici',
    homes: [`${MAIN}outside/model/`, `${MAIN}outside/web/`],
  },
  { name: 'openai-lives-in-model', package: 'openai', homes: [`${MAIN}outside/model/`] },
  { name: 'mcp-sdk-lives-in-mcp', package: '@modelcontextprotocol/sdk', homes: [`${MAIN}outside/mcp/`] },
]
