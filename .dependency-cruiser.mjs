import { FLOORS, PACKAGES, PLACES, ROOMS } from './scripts/layers/house.mjs'

/** Tests, and what only tests use, may import anything. */
const TESTS = '([.]test[.]tsx?$|/testing/)'

/** A path as a pattern for its start. @param {string} path */
const at = (path) => `^${path.replaceAll('.', '[.]')}`

/** @param {string} name the package and its types, installed or not */
const packageOf = (name) => `(^|node_modules/)(@types/)?${name}(/|$)`

/**
 * @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule
 * @param {import('./scripts/layers/house.mjs').Zone} zone
 * @returns {Rule}
 */
const zoneRule = ({ name, home, imports }) => ({
  name,
  comment: `${home} may import ${imports.join(', ')} and itself.`,
  severity: 'error',
  from: { path: at(home), pathNot: TESTS },
  to: { path: '^src/', pathNot: [at(home), ...imports.map(at), TESTS] },
})

/** A worker is a place of its own, with a rule that says more. @returns {Rule[]} */
const roomRules = () =>
  Object.entries(ROOMS).flatMap(([floor, rooms]) =>
    roomsOf(rooms).map(([room, neighbours]) => ({
      name: `${floor}-${room}-knows-its-neighbours`,
      comment: `On the floor ${floor}, ${room} may import ${neighbours.join(', ') || 'none of the others'}.`,
      severity: /** @type {const} */ ('error'),
      from: { path: at(`src/main/${floor}/${room}/`), pathNot: TESTS },
      to: {
        path: at(`src/main/${floor}/`),
        pathNot: [...[room, ...neighbours].map((name) => at(`src/main/${floor}/${name}/`)), TESTS],
      },
    })),
  )

/** @param {Record<string, readonly string[]>} rooms */
const roomsOf = (rooms) => Object.entries(rooms).filter(([room]) => room !== 'worker')

/** @type {Rule[]} */
const packageRules = PACKAGES.map(({ name, package: target, homes }) => ({
  name,
  comment: `Only ${homes.join(', ')} may import ${target}.`,
  severity: 'error',
  from: { path: '^src/', pathNot: [TESTS, ...homes.map(at)] },
  to: { path: packageOf(target) },
}))

/** @type {Rule[]} */
const others = [
  {
    name: 'shared-is-a-leaf',
    comment: 'The contract depends on zod and on itself, never on its users.',
    severity: 'error',
    from: { path: '^src/shared/', pathNot: TESTS },
    to: { pathNot: ['^src/shared/', packageOf('zod'), TESTS] },
  },
  {
    name: 'preload-imports-electron-alone',
    comment: 'A sandboxed preload can require nothing else, and should not need to.',
    severity: 'error',
    from: { path: '^src/preload/', pathNot: TESTS },
    to: { pathNot: ['^src/', packageOf('electron')] },
  },
  {
    name: 'core-is-pure',
    comment: 'Core knows no process, no file and no network: they come in through its ports.',
    severity: 'error',
    from: { path: '^src/main/core/', pathNot: TESTS },
    to: { dependencyTypes: ['core'], pathNot: '^(node:)?(path|path/posix|util|buffer)$' },
  },
  {
    name: 'floors-never-reach-electron',
    comment:
      'Floors 1 to 4 run in processes that are not Electron main: they do not reach it through another module either.',
    severity: 'error',
    from: { path: '^src/main/(platform|core|store|outside|crew)/', pathNot: TESTS },
    to: { path: packageOf('electron'), reachable: true },
  },
  {
    name: 'processes-are-started-not-imported',
    comment: 'Importing the entry of a process would run it in the importer.',
    severity: 'error',
    from: { path: '^src/', pathNot: TESTS },
    to: { path: '^src/main/.+/entry[.]ts$' },
  },
  {
    name: 'worker-is-a-root-of-its-own',
    comment: 'What main and a worker both need stands in a room below them.',
    severity: 'error',
    from: { path: '^src/', pathNot: ['^src/main/crew/worker/', TESTS] },
    to: { path: '^src/main/crew/worker/', pathNot: '/entry[.]ts$' },
  },
  {
    name: 'features-are-strangers',
    comment: 'A feature knows lib, components and itself.',
    severity: 'error',
    from: { path: '^src/renderer/src/features/([^/]+)/', pathNot: TESTS },
    to: {
      path: '^src/renderer/',
      pathNot: ['^src/renderer/src/features/$1/', '^src/renderer/src/(lib|components)/', TESTS],
    },
  },
  {
    name: 'page-has-no-node',
    comment: 'The page is a browser.',
    severity: 'error',
    from: { path: '^src/renderer/', pathNot: TESTS },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'tests-are-for-tests',
    comment: 'Production code imports no test and nothing that only tests use.',
    severity: 'error',
    from: { path: '^src/', pathNot: TESTS },
    to: { path: [TESTS, '^(e2e|scripts)/'] },
  },
  {
    name: 'no-circles',
    comment: 'Of two files that need each other one holds a third idea.',
    severity: 'error',
    from: { path: '^src/', pathNot: TESTS },
    to: { circular: true },
  },
  {
    name: 'imports-exist',
    comment: 'An import that is not understood is an import that is not checked.',
    severity: 'error',
    from: { path: '^src/' },
    to: { couldNotResolve: true },
  },
  {
    name: 'packages-are-declared',
    comment: 'What is imported stands in package.json.',
    severity: 'error',
    from: { path: '^src/' },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...FLOORS.map(zoneRule), ...roomRules(), ...PLACES.map(zoneRule), ...packageRules, ...others],
  options: {
    // An import of a type ties two files together just as well.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
