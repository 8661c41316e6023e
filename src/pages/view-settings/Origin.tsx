import { useQuery } from '@tanstack/react-query'
import { parseUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/display.ts'
import { files, homeUri } from '#src/queries/files.ts'
import { Link } from '#src/ui/Link.tsx'
import { viewSettingsHref } from '#src/views/folder/overrides.ts'
import css from './ViewSettingsPage.module.css'

/** Where the view of a folder comes from, and the way there (V5). */
export function Origin({
  folder,
  isSaved,
}: {
  folder: string
  /** The view was saved somewhere. */ isSaved: boolean
}) {
  const { t } = useI18n()
  const { host, segments } = parseUri(folder)
  const isRoot = segments.length === 0
  const { data } = useQuery({ ...files.viewOrigin(folder), enabled: !isRoot })
  const words = t.viewSettings.origin
  if (!isRoot && !data) return null
  if (data?.from === 'own' || (isRoot && isSaved))
    return <span className={css['origin']}>{words.own}</span>
  if (data?.from !== 'folder' && !isSaved) {
    return <span className={css['origin']}>{words.standard}</span>
  }
  if (data?.from !== 'folder' && host !== 'my') return null
  // My files cannot be asked: what is not found below it, and is saved, is its.
  const from = data?.from === 'folder' ? data : { uri: homeUri, name: t.files.myFiles }
  return (
    <span className={css['origin']}>
      {words.inherited}{' '}
      <Link to={viewSettingsHref(from.uri)}>
        <bdi>{visibleText(from.name)}</bdi>
      </Link>
    </span>
  )
}
