import { app, nativeTheme, safeStorage } from 'electron'
import { resolve } from 'node:path'
import { toAppError } from '../../shared/errors.ts'
import type { WindowCommand } from '../app/cli/parse-command.ts'
import { watchForCrashes } from '../app/crashes.ts'
import { systemEncryption } from '../app/settings/encryption.ts'
import { claimSingleInstance } from '../app/single-instance.ts'
import { languageInForce, readSystemFacts } from '../app/system-facts.ts'
import { createSystemTexts } from '../app/texts.ts'
import { createUtilityLauncher } from '../app/utility-child.ts'
import { declareScheme } from '../app/windows/protocol.ts'
import { Disposables } from '../platform/disposables.ts'
import { makeDataFolder } from './data-folder.ts'
import { layFoundation } from './foundation.ts'
import { openHost } from './host.ts'
import { home, RESOURCES, WORKER } from './places.ts'
import { createOutlets, type Outlets } from './outlets.ts'
import { openPower } from './power.ts'
import { openReach } from './reach.ts'
import { openRuntime } from './runtime.ts'
import { showFailure } from './show-failure.ts'

/**
 * The window's face: one app a data folder, which lives until it is quit.
 *
 * Resolves when all is done that has to be done before Electron is ready, which it is not before the main module has
 * been evaluated; the rest goes on by itself.
 */
export async function openWindowed(command: WindowCommand): Promise<void> {
  const outlets = createOutlets()
  const folder = command.folder === null ? null : resolve(command.folder)
  const dataFolder = await makeDataFolder(command.data, process.env, app.getPath('userData')).catch(giveUp)
  // Root has no sandbox; Chromium refuses to start when it is asked for both.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  declareScheme()
  const isFirst = claimSingleInstance(app, dataFolder, {
    start: { args: folder === null ? [] : [folder], workingFolder: process.cwd() },
    onSecondStart: ({ args }) => outlets.host?.welcome(args[0] ?? null),
  })
  if (!isFirst) return void app.exit(0)
  const parts = new Disposables()
  void app
    .whenReady()
    .then(() => open(dataFolder, parts, outlets))
    .then(() => outlets.host?.welcome(folder))
    .catch(async (thrown: unknown) => {
      await parts[Symbol.asyncDispose]().catch(() => undefined)
      giveUp(thrown)
    })
}

function giveUp(thrown: unknown): never {
  showFailure(toAppError(thrown).toWire())
  app.exit(1)
  throw thrown
}

async function open(dataFolder: string, parts: Disposables, outlets: Outlets): Promise<void> {
  const foundation = await layFoundation({
    dataFolder,
    encryption: systemEncryption(safeStorage, process.platform),
    overrides: [],
    baseUrl: null,
    onSettingsChanged() {
      outlets.host?.settingsChanged()
      outlets.reach?.settingsChanged()
      outlets.power?.settingsChanged()
    },
  })
  const { logger, redactor, settings } = foundation
  parts.use(logger)
  watchForCrashes(app, logger)
  const language = () => languageInForce(settings.current(), readSystemFacts(app, nativeTheme))
  const texts = createSystemTexts(language)
  const runtime = parts.use(
    await openRuntime({
      ...foundation,
      language,
      home: home(),
      resources: RESOURCES,
      redact: redactor.redact,
      launch: createUtilityLauncher(WORKER, logger),
      announce: outlets.announce,
      mayBegin: () => true,
      isAttended: true,
      onBreakerOpened: (breaker, conversationId) => outlets.reach?.breakerOpened(breaker, conversationId),
      onBudgetSpent: (budget) => outlets.reach?.budgetSpent(budget),
      onDelivery: (delivery) => outlets.reach?.delivered(delivery),
      onTurnEnded: (conversation) => outlets.reach?.turnEnded(conversation),
    }),
  )
  outlets.power = parts.use(openPower(foundation, runtime))
  outlets.host = parts.use(
    await openHost({ foundation, runtime, texts, parts, onHidden: () => outlets.reach?.hidden() }),
  )
  outlets.reach = parts.use(openReach({ foundation, runtime, texts, host: outlets.host }))
}
