import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { Network } from '../../shared/network.ts'
import type { Settings, SettingChange } from '../../shared/settings.ts'
import type { Encryption } from '../app/settings/encryption.ts'
import { takeEnvironmentKeys, type EnvironmentKey } from '../app/settings/environment-key.ts'
import { readEnvironmentNetwork } from '../app/settings/environment-network.ts'
import { openSecrets, type Secrets } from '../app/settings/secrets.ts'
import { openSettings, type SettingsStore } from '../app/settings/settings-file.ts'
import { shellEnvironment } from '../outside/shell/environment.ts'
import type { ChildOptions } from '../platform/child.ts'
import { systemClock, type Clock } from '../platform/clock.ts'
import { randomIds, type Ids } from '../platform/ids.ts'
import { openFileLogger, type FileLogger } from '../platform/logger-file.ts'
import { createRedactor, type Redactor } from '../platform/redaction.ts'

export type FoundationOptions = {
  readonly dataFolder: string
  readonly encryption: Encryption
  /** Of this call alone. */
  readonly overrides: readonly SettingChange[]
  /** Base URL of the same command line: the host that a key from the environment may go to. */
  readonly baseUrl: string | null
  readonly onSettingsChanged: (settings: Settings) => void
}

/** What both faces stand on: time, ids, log, settings and keys of one data folder. */
export type Foundation = {
  readonly dataFolder: string
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: FileLogger
  readonly redactor: Redactor
  readonly settings: SettingsStore
  readonly secrets: Secrets
  /** Where the environment's keys stood and where they may go. */
  readonly environmentKeys: readonly EnvironmentKey[]
  /** The way out to the network; null: straight. */
  readonly network: Network | null
  /** What the environment says of the network and cannot be used; null: nothing. */
  readonly networkProblem: AppError | null
  /** What every worker gets of this process: no more than programs need to run at all. */
  readonly surroundings: Pick<ChildOptions, 'env' | 'cwd'>
}

/**
 * Takes the keys out of the environment before anything can inherit them.
 * @throws `invalid_input` when an override is wrong
 */
export async function layFoundation(options: FoundationOptions): Promise<Foundation> {
  const { dataFolder, encryption, overrides, baseUrl, onSettingsChanged } = options
  const clock = systemClock
  const redactor = createRedactor()
  const logger = openFileLogger(join(dataFolder, 'logs', 'muster.log'), redactor.redact)
  const settings = await openSettings({
    path: join(dataFolder, 'settings.json'),
    overrides,
    clock,
    onChanged: onSettingsChanged,
  })
  const inForce = settings.current().model.baseUrl
  const environmentKeys = takeEnvironmentKeys(process.env, { named: baseUrl, inForce })
  const secrets = await openSecrets({
    path: join(dataFolder, 'secrets.json'),
    encryption,
    environmentKeys,
    redactor,
    logger,
  })
  const { network, unusable } = readEnvironmentNetwork(process.env, logger)
  const surroundings = { env: shellEnvironment(process.env), cwd: dataFolder }
  return {
    dataFolder,
    clock,
    ids: randomIds,
    logger,
    redactor,
    settings,
    secrets,
    environmentKeys,
    network,
    networkProblem: unusable.length === 0 ? null : networkIgnored(unusable),
    surroundings,
  }
}

const networkIgnored = (variables: readonly string[]): AppError =>
  new AppError('network_ignored', `Left out: ${variables.join(', ')}.`, {
    details: { issue: variables.join(', ') },
  })
