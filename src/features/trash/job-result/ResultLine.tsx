import type { ReactNode } from 'react'
import { isInTrash, parentUriIfValid } from '#src/contract/uri.ts'
import { folderPathText } from '#src/features/folder/folder-path-text.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { isFileRow } from '#src/lists/rows/file-row.ts'
import { originalFolderOf } from '#src/lists/rows/original-folder.ts'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import type { UnprocessedItem } from './unprocessed-items.ts'
import css from './JobResultDialog.module.css'

/** Says where an item is, or was before it was deleted; undefined for what is in no folder, such as a link. */
export function itemLocationText(item: JobItem, t: Messages): string | undefined {
  const isDeleted = isFileRow(item) && item.origin !== null && isInTrash(item.uri)
  const folder = isDeleted ? originalFolderOf(item) : parentUriIfValid(item.uri)
  return folder === null ? undefined : folderPathText(folder, t)
}

/** It is one item of the result of any job. */
export function ResultLine({
  item,
  why,
  state,
  place,
  actions,
}: {
  item: JobItem
  /** Why it was not processed, or what holds it. */
  why: ReactNode
  /** What was not put back, where that is known. */
  state?: Pick<UnprocessedItem, 'hasReplaced' | 'givenName'>
  /** Where it is, when `why` does not say that. */
  place: string | undefined
  /** What can be done about it. */
  actions?: ReactNode
}) {
  const { t } = useI18n()
  return (
    <li>
      <FileGlyph kind={kindOfName(item.name, isFileRow(item) && item.isFolder)} />
      <span className={css['what']}>
        <TruncatedName name={item.name} />
        <small>
          {why !== undefined && <bdi>{why}</bdi>}
          {why !== undefined && place !== undefined && ' · '}
          {place !== undefined && <bdi>{place}</bdi>}
        </small>
        {state?.hasReplaced && <small>{t.operations.replacedMayBeInTrash}</small>}
        {state?.givenName !== undefined && state.givenName !== item.name && (
          <small>{t.operations.mayBeCalled(displayName(state.givenName))}</small>
        )}
      </span>
      <span className={css['actions']}>{actions}</span>
    </li>
  )
}
