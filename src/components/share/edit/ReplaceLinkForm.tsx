import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { errorText } from '#src/components/errors/error-text.ts'
import { isLinkPassword, withoutPassword } from '#src/components/share/link-input.ts'
import { useLinkText } from '#src/components/share/new/created-links.ts'
import { type CreatedLinks, LinksCreated } from '#src/components/share/new/LinksCreated.tsx'
import { NewPasswordField } from '#src/components/share/NewPasswordField.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { newPassword } from '#src/lib/new-password.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { LinkSourceError } from '#src/queries/shares/edit-link.ts'
import type { LinkChange } from '#src/queries/shares/link-terms.ts'
import { shareWrites } from '#src/queries/shares/share-writes.ts'
import { showManualCopy } from '#src/stores/manual-copy.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { copyText } from '#src/ui/use-copy.ts'
import { LinkSourceGone } from './LinkSourceGone.tsx'
import form from '#src/components/share/ShareForm.module.css'

/** A new link with another password and the same settings takes the place of a link; says what became of both. */
export function ReplaceLinkForm({
  row,
  change,
  onClose,
}: {
  row: ShareRow
  /** What was changed in the form of the old link. */
  change: LinkChange
  onClose: () => void
}) {
  const { t } = useI18n()
  const id = useId()
  const textOf = useLinkText()
  const [password, setPassword] = useState(newPassword)
  const [created, setCreated] = useState<CreatedLinks>()
  const replace = useMutation(shareWrites.replace())
  const isValid = isLinkPassword(password)
  const submit = async () => {
    if (!isValid || replace.isPending) return
    const { url, expires, deletionError } = await replace.mutateAsync({ row, change, password })
    const links = [{ item: row, url: withoutPassword(url, password), password, expires }]
    const isCopied = await copyText(textOf(links))
    const note = deletionError
      ? t.linkEdit.oldStays(errorText(deletionError, t).title)
      : t.linkEdit.oldDeleted
    setCreated({ links, failures: [], isCopied, note })
    if (!isCopied) showManualCopy(textOf(links))
  }
  if (created) return <LinksCreated created={created} onClose={onClose} />
  const { error } = replace
  if (error instanceof LinkSourceError) {
    return <LinkSourceGone row={row} source={error.source} onClose={onClose} />
  }
  return (
    <Dialog
      open
      width="narrow"
      title={t.linkEdit.replaceTitle(displayName(row.name))}
      description={t.linkEdit.replaceText}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" form={id} kind="primary" data-autofocus="" busy={replace.isPending}>
            {t.linkEdit.replace}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={form['form']}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          // The error is the mutation's, shown below.
          submit().catch(() => undefined)
        }}
      >
        {error && (
          <p role="alert" className={form['failure']}>
            {errorText(error, t).title}
          </p>
        )}
        <NewPasswordField
          password={password}
          error={isValid ? undefined : t.shareForm.passwordCharacters}
          onPassword={setPassword}
        />
      </form>
    </Dialog>
  )
}
