import type { Feed } from '../feed.ts'
import type { Room } from './room.ts'
import type { HostServices } from './services.ts'

export const hostHandlers = (services: HostServices, feed: Feed): Room<'host'> => ({
  'host.snapshot': () => {
    const settings = services.settings.current()
    return {
      sequence: feed.sync(),
      conversations: services.conversations.list(),
      approvals: services.approvals.pending(),
      breakers: services.breakers.open(),
      budgets: services.budgets.open(),
      fullDisk: services.disk.current(),
      reducedRuns: services.throttle.current(),
      settings,
      settingsProblem: services.settings.problem?.toWire() ?? null,
      networkProblem: services.networkProblem?.toWire() ?? null,
      key: services.secrets.status(settings.model.baseUrl),
      system: services.system.current(),
    }
  },
  'host.watch': (focus) => feed.watch(focus),
  'host.openLink': ({ url }) => services.shell.openLink(url),
  'host.showFile': ({ runId }) => services.shell.showFile(services.delegations.transcriptPath(runId)),
})
