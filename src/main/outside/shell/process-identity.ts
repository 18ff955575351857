import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * When a process was started, in whatever way the system tells it: with the process id this names it for good, since ids
 * are used again. Null when no such process runs; one that is dead and not collected yet runs no more.
 */
export async function processStart(pid: number): Promise<string | null> {
  try {
    if (process.platform === 'linux') return await startOnLinux(pid)
    if (process.platform === 'win32') return await startOnWindows(pid)
    const { stdout } = await run('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { env: { LC_ALL: 'C' } })
    return stdout.trim() || null
  } catch {
    return null
  }
}

/** Ticks since the machine was started, and which start that was. */
async function startOnLinux(pid: number): Promise<string | null> {
  const [status, boot] = await Promise.all([readStatus(pid), currentBoot()])
  return isDead(status) ? null : `${boot}:${status.startTicks}`
}

/** Names this start of the machine. Linux alone. */
export const currentBoot = async (): Promise<string> =>
  (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()

/** The start of the machine that stands in a process's own start. */
export const bootOf = (startedAt: string): string => startedAt.split(':')[0] ?? ''

async function startOnWindows(pid: number): Promise<string | null> {
  const folder = process.env['SystemRoot'] ?? 'C:\\Windows'
  const { stdout } = await run(
    `${folder}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`,
    ['-NoProfile', '-NonInteractive', '-Command', `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`],
    { env: { SystemRoot: folder }, windowsHide: true },
  )
  return stdout.trim() || null
}

export type ProcessStatus = {
  readonly state: string
  readonly parentId: number
  readonly groupId: number
  readonly startTicks: string
}

/** Dead, though perhaps not collected yet: it holds nothing and cannot be ended. */
export const isDead = ({ state }: ProcessStatus): boolean => state === 'Z' || state === 'X'

/**
 * Linux alone. The name in brackets may hold anything, also brackets and line ends: fields are counted after it.
 * @throws when there is no such process
 */
export async function readStatus(pid: number): Promise<ProcessStatus> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return {
    state: fields[0] ?? '',
    parentId: Number(fields[1]),
    groupId: Number(fields[2]),
    startTicks: fields[19] ?? '',
  }
}

/** Who started a process; null when none runs with this id, or where the system does not tell. */
export async function parentOf(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') return (await readStatus(pid)).parentId
    if (process.platform === 'win32') return null
    const { stdout } = await run('/bin/ps', ['-o', 'ppid=', '-p', String(pid)], { env: { LC_ALL: 'C' } })
    return Number(stdout.trim()) || null
  } catch {
    return null
  }
}
