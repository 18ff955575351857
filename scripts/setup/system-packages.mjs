// Step 4: what Electron and the tests need of a Linux system. Root on Debian gets it installed, anyone else is
// shown the line to run.

import { existsSync } from 'node:fs'
import { env, getuid, platform } from 'node:process'
import { run } from './child.mjs'
import { say, SetupError } from './report.mjs'

/** Each of Electron's libraries that a bare system lacks, and what the app uses on a desktop. */
const FOR_RUNNING = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libatomic1',
  'libnotify4',
  'libsecret-1-0',
]

/** The screen, the session bus and the letters of every language that the tests look at. */
const FOR_TESTING = ['xvfb', 'dbus', 'fonts-noto-cjk']

/** What node-gyp builds with, beside a C++ compiler. */
const FOR_BUILDING = ['python3', 'make', 'g++']

/** Commands that may stand on a system without its package manager knowing. */
const COMMANDS = new Map([
  ['xvfb', 'Xvfb'],
  ['python3', 'python3'],
  ['make', 'make'],
  ['g++', 'c++'],
])

const isDebian = () => platform === 'linux' && existsSync('/usr/bin/dpkg-query')

/**
 * Installs what is missing, if we may; otherwise says so and goes on, since what is missing may not be needed.
 *
 * @param {{ testing: boolean, building: boolean }} purpose
 * @param {import('./report.mjs').Doing} doing
 */
export async function provideSystemPackages({ testing, building }, doing) {
  if (!isDebian()) return
  const wanted = [...FOR_RUNNING, ...(testing ? FOR_TESTING : []), ...(building ? FOR_BUILDING : [])]
  const missing = await missingOf(wanted)
  if (missing.length === 0) return
  if (getuid?.() !== 0) {
    say(
      `  Not installed: ${missing.join(', ')}. If something fails for want of it:\n  ${installLine(await availableNames(missing))}`,
    )
    return
  }
  doing(`installing ${missing.join(', ')}`)
  const apt = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update'], apt)
  const names = await availableNames(missing)
  const { code, output } = await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], apt)
  if (code !== 0) throw new SetupError(`apt-get could not install ${names.join(' ')}.\n\n${output}`)
}

/** Fails with the line to run when the runtime would not even load. @param {string} executable */
export async function checkSharedLibraries(executable) {
  if (platform !== 'linux') return
  const { output } = await run('ldd', [executable])
  const missing = [...output.matchAll(/(\S+) => not found/g)].map((match) => match[1])
  if (missing.length === 0) return
  const how = isDebian()
    ? `On Debian and Ubuntu:\n\n  ${installLine(await availableNames(FOR_RUNNING))}`
    : 'Install what provides them.'
  throw new SetupError(`Electron needs libraries that are not here: ${missing.join(', ')}.\n${how}`)
}

/** @param {readonly string[]} packages */
export const installLine = (packages) =>
  `sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`

/** @param {readonly string[]} wanted */
async function missingOf(wanted) {
  const query = await run('dpkg-query', [
    '-W',
    '-f',
    '${db:Status-Status} ${Package}\n',
    ...wanted,
    ...wanted.map(t64),
  ])
  const installed = new Set(
    query.output.split('\n').flatMap((line) => (line.startsWith('installed ') ? [line.slice(10)] : [])),
  )
  return wanted.filter((name) => !installed.has(name) && !installed.has(t64(name)) && !hasCommand(name))
}

/** What a library is called since Debian 13 and Ubuntu 24.04, where time became 64 bits wide. @param {string} name */
const t64 = (name) => `${name}t64`

/** @param {string} name */
function hasCommand(name) {
  const command = COMMANDS.get(name)
  if (command === undefined) return false
  return (env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${command}`))
}

/** @param {readonly string[]} names */
async function availableNames(names) {
  const { output } = await run('apt-cache', ['show', '--no-all-versions', ...names.map(t64)])
  const known = new Set([...output.matchAll(/^Package: (\S+)$/gm)].map((match) => match[1]))
  return names.map((name) => (known.has(t64(name)) ? t64(name) : name))
}
