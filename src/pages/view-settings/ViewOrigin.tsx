import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { parseUri } from '#src/contract/uri.ts'
import { files, homeUri } from '#src/features/file-lists/files.ts'
import { viewSettingsHref } from '#src/features/folder-view/overrides.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import css from './ViewSettingsPage.module.css'

/** Tells which folder the view is inherited from, with a link to it (V5). */
export function ViewOrigin({
  folder,
  isSaved,
}: {
  folder: string
  /** Whether a user has saved the view, here or in a folder above. */
  isSaved: boolean
}) {
  const { t } = useI18n()
  const { host, segments } = parseUri(folder)
  const isRoot = segments.length === 0
  const { data } = useQuery({ ...files.viewOrigin(folder), enabled: !isRoot })
  const messages = useViewEditorMessages()
  // On phones it has a line of its own, whose room is kept: the settings below must not move under a finger.
  if (!isRoot && !data) return <span className={css['origin']}>{'\u00a0'}</span>
  if (data?.from === 'own' || (isRoot && isSaved))
    return <span className={css['origin']}>{messages.origin.own}</span>
  if (data?.from !== 'folder' && !isSaved) {
    return <span className={css['origin']}>{messages.origin.standard}</span>
  }
  if (data?.from !== 'folder' && host !== 'my') return null
  // The root's own view cannot be requested: a saved view that is not found in the folders below it is the root's.
  const from = data?.from === 'folder' ? data : { uri: homeUri, name: t.files.title }
  return (
    <span className={css['origin']}>
      {messages.origin.inherited}{' '}
      <Link to={viewSettingsHref(from.uri)}>
        <bdi>{escapeControlChars(from.name)}</bdi>
      </Link>
    </span>
  )
}
