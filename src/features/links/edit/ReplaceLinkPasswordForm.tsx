import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SessionEndedError } from '#src/contract/errors.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useUnlessBackOnline } from '#src/features/errors/use-unless-back-online.ts'
import { isValidLinkPassword } from '#src/features/links/limits/link-input.ts'
import type { LinkChange } from '#src/features/links/limits/link-limits.ts'
import { NewPasswordField } from '#src/features/links/limits/NewPasswordField.tsx'
import { linkWrites } from '#src/features/links/link-writes.ts'
import { LinkFormDialog } from '#src/features/links/LinkFormDialog.tsx'
import {
  showFinished,
  showNotDone,
  useFormatCreatedLinks,
} from '#src/features/links/new/created-links.ts'
import type { LinkCreationResult } from '#src/features/links/new/created-links.ts'
import { LinksCreated } from '#src/features/links/new/LinksCreated.tsx'
import { isDeadState, linkState } from '#src/features/links/state/link-state.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useLinkEditMessages } from '#src/i18n/parts/link-edit-messages.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { generatePassword } from '#src/lib/generate-password.ts'
import { type LinkRow, urlWithoutPassword } from '#src/lists/rows/link-row.ts'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { copyText } from '#src/ui/copy/use-copy.ts'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
import { useNow } from '#src/ui/use-now.ts'
import { LinkNotEditedError } from './edit-link.ts'
import { LinkSourceGone } from './LinkSourceGone.tsx'
import type { LinkReplacementResult } from './replace-link.ts'

/** A new link with another password and the same settings takes the place of a link; says what became of both. */
export function ReplaceLinkPasswordForm({
  row,
  change,
  onDelete,
  onCancel,
  onClose,
}: {
  row: LinkRow
  /** What was changed in the form of the old link. */
  change: LinkChange
  onDelete?: ((row: LinkRow) => void) | undefined
  /** Nothing has been sent. */
  onCancel: () => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useLinkEditMessages()
  const textOf = useFormatCreatedLinks()
  const [password, setPassword] = useState(generatePassword)
  const [keepsOld, setKeepsOld] = useState(false)
  const [created, setCreated] = useState<LinkCreationResult>()
  /** What became of the old link. */
  const [old, setOld] = useState<Pick<LinkReplacementResult, 'wasDead' | 'deletionError'>>()
  const failure = useUnlessBackOnline(old?.deletionError ?? null)
  const replace = useMutation(linkWrites.replace())
  const isMounted = useIsMounted()
  const isValid = isValidLinkPassword(password)
  const isDead = isDeadState(linkState(row, useNow()))
  const submit = async () => {
    if (!isValid || replace.isPending) return
    const result = await replace
      .mutateAsync({ row, change, password, keepsOld })
      .catch((error: Error) => {
        // The dialog shows it while it is there.
        if (!isMounted.current) showNotDone(keepsOld ? 'createLink' : 'editLink', [row], error)
        return undefined
      })
    if (!result) return
    const { url, expires, wasDead, deletionError } = result
    if (!isMounted.current) {
      if (deletionError instanceof SessionEndedError) return
      showFinished('createLink', [row])
      if (deletionError) showNotDone('deleteLinks', [row], deletionError)
      else if (!keepsOld) showFinished('deleteLinks', [row])
      return
    }
    const links = [{ item: row, url: urlWithoutPassword(url, password), password, expires }]
    const isCopied = await copyText(textOf(links))
    setOld({ wasDead, deletionError })
    setCreated({ links, failures: [], isCopied })
    if (!isCopied) showManualCopy(textOf(links))
  }
  if (created && old) {
    const why = failure ? describeError(failure, t).title : ''
    const note = old.deletionError
      ? messages.oldStays(why, old.wasDead).trim()
      : keepsOld
        ? messages.oldKept(old.wasDead)
        : messages.oldDeleted
    return <LinksCreated created={created} note={note} onClose={onClose} />
  }
  const { error } = replace
  if (error instanceof LinkNotEditedError && error.source) {
    return (
      <LinkSourceGone
        row={row}
        source={error.source}
        onSettled={replace.reset}
        onDelete={onDelete}
        onClose={onClose}
      />
    )
  }
  return (
    <LinkFormDialog
      width="narrow"
      title={(keepsOld ? messages.keepTitle : messages.replaceTitle)(displayName(row.name))}
      description={keepsOld ? messages.keepText(isDead) : messages.replaceText(row.visited, isDead)}
      submitLabel={keepsOld ? t.linkForm.create : messages.replace}
      isSubmitFocused
      isPending={replace.isPending}
      error={error}
      onSubmit={() => void submit()}
      onClose={replace.isPending ? onClose : onCancel}
    >
      <NewPasswordField
        password={password}
        error={isValid ? undefined : t.linkForm.passwordCharacters}
        onPassword={setPassword}
      />
      {/* Once it is sent it stays as it was: the result says what became of the old link by it. */}
      <Checkbox
        checked={keepsOld}
        aria-disabled={replace.isPending || undefined}
        onChange={(keeps) => replace.isPending || setKeepsOld(keeps)}
      >
        {messages.keepOld}
      </Checkbox>
    </LinkFormDialog>
  )
}
