import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { parseUri } from '#src/contract/uri.ts'
import type { Share } from '#src/contract/share.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/display.ts'
import { parseTime } from '#src/lib/time.ts'
import { files, type FileRow } from '#src/queries/files.ts'
import { linkToShare } from '#src/queries/share-list.ts'
import { showCopyByHand } from '#src/stores/copy-by-hand.ts'
import { announce } from '#src/ui/announce.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { useCopy } from '#src/ui/use-copy.ts'
import { errorWords } from '#src/views/error-words.ts'
import { Fact, Facts, Section } from '#src/views/DetailsPanel.tsx'
import css from './FileMore.module.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What only the service knows of an item: the links on it, where its view comes from, what is written on it (F4). */
export function FileMore({ row, uri }: { row: FileRow; uri: string }) {
  const { t } = useI18n()
  const { data, error } = useQuery(files.info(uri))
  const origin = useQuery({ ...files.viewOrigin(uri), enabled: row.isFolder })
  const isOwn = parseUri(uri).host === 'my'
  const versions = data?.extended_info?.entities?.filter(({ type }) => type === 0).length ?? 0
  const shares = data?.extended_info?.shares ?? []
  const metadata = Object.entries(row.metadata ?? {})
  return (
    <>
      {(isOwn || versions > 1 || origin.data) && (
        <Facts>
          {isOwn && <Fact term={t.files.columns.owner}>{t.common.you}</Fact>}
          {versions > 1 && <Fact term={t.itemDetails.versions}>{t.common.number(versions)}</Fact>}
          {origin.data && (
            <Fact term={t.itemDetails.viewOf}>
              {origin.data.from === 'folder'
                ? t.itemDetails.viewInherited(visibleText(origin.data.name))
                : t.itemDetails.viewFrom[origin.data.from]}
            </Fact>
          )}
        </Facts>
      )}
      {error && !data && <p className={css['note']}>{errorWords(error, t).title}</p>}
      {shares.length > 0 && (
        <Section title={t.itemDetails.linksOnIt}>
          <ul className={css['links']}>
            {shares.map((share) => (
              <Link key={share.id} share={share} />
            ))}
          </ul>
        </Section>
      )}
      {metadata.length > 0 && (
        <Section title={t.itemDetails.metadata}>
          <Facts>
            {metadata.map(([key, value]) => (
              <Fact key={key} term={<bdi>{visibleText(key)}</bdi>}>
                <bdi>{visibleText(value) || '—'}</bdi>
              </Fact>
            ))}
          </Facts>
        </Section>
      )}
    </>
  )
}

function Link({ share }: { share: Share }) {
  const { t } = useI18n()
  const { copied, copy } = useCopy()
  const link = linkToShare(share)
  const copyLink = async () => {
    if (await copy(link)) announce(t.shares.linkCopied)
    else showCopyByHand(link)
  }
  return (
    <li>
      <span>
        <bdi title={link}>{link.replace(/^https?:\/\//, '')}</bdi>
        <small>
          {t.itemDetails.linkMade} <Timestamp at={parseTime(share.created_at)} />
        </small>
      </span>
      <IconButton
        small
        name={t.shares.copyLink}
        icon={copied ? <Check {...icon} /> : <Copy {...icon} />}
        onClick={() => void copyLink()}
      />
    </li>
  )
}
