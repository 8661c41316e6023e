import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useI18n } from '#src/i18n/I18n.tsx'
import { runtime } from '#src/lib/runtime.ts'
import { useListCount } from '#src/queries/counts.ts'
import { openDialog } from '#src/stores/dialogs.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { leave } from '#src/ui/leaving.ts'
import { Link } from '#src/ui/Link.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { useHotkeys } from '#src/ui/use-hotkeys.ts'
import { phone, useMediaQuery } from '#src/ui/use-media-query.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { useIsOnline } from './frame-online.ts'
import { FrameMark } from './FrameMark.tsx'
import { StorageBar } from './StorageBar.tsx'
import { useFocusOnPage } from './use-focus-on-page.ts'
import styles from './Frame.module.css'

export type FrameProps = {
  /** Called with a path as soon as it looks as if it will be gone to. */
  onAim: (path: string) => void
  children: ReactNode
}

/** What stands around every page of somebody who is signed in. */
export function Frame({ onAim, children }: FrameProps) {
  const { t } = useI18n()
  const isPhone = useMediaQuery(phone)
  const isOnline = useIsOnline()
  const navigate = useNavigate()
  useFocusOnPage()
  const go = (path: string) => leave(() => void navigate(path))
  useHotkeys({
    '?': () => openDialog('keyboard-help'),
    'g f': () => go('/files'),
    'g s': () => go('/shares'),
    'g t': () => go('/trash'),
  })
  return (
    <div className={styles['frame']} data-frame="">
      <a
        className={styles['skip']}
        href="#content"
        onClick={(event) => {
          // By hand: the fragment would become part of the page's address.
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        {t.frame.skipToContent}
      </a>
      {isPhone ? (
        <>
          <div className={styles['corner']}>
            <AccountMenu compact />
          </div>
          <Places onAim={onAim} className={styles['tabs']} />
        </>
      ) : (
        <div className={styles['side']}>
          <div className={styles['brand']}>
            <FrameMark />
            {runtime.title}
          </div>
          <Places onAim={onAim} className={styles['nav']} />
          <div className={styles['foot']}>
            <StorageBar />
            <AccountMenu />
          </div>
        </div>
      )}
      <div className={styles['content']}>
        <div role="status" className={styles['notice']}>
          {!isOnline && (
            <p>
              <Icon name="offline" />
              {t.frame.offline}
            </p>
          )}
        </div>
        {/* Its `main` is the page's own: some have a panel beside it. */}
        <div className={styles['main']}>{children}</div>
      </div>
      <LiveRegion />
    </div>
  )
}

function Places({
  onAim,
  className,
}: {
  onAim: (path: string) => void
  className?: string | undefined
}) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const isHere = (path: string) =>
    pathname.startsWith(path) || (path === '/files' && pathname === '/view-settings')
  const places = [
    { path: '/files', label: t.frame.files, icon: <Icon name="folder" />, count: undefined },
    {
      path: '/shares',
      label: t.frame.shares,
      icon: <Icon name="link" />,
      count: useListCount('shares'),
    },
    {
      path: '/trash',
      label: t.frame.trash,
      icon: <Icon name="trash" />,
      count: useListCount('trash'),
    },
  ]
  return (
    <nav aria-label={t.frame.navigation} className={className}>
      {places.map(({ path, label, icon, count }) => (
        <Link
          key={path}
          to={path}
          aria-current={isHere(path) ? 'page' : undefined}
          onPointerEnter={() => onAim(path)}
          onFocus={() => onAim(path)}
          className={isHere(path) ? styles['here'] : undefined}
        >
          {icon}
          <span>{label}</span>
          {count !== undefined && (
            // The link is called what it leads to; the number is beside the point for a name.
            <b aria-hidden="true">{t.common.number(count)}</b>
          )}
        </Link>
      ))}
    </nav>
  )
}
