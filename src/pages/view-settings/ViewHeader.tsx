import { FolderTree, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { folderViewHref } from '#src/features/folder-view/overrides.ts'
import type { Crumb } from '#src/features/folder/path.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import type { MenuEntry } from '#src/ui/menu/MenuPopup.tsx'
import { MoreMenu } from '#src/ui/menu/MoreMenu.tsx'
import page from '#src/features/list-page/page.module.css'
import css from './ViewSettingsPage.module.css'

/** Breadcrumbs shown; the folders above them are left out. */
const maxCrumbs = 3

/** The folder whose view is edited, the origin of the view, and the menu. */
export function ViewHeader({
  crumbs,
  origin,
  onReset,
  onCopyToSubfolders,
  entries = [],
}: {
  crumbs: readonly Crumb[]
  origin?: ReactNode
  /** Absent when the view cannot be saved, and where the folder has none of its own. */
  onReset?: (() => void) | undefined
  /** Absent where the view cannot be saved in folders below. */
  onCopyToSubfolders?: (() => void) | undefined
  /** Entries of the menu, before Reset. */
  entries?: readonly MenuEntry[]
}) {
  const { t } = useI18n()
  const messages = useViewEditorMessages()
  const reset: readonly MenuEntry[] = onReset
    ? [
        {
          key: 'reset',
          label: messages.reset,
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
          {crumbs.slice(-maxCrumbs).map(({ uri, name }) => (
            <li key={uri}>
              <Link to={folderViewHref(uri)} data-tooltip={name} data-tooltip-if="cut">
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <h1>{t.viewSettings.title}</h1>
      <span className={page['gap']} />
      {origin}
      {onCopyToSubfolders && (
        <Button
          icon={<FolderTree aria-hidden="true" />}
          className={css['copy']}
          onClick={onCopyToSubfolders}
        >
          {messages.copyToSubfolders}
        </Button>
      )}
      {all.length > 0 && <MoreMenu name={t.common.more} entries={all} />}
    </header>
  )
}
