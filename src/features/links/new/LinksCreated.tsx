import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '#src/features/errors/error-text.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { useCopy } from '#src/ui/copy/use-copy.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { type CreatedLink, type CreatedLinks, useLinkText } from './created-links.ts'
import form from '#src/features/links/LinkForm.module.css'
import css from './LinksCreated.module.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Shows new links with buttons to copy them, and the items that got none with the reason. */
export function LinksCreated({
  created: { links, failures, isCopied, note },
  retry,
  onClose,
}: {
  created: CreatedLinks
  /** Tries the failed ones again. */
  retry?: { start: () => void; isPending: boolean; error: Error | undefined } | undefined
  onClose: () => void
}) {
  const { t } = useI18n()
  const { copied, copy } = useCopy()
  const textOf = useLinkText()
  const [first] = links
  const isProtected = links.some(({ password }) => password !== '')
  const said = isProtected ? t.linkForm.copiedBoth : t.linkForm.copied
  const [copyStatus, setStatus] = useState<string>()
  const status = copyStatus ?? (isCopied ? said : t.linkForm.notCopied)
  const copyNow = async (text: string, success: string) => {
    const isDone = await copy(text)
    setStatus(isDone ? success : t.linkForm.notCopied)
    if (!isDone) showManualCopy(text)
  }
  const copyLink = ({ url, password }: CreatedLink) =>
    copyNow(url, password ? t.linkForm.copiedAlone : t.linkForm.copied)
  const isSingle = links.length === 1 && failures.length === 0 && first
  return (
    <Dialog
      open
      width={isSingle ? 'narrow' : 'medium'}
      title={
        isSingle
          ? t.linkForm.createdTitle(displayName(first.item.name))
          : t.newLink.createdTitle(links.length, links.length + failures.length)
      }
      description={<span role="status">{status}</span>}
      onClose={onClose}
      actions={
        <>
          {retry && failures.length > 0 && (
            <Button
              busy={retry.isPending}
              onClick={() => {
                setStatus(undefined)
                retry.start()
              }}
            >
              {t.newLink.retry(failures.length)}
            </Button>
          )}
          {(isProtected || !isSingle) && (
            <Button onClick={() => void copyNow(textOf(links), said)}>
              {isProtected ? t.linkDetails.copyWithPassword : t.linkActions.copyLinks}
            </Button>
          )}
          <Button variant="primary" data-autofocus="" onClick={onClose}>
            {t.common.done}
          </Button>
        </>
      }
    >
      {retry?.error && (
        <p role="alert" className={form['failure']}>
          {errorText(retry.error, t).title}
        </p>
      )}
      {isSingle ? (
        <TextField
          label={t.linkForm.link}
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
        <ul className={css['links']}>
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
                onClick={() => void copyLink(link)}
              />
            </li>
          ))}
          {failures.map(({ item, error }) => (
            <li key={item.id} data-failed="">
              <span>
                <TruncatedName name={item.name} />
                <small>{errorText(error, t).title}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
      {note && <p className={css['note']}>{note}</p>}
    </Dialog>
  )
}
