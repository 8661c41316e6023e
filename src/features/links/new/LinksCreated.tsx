import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useUnlessBackOnline } from '#src/features/errors/use-unless-back-online.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { useNewLinkMessages } from '#src/i18n/parts/new-link-messages.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextAreaField } from '#src/ui/controls/fields/TextAreaField.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { hasShareSheet, openShareSheet } from '#src/ui/copy/share-sheet.ts'
import { useCopy } from '#src/ui/copy/use-copy.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import {
  type CreatedLink,
  type LinkCreationResult,
  LinkDatePassedError,
  linksCopiedMessage,
  useFormatCreatedLinks,
} from './created-links.ts'
import form from '#src/features/links/LinkForm.module.css'
import css from './LinksCreated.module.css'

const describeFailure = (failure: Error, t: Messages): string =>
  failure instanceof LinkDatePassedError ? t.linkForm.dateFuture : describeError(failure, t).title

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Shows new links with buttons to copy them, and the items that got none with the reason. */
export function LinksCreated({
  created,
  note,
  retry,
  onClose,
}: {
  created: LinkCreationResult
  /** A sentence below the links. */
  note?: string
  /** Tries the failed ones again. */
  retry?: { start: () => void; isPending: boolean; error: Error | undefined } | undefined
  onClose: () => void
}) {
  const { links, failures, isCopied, settings } = created
  const { t } = useI18n()
  const messages = useNewLinkMessages()
  const { copied, copy } = useCopy()
  const textOf = useFormatCreatedLinks()
  const [first] = links
  const isProtected = links.some(({ password }) => password !== '')
  const copiedText = linksCopiedMessage(created, t)
  const [copyStatus, setStatus] = useState<{ of: LinkCreationResult; text: string }>()
  const status =
    copyStatus?.of === created
      ? copyStatus.text
      : isCopied
        ? copiedText
        : messages.notCopied(links.length)
  /** What the user made of the text about these links. */
  const [edited, setEdited] = useState<{ links: readonly CreatedLink[]; text: string }>()
  /** Links that a retry has created since go below it. */
  const withAdded = ({ links: before, text: typed }: NonNullable<typeof edited>) => {
    const added = links
      .filter((link) => !before.includes(link))
      .map(({ item, url }) => ({ name: escapeControlChars(item.name), link: url }))
    const more = messages.textToSend({ links: added, password: '', expires: null })
    return [typed, more].filter(Boolean).join('\n\n')
  }
  const text = edited ? withAdded(edited) : textOf(links)
  const copyNow = async (toCopy: string, success: string) => {
    const isDone = await copy(toCopy)
    setStatus({ of: created, text: isDone ? success : messages.notCopied(links.length) })
    if (!isDone) showManualCopy(toCopy)
  }
  const copyAll = () => copyNow(text, edited ? messages.textCopied : copiedText)
  const send = async () => {
    if (!(await openShareSheet({ text }))) await copyAll()
  }
  const copyLink = ({ url, password }: CreatedLink) =>
    copyNow(url, password ? messages.copiedAlone : t.linkForm.copied(1, !settings?.permissions))
  const failure = useUnlessBackOnline(retry?.error ?? null)
  const isSingle = links.length === 1 && failures.length === 0 && first
  const hasText = isProtected || links.length > 1
  return (
    <Dialog
      open
      width={isSingle ? 'narrow' : 'medium'}
      title={
        isSingle
          ? messages.createdTitleOfOne(displayName(first.item.name))
          : messages.createdTitle(links.length, links.length + failures.length)
      }
      description={<span role="status">{status}</span>}
      onClose={onClose}
      actions={
        <>
          {retry && failures.length > 0 && (
            <Button busy={retry.isPending} onClick={retry.start}>
              {messages.retry(failures.length)}
            </Button>
          )}
          {hasShareSheet() && <Button onClick={() => void send()}>{t.linkActions.send}</Button>}
          {hasText && (
            <Button onClick={() => void copyAll()}>
              {isProtected ? t.linkDetails.copyWithPassword : messages.copyText}
            </Button>
          )}
          <Button variant="primary" data-autofocus="" onClick={onClose}>
            {t.common.done}
          </Button>
        </>
      }
    >
      {failure && (
        <p role="alert" className={form['failure']}>
          {describeFailure(failure, t)}
        </p>
      )}
      {isSingle ? (
        <TextField
          label={messages.link}
          readOnly
          value={first.url}
          onFocus={(event) => event.currentTarget.select()}
          end={
            <IconButton
              small
              name={t.links.copyLink}
              icon={copied ? <Check {...icon} /> : <Copy {...icon} />}
              onClick={() => void copyLink(first)}
            />
          }
        />
      ) : (
        <LinkRows links={links} failures={failures} onCopy={(link) => void copyLink(link)} />
      )}
      {hasText && (
        <div className={css['text']}>
          <TextAreaField
            label={messages.text}
            value={text}
            onChange={(event) => setEdited({ links, text: event.currentTarget.value })}
          />
        </div>
      )}
      {note && <p className={css['note']}>{note}</p>}
    </Dialog>
  )
}

/** Each link to be copied by itself, and the items that got none. */
function LinkRows({
  links,
  failures,
  onCopy,
}: Pick<LinkCreationResult, 'links' | 'failures'> & { onCopy: (link: CreatedLink) => void }) {
  const { t } = useI18n()
  return (
    <ul className={css['links']}>
      {failures.map((failure) => (
        <FailedRow key={failure.item.id} {...failure} />
      ))}
      {links.map((link) => (
        <li key={link.url}>
          <span>
            <TruncatedName name={link.item.name} />
            <small dir="ltr">{link.url.replace(/^https?:\/\//, '')}</small>
          </span>
          <IconButton
            small
            name={t.links.copyLinkOf(displayName(link.item.name))}
            icon={<Copy {...icon} />}
            onClick={() => onCopy(link)}
          />
        </li>
      ))}
    </ul>
  )
}

function FailedRow({ item, error }: LinkCreationResult['failures'][number]) {
  const { t } = useI18n()
  const failure = useUnlessBackOnline(error ?? null)
  return (
    <li data-failed="">
      <span>
        <TruncatedName name={item.name} />
        {failure && <small>{describeFailure(failure, t)}</small>}
      </span>
    </li>
  )
}
