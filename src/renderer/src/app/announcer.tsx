import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { finishedSentences } from '../lib/sentences.ts'
import { useApp } from './services-context.ts'

/** A screen reader hears finished sentences, at most once in this time. */
const SPEAK_EVERY_MS = 5_000

/** The finished sentences of the answer on screen, politely and not all the time. */
function useSpokenAnswer(): string {
  const { thread } = useApp().services
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    let until = 0
    const timer = setInterval(() => {
      const { text } = thread.getState().journal.value.partial
      if (text.length < until) until = 0
      const next = finishedSentences(text, until)
      until = next.until
      if (next.spoken !== '') setSpoken(next.spoken)
    }, SPEAK_EVERY_MS)
    return () => clearInterval(timer)
  }, [thread])
  return spoken
}

/** The newest open question, said at once. The focus stays where it is. */
function useSpokenQuestion(): string {
  const { t } = useTranslation()
  const { approvals } = useApp().services
  const pending = useStore(approvals, (state) => state.pending)
  const newest = [...pending.values()].at(-1)
  if (newest === undefined) return ''
  const { asker, tool, target } = newest
  return t('approval.announced', { asker: asker === '' ? t('approval.agent') : asker, tool, target })
}

/** Two regions that are heard and not seen. */
export function Announcer() {
  const answer = useSpokenAnswer()
  const question = useSpokenQuestion()
  return (
    <>
      <div className="unseen" aria-live="polite" data-testid="spoken-answer">
        {answer}
      </div>
      <div className="unseen" role="alert" data-testid="spoken-question">
        {question}
      </div>
    </>
  )
}
