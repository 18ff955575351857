import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentView } from '../../../../shared/agents.ts'
import { toAppError, type AppError } from '../../../../shared/errors.ts'
import { StatusMark } from '../../components/status-mark.tsx'
import type { Host } from '../../lib/host.ts'
import styles from './agents-section.module.css'
import { Section } from './section.tsx'

type Props = {
  readonly host: Host
  /** The folder at hand, whose agents count beside those of home. */
  readonly folder: string | null
  readonly onProblem: (error: AppError) => void
}

/** Whom tasks can be given to, and what is in the way of the others. The files are read when the page opens. */
export function AgentsSection({ host, folder, onProblem }: Props) {
  const { t } = useTranslation()
  const agents = useAgents({ host, folder, onProblem })
  return (
    <Section title={t('settings.agents.title')} lead={t('settings.agents.lead')}>
      <ul className={styles.list} aria-label={t('settings.agents.list')} data-testid="agents">
        {agents.map((agent) => (
          <Agent key={`${agent.source} ${agent.path ?? agent.id}`} agent={agent} />
        ))}
      </ul>
    </Section>
  )
}

function useAgents({ host, folder, onProblem }: Props): readonly AgentView[] {
  const [agents, setAgents] = useState<readonly AgentView[]>([])
  useEffect(() => {
    let isGone = false
    host
      .call('agents.list', { folder })
      .then((found) => {
        if (!isGone) setAgents(found)
      })
      .catch((thrown: unknown) => onProblem(toAppError(thrown)))
    return () => void (isGone = true)
  }, [host, folder, onProblem])
  return agents
}

function Agent({ agent: { id, description, source, path, problem } }: { readonly agent: AgentView }) {
  const { t } = useTranslation()
  return (
    <li className={styles.agent} data-testid="agent" data-problem={problem?.code ?? 'none'}>
      <span className={styles.head}>
        <span className={styles.name}>{id}</span>
        <span className={styles.source}>
          {[t(`settings.agents.source.${source}`), ...(path === null ? [] : [path])].join(' · ')}
        </span>
      </span>
      {description !== '' && (
        <span className={styles.description}>
          {source === 'built_in' ? t('settings.agents.general') : description}
        </span>
      )}
      {problem !== null && (
        <span className={styles.problem}>
          <StatusMark status={{ icon: 'triangle', tone: 'waiting', word: 'waiting' }} worded={false} />
          {t(`settings.agents.problem.${problem.code}`, { reason: problem.reason })}
        </span>
      )}
    </li>
  )
}
