import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { formatExact } from '#src/lib/time.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import { showManualCopy } from '#src/stores/manual-copy.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { TextField } from '#src/ui/controls/TextField.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { useCopy } from '#src/ui/use-copy.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

export type CreatedLink = {
  /** Without the password. */
  readonly url: string
  readonly password: string
  /** ms since 1970; null for never. */
  readonly expires: number | null
  /** Whether the URL is on the clipboard. */
  readonly isCopied: boolean
}

/** Shows a new link with buttons to copy it. */
export function LinkCreated({
  item,
  link: { url, password, expires, isCopied },
  onClose,
}: {
  item: FileRow
  link: CreatedLink
  onClose: () => void
}) {
  const { t, language } = useI18n()
  const { copied, copy } = useCopy()
  const copiedText = password ? t.shareForm.copiedAlone : t.shareForm.copied
  const [status, setStatus] = useState(isCopied ? copiedText : t.shareForm.notCopied)
  const copyNow = async (text: string, success: string) => {
    const isDone = await copy(text)
    setStatus(isDone ? success : t.shareForm.notCopied)
    if (!isDone) showManualCopy(text)
  }
  const linkWithPassword = () =>
    t.shareDetails.linkWithPassword({
      link: url,
      password,
      expires: expires === null ? null : formatExact(expires, language),
    })
  return (
    <Dialog
      open
      width="narrow"
      title={t.shareForm.createdTitle(displayName(item.name))}
      description={<span role="status">{status}</span>}
      onClose={onClose}
      actions={
        <>
          {password && (
            <Button onClick={() => void copyNow(linkWithPassword(), t.shareForm.copiedBoth)}>
              {t.shareDetails.copyWithPassword}
            </Button>
          )}
          <Button kind="primary" data-autofocus="" onClick={onClose}>
            {t.common.done}
          </Button>
        </>
      }
    >
      <TextField
        label={t.shareForm.link}
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        end={
          <IconButton
            small
            name={t.shares.copyLink}
            icon={copied ? <Check {...icon} /> : <Copy {...icon} />}
            onClick={() => void copyNow(url, copiedText)}
          />
        }
      />
    </Dialog>
  )
}
