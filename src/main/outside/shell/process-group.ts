import { readdir, readFile } from 'node:fs/promises'
import { pause, SECOND, type Clock, type Millis } from '../../platform/clock.ts'
import { bootOf, currentBoot, isDead, processStart, readStatus } from './process-identity.ts'

/** What a group has to end by itself before it is ended hard. Source: design, the kill ladder. */
export const GRACE_MS: Millis = 2 * SECOND

/** How soon we look again whether a group is gone: at once at first, for what is just about to end, then less often. */
const FIRST_LOOK_MS: Millis = 1
const LAST_LOOK_MS: Millis = 20

/** How long a group that was ended hard may take; the system does it at once, unless a disk or a debugger holds it. */
const HARD_END_MS: Millis = 2 * SECOND

/** Set by the gate to the group's id and inherited, so that what left the group is still known by it. */
export const GROUP_VARIABLE = 'MUSTER_GROUP'

/**
 * Ends all processes of a group: asked, and after a grace killed. Resolves when none of them runs any more.
 * On Linux also those that left the group but inherited its variable (`setsid`, daemons), and what any of them started.
 * @param graceMs what they have to end by themselves
 * @returns false when something could not be ended
 */
export const endGroup = (groupId: number, clock: Clock, graceMs = GRACE_MS): Promise<boolean> =>
  end({ clock, graceMs, survivors: () => survivors(groupId, () => true) })

/**
 * Ends what an earlier start of ours left behind, unless the id now belongs to somebody else.
 *
 * When the leader is gone its start time proves nothing any more. Then, on Linux, only processes are ended that carry the
 * group's variable; elsewhere none.
 * @param startedAt the leader's, as `processStart` gave it
 */
export async function endOrphanedGroup(groupId: number, startedAt: string, clock: Clock): Promise<boolean> {
  const counts = await ours(groupId, startedAt)
  if (counts === null) return true
  return end({ clock, graceMs: GRACE_MS, survivors: () => survivors(groupId, counts) })
}

/** Sends a signal to the same processes, and waits for nothing. Never fails. */
export async function signalGroup(
  { groupId, startedAt }: { readonly groupId: number; readonly startedAt: string },
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<void> {
  const counts = await ours(groupId, startedAt)
  if (counts !== null) for (const id of await survivors(groupId, counts)) send(id, signal)
}

/** Which of what bears a group's id or mark is ours; null: nothing. */
async function ours(groupId: number, startedAt: string): Promise<Counts | null> {
  const leader = await processStart(groupId)
  if (leader !== null) return leader === startedAt ? () => true : null
  if (process.platform !== 'linux' || bootOf(startedAt) !== (await currentBoot())) return null
  return ({ isMarked }) => isMarked
}

type Ending = {
  readonly clock: Clock
  readonly graceMs: Millis
  readonly survivors: () => Promise<number[]>
}

const end = async (ending: Ending): Promise<boolean> =>
  (await endBy('SIGTERM', ending.graceMs, ending)) || (await endBy('SIGKILL', HARD_END_MS, ending))

async function endBy(
  signal: 'SIGTERM' | 'SIGKILL',
  withinMs: Millis,
  { clock, survivors }: Ending,
): Promise<boolean> {
  const begun = clock.elapsed()
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(2 * lookMs, LAST_LOOK_MS)) {
    const left = await survivors()
    if (left.length === 0) return true
    if (lookMs === FIRST_LOOK_MS || signal === 'SIGKILL') for (const id of left) send(id, signal)
    if (clock.elapsed() - begun >= withinMs) return false
    await pause(clock, lookMs)
  }
}

type Member = { readonly id: number; readonly isInGroup: boolean; readonly isMarked: boolean }
type Counts = (member: Member) => boolean

/** What to send signals to: the negative id of the group as a whole, and ids of processes that left it. */
async function survivors(groupId: number, counts: Counts): Promise<number[]> {
  const hasGroup = send(-groupId, 0)
  if (process.platform !== 'linux') return hasGroup ? [-groupId] : []
  const ids = (await readdir('/proc')).map(Number).filter((id) => id > 1 && id !== process.pid)
  // Children have higher ids than their parent. Once ids start anew that is not so: then all are looked at.
  const younger = await membersAmong(
    ids.filter((id) => id >= groupId),
    groupId,
  )
  const members = younger.length === 0 && hasGroup ? await membersAmong(ids, groupId) : younger
  const left = members.filter(counts)
  const all = left.length === members.length
  return [...new Set(left.map(({ id, isInGroup }) => (isInGroup && all ? -groupId : id)))]
}

/** Members, and whatever is below one of them: that may have left the group and wiped its environment. */
async function membersAmong(ids: readonly number[], groupId: number): Promise<Member[]> {
  const seen = await Promise.all(ids.map((id) => look(groupId, id).catch(() => null)))
  const living = seen.filter((each) => each !== null)
  const members = new Map<number, Member>()
  const join = (each: Seen, isMarked: boolean): void => {
    if (members.has(each.id)) return
    members.set(each.id, { id: each.id, isInGroup: each.isInGroup, isMarked })
    for (const child of living) if (child.parentId === each.id) join(child, isMarked)
  }
  for (const each of living) if (each.isMarked) join(each, true)
  for (const each of living) if (each.isInGroup) join(each, false)
  return [...members.values()]
}

type Seen = Member & { readonly parentId: number }

async function look(groupId: number, id: number): Promise<Seen | null> {
  const status = await readStatus(id)
  if (isDead(status)) return null
  const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '')
  return {
    id,
    parentId: status.parentId,
    isInGroup: status.groupId === groupId,
    isMarked: environment.split('\0').includes(`${GROUP_VARIABLE}=${groupId}`),
  }
}

/** False when there is nothing with this id. */
function send(id: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    process.kill(id, signal)
    return true
  } catch {
    return false
  }
}
