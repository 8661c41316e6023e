import { Ellipsis, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Link } from '#src/ui/Link.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import type { MenuEntry } from '#src/ui/MenuPopup.tsx'
import { looksHref } from '#src/views/folder/overrides.ts'
import type { Crumb } from '#src/views/folder/path.ts'
import page from '#src/views/page.module.css'
import css from './ViewSettingsPage.module.css'

/** Folders shown on the way; those before them are one step further up. */
const shownCrumbs = 3

/** Whose view it is, where it comes from, and what else can be done with it. */
export function ViewHeader({
  crumbs,
  origin,
  onReset,
  entries = [],
}: {
  crumbs: readonly Crumb[]
  origin?: ReactNode
  /** Absent where nothing can be saved. */
  onReset?: (() => void) | undefined
  /** More of the menu. */
  entries?: readonly MenuEntry[]
}) {
  const { t } = useI18n()
  const reset: readonly MenuEntry[] = onReset
    ? [
        {
          key: 'reset',
          label: t.viewSettings.reset,
          icon: <RotateCcw aria-hidden="true" />,
          onSelect: onReset,
        },
      ]
    : []
  const all = [...entries, ...reset]
  return (
    <header className={`${page['top']} ${css['top']}`}>
      <nav aria-label={t.files.breadcrumb} className={css['crumbs']}>
        <ol>
          {crumbs.slice(-shownCrumbs).map(({ uri, name }) => (
            <li key={uri}>
              <Link to={looksHref(uri)} title={name}>
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <h1>{t.viewSettings.title}</h1>
      <span className={page['gap']} />
      {origin}
      {all.length > 0 && (
        <Menu name={t.common.more} entries={all}>
          {(button) => (
            <IconButton
              {...button}
              kind="default"
              name={t.common.more}
              icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />}
            />
          )}
        </Menu>
      )}
    </header>
  )
}
