import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { DescriptionItem, DescriptionList, Section } from '#src/components/DetailsPanel.tsx'
import { errorText } from '#src/components/errors/error-text.ts'
import { EditLinkButton } from '#src/components/share/edit/EditLinkButton.tsx'
import type { Share } from '#src/contract/share.ts'
import { parseUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/names/display.ts'
import { parseTime } from '#src/lib/time.ts'
import { type FileRow } from '#src/lists/file-row.ts'
import { linkToShare, type ShareRow, toShareRow } from '#src/lists/share-row.ts'
import { FileVersions } from '#src/pages/files/versions/FileVersions.tsx'
import { files } from '#src/queries/files/files.ts'
import { showManualCopy } from '#src/stores/manual-copy.ts'
import { announce } from '#src/ui/announce.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { useCopy } from '#src/ui/use-copy.ts'
import css from './ExtendedFileDetails.module.css'

const EditLinkDialog = lazyComponent(
  async () => (await import('#src/components/share/edit/EditLinkDialog.tsx')).EditLinkDialog,
)
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Details that need requests: share links, origin of the view, metadata (F4). */
export function ExtendedFileDetails({ row, uri }: { row: FileRow; uri: string }) {
  const { t } = useI18n()
  const { data, error } = useQuery(files.info(uri))
  const [edited, setEdited] = useState<ShareRow>()
  const origin = useQuery({ ...files.viewOrigin(uri), enabled: row.isFolder })
  const isOwn = parseUri(uri).host === 'my'
  const versions = data?.extended_info?.entities?.filter(({ type }) => type === 0) ?? []
  const shares = data?.extended_info?.shares ?? []
  const metadata = Object.entries(row.metadata ?? {})
  return (
    <>
      {(isOwn || origin.data) && (
        <DescriptionList>
          {isOwn && <DescriptionItem term={t.files.columns.owner}>{t.common.you}</DescriptionItem>}
          {origin.data && (
            <DescriptionItem term={t.itemDetails.viewOf}>
              {origin.data.from === 'folder'
                ? t.itemDetails.viewInherited(visibleText(origin.data.name))
                : t.itemDetails.viewFrom[origin.data.from]}
            </DescriptionItem>
          )}
        </DescriptionList>
      )}
      {edited && <EditLinkDialog row={edited} onClose={() => setEdited(undefined)} />}
      {error && !data && <p className={css['note']}>{errorText(error, t).title}</p>}
      {shares.length > 0 && (
        <Section title={t.itemDetails.linksOnIt}>
          <ul className={css['links']}>
            {shares.map((share) => (
              <Link key={share.id} share={share} onEdit={() => setEdited(toShareRow(share))} />
            ))}
          </ul>
        </Section>
      )}
      {versions.length > 1 && (
        <FileVersions item={{ ...row, uri }} versions={versions} current={data?.primary_entity} />
      )}
      {metadata.length > 0 && (
        <Section title={t.itemDetails.metadata}>
          <DescriptionList>
            {metadata.map(([key, value]) => (
              <DescriptionItem key={key} term={<bdi>{visibleText(key)}</bdi>}>
                <bdi>{visibleText(value) || '—'}</bdi>
              </DescriptionItem>
            ))}
          </DescriptionList>
        </Section>
      )}
    </>
  )
}

function Link({ share, onEdit }: { share: Share; onEdit: () => void }) {
  const { t } = useI18n()
  const { copied, copy } = useCopy()
  const link = linkToShare(share)
  const copyLink = async () => {
    if (await copy(link)) announce(t.shares.linkCopied)
    else showManualCopy(link)
  }
  return (
    <li>
      <span>
        <bdi title={link}>{link.replace(/^https?:\/\//, '')}</bdi>
        <small>
          {t.itemDetails.linkMade} <Timestamp at={parseTime(share.created_at)} />
        </small>
      </span>
      <EditLinkButton isIconOnly onClick={onEdit} />
      <IconButton
        small
        name={t.shares.copyLink}
        icon={copied ? <Check {...icon} /> : <Copy {...icon} />}
        onClick={() => void copyLink()}
      />
    </li>
  )
}
