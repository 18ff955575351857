import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { houseRules } from './scripts/lint/house-rules.mjs'

const TESTS = [
  '**/*.test.{ts,tsx,mjs}',
  '**/*.spec.ts',
  'e2e/**',
  'src/main/testing/**',
  'src/renderer/src/testing/**',
]
const CONFIGS = ['*.config.{ts,js}', '.dependency-cruiser.mjs']

/** Selectors for no-restricted-syntax, which has one list per file: each block below adds to the one before. */
const everywhere = [
  {
    selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
    message: 'Exports have names.',
  },
  {
    // Not max-params: what a callback is given is decided by whoever calls it.
    selector: [
      'FunctionDeclaration[params.length>3]',
      ':matches(VariableDeclarator, Property, PropertyDefinition) > ArrowFunctionExpression[params.length>3]',
      ':matches(VariableDeclarator, Property, MethodDefinition) > FunctionExpression[params.length>3]',
    ].join(', '),
    message: 'After three parameters, an object.',
  },
]
const inProduction = [
  ...everywhere,
  {
    selector: ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration[kind="let"]',
    message:
      'State of a module has no owner. Make a function that creates it and answers with what it needs.',
  },
]
const CLOCK = 'Time, chance and ids come in through parameters: platform/ has the Clock and the Ids.'
const inMain = [
  ...inProduction,
  { selector: 'MemberExpression[object.name="Date"][property.name="now"]', message: CLOCK },
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: CLOCK },
  { selector: 'CallExpression[callee.name="Date"]', message: CLOCK },
  { selector: 'MemberExpression[object.name="Math"][property.name="random"]', message: CLOCK },
  { selector: 'MemberExpression[object.name="crypto"][property.name="randomUUID"]', message: CLOCK },
]

const TIMERS = ['setTimeout', 'setInterval', 'setImmediate'].map((name) => ({ name, message: CLOCK }))
const timeImports = [
  { name: 'node:timers', message: CLOCK },
  { name: 'node:timers/promises', message: CLOCK },
  { name: 'node:crypto', importNames: ['randomUUID'], message: CLOCK },
]
const NODE_GLOBALS = ['process', 'Buffer', 'require', '__dirname']
const EMITTER = 'Inside a process, call directly; outward there are typed events.'
const emitterImports = ['node:events', 'events'].map((name) => ({
  name,
  importNames: ['EventEmitter', 'default'],
  message: EMITTER,
}))

export default defineConfig(
  { ignores: ['node_modules', 'out', 'dist', 'release', 'test-results', 'playwright-report', 'coverage'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { house: houseRules },
    rules: {
      'house/reasoned-disable': 'error',
      'house/file-name': 'error',
      'no-undef': 'off', // TypeScript knows better
      'no-restricted-syntax': ['error', ...everywhere],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      'house/function-size': ['error', 50],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // A number in a message reads as a person expects; an arrow that only calls may answer with nothing.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true, ignoreVoidReturningFunctions: true },
      ],
      // Our objects are closures, none of them looks at `this`; and async is also a way to turn a throw into data.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off', // `void` also says that the answer is not wanted
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['src/**'],
    ignores: TESTS,
    rules: { 'no-restricted-syntax': ['error', ...inProduction] },
  },
  {
    files: ['src/main/**'],
    ignores: ['src/main/platform/**', ...TESTS],
    rules: {
      'no-restricted-syntax': ['error', ...inMain],
      'no-restricted-globals': ['error', ...TIMERS],
      'no-restricted-imports': ['error', { paths: timeImports }],
    },
  },
  {
    files: ['src/main/{core,crew,store}/**'],
    ignores: TESTS,
    rules: { 'no-restricted-imports': ['error', { paths: [...timeImports, ...emitterImports] }] },
  },
  {
    files: ['src/renderer/**'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'no-restricted-globals': ['error', ...NODE_GLOBALS],
      // These two speak to users of the React Compiler, which we are not.
      'react-hooks/incompatible-library': 'off',
      'react-hooks/preserve-manual-memoization': 'off',
    },
  },
  {
    files: ['src/renderer/src/**'],
    ignores: ['src/renderer/src/lib/host.ts', ...TESTS],
    rules: {
      'no-restricted-globals': [
        'error',
        ...NODE_GLOBALS,
        { name: 'window', message: 'Only lib/host.ts touches it: that is where the page meets the app.' },
      ],
    },
  },
  // Markup is long without being difficult.
  {
    files: ['**/*.tsx'],
    rules: { 'house/function-size': ['error', 90] },
  },
  {
    files: TESTS,
    rules: {
      'house/function-size': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // JSON of foreign tools is read here without a schema; types stand in comments.
    files: ['scripts/**', ...CONFIGS],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: CONFIGS, rules: { 'no-restricted-syntax': 'off' } },
  // Run by Electron or by an unknown Node, outside of every project.
  { files: ['**/*.cjs', 'scripts/setup/default-app/**'], extends: [tseslint.configs.disableTypeChecked] },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
)
