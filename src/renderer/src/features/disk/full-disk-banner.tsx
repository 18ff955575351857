import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { StatusMark } from '../../components/status-mark.tsx'
import styles from './full-disk-banner.module.css'
import type { DiskStore } from './full-disk-store.ts'

/** Says that work waits for room, where, and what to do; there for as long as it waits. */
export function FullDiskBanner({ store }: { readonly store: DiskStore }) {
  const { t } = useTranslation()
  const full = useStore(store, (state) => state.full)
  return (
    <div role="status">
      {full !== null && (
        <div className={styles.banner} data-testid="full-disk">
          <StatusMark status={{ icon: 'triangle', tone: 'waiting', word: 'waiting' }} worded={false} />
          <p>
            <strong className={styles.title}>{t('disk.title')}</strong> {t('disk.body', { path: full.path })}
          </p>
        </div>
      )}
    </div>
  )
}
