import { Folder, Link2, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link, useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { AccountButton } from '#src/features/shell/account/AccountButton.tsx'
import { useListCount } from '#src/features/shell/live/list-counts.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { queueDialog } from '#src/jobs/questions/dialogs.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'
import { useTrashView } from '#src/platform/preferences.ts'
import { focusMain } from '#src/ui/keyboard/focus.ts'
import { useHotkeys } from '#src/ui/keyboard/use-hotkeys.ts'
import { phoneQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { BrandMark } from './BrandMark.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { SharedWithMeLink, useIsSharedWithMe } from './SharedWithMeLink.tsx'
import { StorageBar } from './StorageBar.tsx'
import styles from './AppShell.module.css'

/** The address of the trash as this browser has shown it last. */
const useTrashHref = (): string =>
  useTrashView() === 'deletions' ? '/trash?view=deletions' : '/trash'

export type AppShellProps = {
  children: ReactNode
}

/** The layout of every page for a signed-in user: sidebar, account, navigation. */
export function AppShell({ children }: AppShellProps) {
  const { t } = useI18n()
  const isPhone = useMediaQuery(phoneQuery)
  const navigate = useNavigate()
  const trashHref = useTrashHref()

  useHotkeys({
    '?': () => queueDialog('keyboard-help'),
    'g f': () => void navigate('/files'),
    'g s': () => void navigate('/shares'),
    'g t': () => void navigate(trashHref),
  })
  return (
    <div className={styles['appShell']} data-frame="">
      <a
        className={styles['skip']}
        href="#content"
        onClick={(event) => {
          // Following the link would add its fragment to the URL.
          event.preventDefault()
          focusMain()
        }}
      >
        {t.appShell.skipToContent}
      </a>
      {isPhone ? (
        <>
          <header className={styles['corner']}>
            <AccountButton compact />
          </header>
          <Navigation className={styles['tabs']} />
        </>
      ) : (
        <header className={styles['side']}>
          <div className={styles['brand']}>
            <BrandMark />
            <span>{runtimeConfig.title}</span>
          </div>
          <Navigation className={styles['nav']} />
          <div className={styles['foot']}>
            <StorageBar />
            <AccountButton />
          </div>
        </header>
      )}
      <div className={styles['content']}>
        <OfflineNotice />
        {/* Pages draw `main` themselves: some have a panel beside it. */}
        <div className={styles['main']}>{children}</div>
      </div>
    </div>
  )
}

function Navigation({ className }: { className: string | undefined }) {
  const { t } = useI18n()
  const { location: next } = useNavigation()
  const { pathname } = useLocation()
  const trashHref = useTrashHref()
  // The clicked entry is marked while its page loads.
  const at = next?.pathname ?? pathname
  const isSharedWithMe = useIsSharedWithMe()
  // Of Files and what is shared only one is marked.
  const isCurrent = (path: string) =>
    path === '/files' ? /^\/(files|edit|view-)/.test(at) && !isSharedWithMe : at.startsWith(path)
  const entries = [
    {
      path: '/files',
      label: t.appShell.files,
      icon: <Folder aria-hidden="true" />,
      count: undefined,
    },
    {
      path: '/shares',
      label: t.appShell.shares,
      icon: <Link2 aria-hidden="true" />,
      count: useListCount('links'),
    },
    {
      path: '/trash',
      label: t.appShell.trash,
      icon: <Trash2 aria-hidden="true" />,
      count: useListCount('trash'),
    },
  ]
  return (
    <nav aria-label={t.appShell.navigation} className={className}>
      {entries.map(({ path, label, icon, count }) => (
        <Fragment key={path}>
          <Link
            to={path === '/trash' ? trashHref : path}
            aria-current={isCurrent(path) ? 'page' : undefined}
            className={isCurrent(path) ? styles['current'] : undefined}
            data-tooltip={label}
            data-tooltip-if="cut"
          >
            {icon}
            <span>{label}</span>
            {count !== undefined && (
              // The count is not part of the link's accessible name.
              <b aria-hidden="true">
                {t.common.number(count.count)}
                {!count.isWhole && '+'}
              </b>
            )}
          </Link>
          {path === '/files' && (
            <div className={styles['nested']}>
              <SharedWithMeLink isCurrent={isSharedWithMe} />
            </div>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
