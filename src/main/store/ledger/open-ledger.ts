import Database from 'better-sqlite3'
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import type { PriceOf } from '../../../shared/cost.ts'
import type { BootId } from '../../../shared/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { openBodies } from './bodies.ts'
import { approvalCommands } from './commands/approval-commands.ts'
import { branchCommands } from './commands/branch-commands.ts'
import { budgetCommands } from './commands/budget-commands.ts'
import { bootCommands } from './commands/boot-commands.ts'
import type { CommandContext } from './commands/command-context.ts'
import { conversationCommands } from './commands/conversation-commands.ts'
import { delegationCommands } from './commands/delegation-commands.ts'
import { folderCommands } from './commands/folder-commands.ts'
import { journalCommands } from './commands/journal-commands.ts'
import { queueCommands } from './commands/queue-commands.ts'
import { createGroupCommit } from './group-commit.ts'
import { toLedgerError } from './ledger-error.ts'
import { assertOurs, migrate } from './migrate.ts'
import { queriesOf } from './queries.ts'
import { openTables, type Tables } from './tables.ts'

/** Wait for a reader that holds the file; readers of ours are short. */
const BUSY_TIMEOUT_MS = 10_000

export type LedgerOptions = {
  readonly dataFolder: string
  readonly bootId: BootId
  readonly pid: number
  readonly clock: Clock
  readonly ids: Ids
  /** For the rows of calls. */
  readonly priceOf: PriceOf
}

/**
 * Opens the ledger of a data folder, the one truth about conversations, runs and deliveries.
 *
 * Queries are synchronous and bounded. Commands return promises that resolve when the change is on disk.
 * The caller holds the folder's lock: there is one writer.
 * @throws `data_newer`, `data_unreadable`, `disk_full`
 */
export function openLedger({ dataFolder, bootId, pid, clock, ids, priceOf }: LedgerOptions) {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const bodies = openBodies(join(dataFolder, 'bodies'), ids)
  const { db, tables } = openDatabase(join(dataFolder, 'ledger.db'), (opened) => {
    const ready = openTables(opened, bodies)
    ready.boots.add({ id: bootId, pid, now: clock.now() })
    return ready
  })
  const context: CommandContext = {
    tables,
    bodies,
    clock,
    ids,
    bootId,
    priceOf,
    commit: createGroupCommit(db, clock),
  }
  return {
    bootId,
    query: { ...queriesOf(tables), image: bodies.readBytes },
    approvals: approvalCommands(context),
    boot: bootCommands(context),
    branches: branchCommands(context),
    budgets: budgetCommands(context),
    conversations: conversationCommands(context),
    delegations: delegationCommands(context),
    folders: folderCommands(context),
    journal: journalCommands(context),
    queue: queueCommands(context),
    /** Waits for work under way, then closes the file. */
    async [Symbol.asyncDispose](): Promise<void> {
      await context.commit(() => undefined)
      db.close()
    },
  }
}
export type Ledger = ReturnType<typeof openLedger>

type Opened = { readonly db: Database.Database; readonly tables: Tables }

function openDatabase(path: string, begin: (db: Database.Database) => Tables): Opened {
  try {
    // SQLite itself would let everybody read what is said here.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
    const db = new Database(path, { timeout: BUSY_TIMEOUT_MS })
    return prepare(db, begin)
  } catch (thrown) {
    const error = toLedgerError(thrown, dirname(path))
    if (error instanceof AppError) throw error
    throw new AppError('data_unreadable', 'The ledger could not be opened.', {
      details: { path, reason: error instanceof Error ? error.message : '' },
      cause: error,
    })
  }
}

function prepare(db: Database.Database, begin: (db: Database.Database) => Tables): Opened {
  try {
    assertOurs(db)
    db.pragma('journal_mode = wal')
    db.pragma('synchronous = full')
    db.pragma('foreign_keys = on')
    migrate(db)
    return { db, tables: begin(db) }
  } catch (error) {
    db.close()
    throw error
  }
}
