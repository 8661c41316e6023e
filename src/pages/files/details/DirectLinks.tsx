import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, Copy, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { DirectLink } from '#src/contract/file.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { directLinks } from '#src/features/files/direct-links.ts'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useItemDetailsMessages } from '#src/i18n/parts/item-details-messages.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { parseTime } from '#src/lib/time.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { useCopy } from '#src/ui/copy/use-copy.ts'
import { Section } from '#src/ui/details/DetailsPanel.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import css from '#src/features/links/list/ItemLinkList.module.css'
import styles from './ExtendedFileDetails.module.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The addresses under which anybody reads a file; one can be made where the group may (F4). */
export function DirectLinks({ item, links }: { item: FileRow; links: readonly DirectLink[] }) {
  const { t } = useI18n()
  const messages = useItemDetailsMessages()
  const id = useId()
  const { data: me } = useQuery(users.me())
  const create = useMutation(directLinks.create())
  const remove = useMutation(directLinks.remove())
  const [removing, setRemoving] = useState<DirectLink>()
  const { copied, copy } = useCopy()
  const isAllowed = (me?.group?.direct_link_batch_size ?? 0) > 0
  if (links.length === 0 && !isAllowed) return null
  const failure = create.error ?? remove.error
  const isBusy = create.isPending || remove.isPending
  const copyLink = async (url: string) => {
    if (await copy(url)) announce(messages.directLinkCopied)
    else showManualCopy(url)
  }
  const make = () => create.mutate(item, { onSuccess: (url) => void (url !== '' && copyLink(url)) })
  return (
    <Section title={messages.directLink}>
      {failure && (
        <p role="alert" className={styles['note']}>
          {describeError(failure, t).title}
        </p>
      )}
      {links.length > 0 ? (
        <ul className={css['links']}>
          {links.map((link) => (
            <li key={link.id}>
              <span>
                <bdi id={`${id}-${link.id}`} data-tooltip={link.url} data-tooltip-if="cut">
                  {link.url.replace(/^https?:\/\//, '')}
                </bdi>
                <small>
                  {messages.directLinkUsed(link.downloaded)} ·{' '}
                  <Timestamp at={parseTime(link.created_at)} inSentence />
                </small>
              </span>
              <IconButton
                small
                name={messages.copyDirectLink}
                subjectId={`${id}-${link.id}`}
                icon={copied ? <Check {...icon} /> : <Copy {...icon} />}
                onClick={() => void copyLink(link.url)}
              />
              <IconButton
                small
                name={messages.removeDirectLinkAsk}
                subjectId={`${id}-${link.id}`}
                icon={<Trash2 {...icon} />}
                aria-disabled={isBusy || undefined}
                onClick={() => !isBusy && setRemoving(link)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p className={styles['note']}>{messages.directLinkHint}</p>
          <div>
            <Button busy={create.isPending} onClick={make}>
              {messages.makeDirectLink}
            </Button>
          </div>
        </>
      )}
      {removing && (
        <ConfirmDialog
          title={messages.removeDirectLinkTitle}
          text={messages.removeDirectLinkText}
          action={messages.removeDirectLink}
          onConfirm={() => {
            setRemoving(undefined)
            remove.mutate(
              { item, id: removing.id },
              { onSuccess: () => announce(messages.directLinkRemoved) },
            )
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Section>
  )
}
