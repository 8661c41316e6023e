import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { File } from '#src/contract/file.ts'
import { parseUri } from '#src/contract/uri.ts'
import { ColumnType, type ViewColumn } from '#src/contract/views/view.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { files } from '#src/features/file-lists/files.ts'
import { columnName, metadataName, metadataText } from '#src/features/folder-view/columns.ts'
import { useCustomPropertyNames } from '#src/features/folder/cells/use-custom-property-names.ts'
import { ItemLinkList } from '#src/features/links/list/ItemLinkList.tsx'
import { linksOfFile } from '#src/features/links/source/link-source.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useItemDetailsMessages } from '#src/i18n/parts/item-details-messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { parseTime } from '#src/lib/time.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import { FileVersions } from '#src/pages/files/versions/FileVersions.tsx'
import { DescriptionItem, DescriptionList, Section } from '#src/ui/details/DetailsPanel.tsx'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { isDecorationKey, DecorationDescriptionItems } from './DecorationDescriptionItems.tsx'
import { DirectLinks } from './DirectLinks.tsx'
import css from './ExtendedFileDetails.module.css'

/** The column of a custom property, by the metadata key that it is stored under; none for other keys. */
const propertyColumn = (key: string): ViewColumn[] =>
  key.startsWith('props:')
    ? [{ type: ColumnType.customProperty, props: { custom_props_id: key.slice('props:'.length) } }]
    : []

/** Metadata as text; times that can be parsed are written in the words of the locale. */
function MetadataValue({ name, value }: { name: string; value: string }) {
  const at = name === 'exif:taken_at' ? parseTime(value) : null
  return at === null ? (
    <bdi>{metadataText(name, value) || '—'}</bdi>
  ) : (
    <Timestamp at={at} style="exact" />
  )
}

/**
 * The row and what was requested are one item, but may have been read at different times, which the details would show:
 * whichever is older is brought up to date. The time of a row that was restored is the page's own: what the service
 * answers after that is right, even if it is older.
 */
function useSameState(
  row: FileRow,
  { data, dataUpdatedAt, isFetching, refetch }: UseQueryResult<File>,
  onNewer: (row: FileRow) => void,
): void {
  const isSame = data === undefined || data.id !== row.id || isFetching
  const readAt = isSame ? row.updatedAt : (parseTime(data.updated_at) ?? 0)
  const asked = useRef({ updatedAt: 0, dataUpdatedAt: 0 })
  const follow = useEffectEvent(() => {
    if (readAt < row.updatedAt && asked.current.updatedAt !== row.updatedAt) {
      asked.current = { updatedAt: row.updatedAt, dataUpdatedAt }
      void refetch()
    } else if (data && readAt !== row.updatedAt && asked.current.dataUpdatedAt < dataUpdatedAt) {
      const { isShared, capability } = row
      onNewer({ ...toFileRow(data), isShared, capability })
    }
  })
  useEffect(() => follow(), [readAt, dataUpdatedAt, row.updatedAt])
}

/** Details that need requests: share links, origin of the view, metadata (F4). */
export function ExtendedFileDetails({
  row,
  uri,
  onNewer,
}: {
  row: FileRow
  uri: string
  /** Called when the service has a newer state of the item than its row. */
  onNewer: (row: FileRow) => void
}) {
  const { t } = useI18n()
  const messages = useItemDetailsMessages()
  const info = useQuery(files.info(uri))
  const { data, error } = info
  useSameState(row, info, onNewer)
  const origin = useQuery({ ...files.viewOrigin(uri), enabled: row.isFolder })
  const isOwn = parseUri(uri).host === 'my'
  const versions = data?.extended_info?.entities?.filter(({ type }) => type === 0) ?? []
  const links = data ? linksOfFile(data) : []
  const { 'exif:x': width, 'exif:y': height, ...others } = row.metadata ?? {}
  const hasSize = Number(width) > 0 && Number(height) > 0
  const metadata = Object.entries(hasSize ? others : (row.metadata ?? {})).filter(
    ([key]) => !isDecorationKey(key),
  )
  const properties = useCustomPropertyNames({
    columns: metadata.flatMap(([key]) => propertyColumn(key)),
  })
  const nameOf = (key: string) =>
    propertyColumn(key).map((column) => columnName(column, t, properties))[0] ??
    metadataName(key, t)
  return (
    <>
      {(isOwn || origin.data) && (
        <DescriptionList>
          {isOwn && <DescriptionItem term={t.files.columns.owner}>{t.common.you}</DescriptionItem>}
          {origin.data && (
            <DescriptionItem term={messages.viewOf}>
              {origin.data.from === 'folder'
                ? messages.viewInherited(escapeControlChars(origin.data.name))
                : origin.data.from === 'root' && !isOwn
                  ? messages.viewFromOwner
                  : messages.viewFrom[origin.data.from]}
            </DescriptionItem>
          )}
        </DescriptionList>
      )}
      {row.metadata && Object.keys(row.metadata).some(isDecorationKey) && (
        <DescriptionList>
          <DecorationDescriptionItems metadata={row.metadata} />
        </DescriptionList>
      )}
      {error && !data && <p className={css['note']}>{describeError(error, t).title}</p>}
      {links.length > 0 && (
        <Section title={messages.linksOnIt}>
          <ItemLinkList links={links} />
        </Section>
      )}
      {isOwn && !row.isFolder && !row.isUploading && data && (
        <DirectLinks item={{ ...row, uri }} links={data.extended_info?.direct_links ?? []} />
      )}
      {versions.length > 1 && (
        <FileVersions item={{ ...row, uri }} versions={versions} current={data?.primary_entity} />
      )}
      {(hasSize || metadata.length > 0) && (
        <Section title={messages.metadata}>
          <DescriptionList>
            {hasSize && (
              <DescriptionItem term={t.files.columns.imageSize}>
                {`${width} × ${height}`}
              </DescriptionItem>
            )}
            {metadata.map(([key, value]) => (
              <DescriptionItem
                key={key}
                term={<bdi data-tooltip={escapeControlChars(key)}>{nameOf(key)}</bdi>}
              >
                <MetadataValue name={key} value={value} />
              </DescriptionItem>
            ))}
          </DescriptionList>
        </Section>
      )}
    </>
  )
}
