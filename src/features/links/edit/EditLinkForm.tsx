import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ShareSourceType } from '#src/contract/share.ts'
import { ExpiryChangeField } from '#src/features/links/limits/ExpiryChangeField.tsx'
import { ExpiryField } from '#src/features/links/limits/ExpiryField.tsx'
import { suggestedExpiryDateTime } from '#src/features/links/limits/link-input.ts'
import {
  isSameLimits,
  isUsedUp,
  limitsAfterChange,
  type LinkChange,
  type LinkLimits,
} from '#src/features/links/limits/link-limits.ts'
import { linkWrites } from '#src/features/links/link-writes.ts'
import { LinkFormDialog } from '#src/features/links/LinkFormDialog.tsx'
import { showNotDone } from '#src/features/links/new/created-links.ts'
import { PermissionsField } from '#src/features/links/permissions/PermissionsField.tsx'
import type { LinkEditMessages } from '#src/i18n/en/links/link-edit.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useLinkEditMessages } from '#src/i18n/parts/link-edit-messages.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { formatWeekdayDate } from '#src/lib/time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { focusFirstInvalidField } from '#src/ui/controls/fields/focus-first-invalid-field.ts'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
import { LinkNotEditedError } from './edit-link.ts'
import {
  linkChangeOfDraft,
  linkDraftOf,
  expiryOfDraft,
  type LinkDraft,
  validateLinkDraft,
} from './link-draft.ts'
import { LinkConflict } from './LinkConflict.tsx'
import { LinkPasswordNote } from './LinkPasswordNote.tsx'
import { LinkSourceGone } from './LinkSourceGone.tsx'
import { ReplaceLinkPasswordForm } from './ReplaceLinkPasswordForm.tsx'
import form from '#src/features/links/LinkForm.module.css'

/** By how much one link is extended, and until when it works then. */
function LinkExtension({
  draft,
  limits,
  isSubmitted,
  onChange,
}: {
  draft: LinkDraft
  limits: LinkLimits
  isSubmitted: boolean
  onChange: (part: Partial<LinkDraft>) => void
}) {
  const { t, locale } = useI18n()
  const messages = useLinkEditMessages()
  const now = serviceNow()
  const end = expiryOfDraft(draft, limits, now)
  const isWrong = validateLinkDraft(draft, limits, now).date
  return (
    <ExpiryChangeField
      extension={draft.extension ?? 'keep'}
      date={draft.date}
      hasEnd={limits.expires !== null}
      until={
        end === null || isWrong || draft.extension === 'date'
          ? isWrong && draft.extension === 'keep'
            ? messages.needsExpiry
            : undefined
          : t.linkForm.until(formatWeekdayDate(end, now, locale))
      }
      error={isSubmitted && isWrong ? t.linkForm.dateFuture : undefined}
      onExtension={(extension) =>
        onChange({ extension, ...(draft.date === '' && { date: suggestedExpiryDateTime(now) }) })
      }
      onDate={(date) => onChange({ date })}
    />
  )
}

/** What is said above the form of a dead link: an edit cannot leave it dead (docs/protocol.md §5.3). */
function revivalOf({ expires, remaining }: LinkLimits, messages: LinkEditMessages) {
  if (expires !== null && expires <= serviceNow()) return messages.revives.expired
  return isUsedUp({ remaining }) ? messages.revives.usedUp : undefined
}

/** What the form holds, and what becomes of it. The form shows why it was refused; a message does once the form is gone. */
function useLinkEdit(row: LinkRow, limits: LinkLimits, isExtending: boolean, onDone: () => void) {
  const [seen, setSeen] = useState(limits)
  const [draft, setDraft] = useState(() => linkDraftOf(limits, serviceNow(), isExtending))
  const [isSubmitted, setSubmitted] = useState(false)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])
  const { isPending, error, mutateAsync, reset } = useMutation(linkWrites.edit())
  const isMounted = useIsMounted()
  const problems = validateLinkDraft(draft, seen, serviceNow())
  const onEdited = (now: LinkLimits) => {
    if (!isMounted.current) return
    if (latest.current === draft) {
      onDone()
      return
    }
    // What was typed since is another change. By what was sent the link is extended already.
    setSeen(now)
    setDraft((typed) =>
      typed.extension !== null && typed.extension === draft.extension
        ? { ...typed, extension: 'keep' }
        : typed,
    )
    setSubmitted(false)
  }
  /** What the user changed is sent; the link must be as it was seen, or as it was said to be now. */
  const save = (known: LinkLimits) => {
    setSubmitted(true)
    if (isPending || Object.values(problems).some(Boolean)) return
    const change = linkChangeOfDraft(draft, seen, serviceNow())
    if (Object.keys(change).length === 0) {
      onDone()
      return
    }
    void mutateAsync({ row, change, seen: known, before: known }).then(
      () => onEdited(limitsAfterChange(known, change)),
      (failure: Error) => {
        if (!isMounted.current) showNotDone('editLink', [row], failure)
      },
    )
  }
  const takeOver = (now: LinkLimits) => {
    setSeen(now)
    setDraft(linkDraftOf(now, serviceNow(), isExtending))
    setSubmitted(false)
    reset()
  }
  const patch = (part: Partial<LinkDraft>) => setDraft((old) => ({ ...old, ...part }))
  const refusal = error instanceof LinkNotEditedError ? error : undefined
  // A link that was changed and then reached its limit is refused for that, before the change is looked at.
  const isChanged = refusal?.limits !== undefined && !isSameLimits(refusal.limits, seen)
  // Its limit or its end was reached since it was read: the field is marked by what the link allows now.
  const ended = isChanged ? undefined : refusal?.limits
  if (ended && ended !== seen) setSeen(ended)
  return {
    seen,
    draft,
    patch,
    problems,
    isSubmitted,
    setSubmitted,
    isPending,
    error,
    refusal,
    /** What the link allows now, where somebody has changed it. */
    changed: isChanged ? refusal.limits : undefined,
    save,
    takeOver,
    reset,
  }
}

/**
 * Expiry, download limit, view and read-me of a link; the rest of it stays as it is (S6). `isExtending` asks for expiry
 * and limit only.
 */
export function EditLinkForm({
  row,
  limits,
  isExtending,
  onDelete,
  onClose,
}: {
  row: LinkRow
  /** What the link allows as the form opens. */
  limits: LinkLimits
  isExtending: boolean
  onDelete?: ((row: LinkRow) => void) | undefined
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useLinkEditMessages()
  const edit = useLinkEdit(row, limits, isExtending, onClose)
  const { seen, draft, patch, problems, isSubmitted, isPending, error, refusal, changed } = edit
  const [replacement, setReplacement] = useState<LinkChange>()
  if (refusal?.source) {
    return (
      <LinkSourceGone
        row={row}
        source={refusal.source}
        onSettled={edit.reset}
        onDelete={onDelete}
        onClose={onClose}
      />
    )
  }
  const replace = ({ form: fields }: HTMLButtonElement) => {
    // The form must stay to say what became of the edit.
    if (isPending) return
    flushSync(() => edit.setSubmitted(true))
    if (!Object.values(problems).some(Boolean))
      setReplacement(linkChangeOfDraft(draft, seen, serviceNow()))
    else if (fields) focusFirstInvalidField(fields)
  }
  if (replacement) {
    return (
      <ReplaceLinkPasswordForm
        row={row}
        change={replacement}
        onDelete={onDelete}
        onCancel={() => setReplacement(undefined)}
        onClose={onClose}
      />
    )
  }
  const needsLimit = isUsedUp(seen)
  return (
    <LinkFormDialog
      width={seen.permissions && !isExtending ? 'medium' : 'narrow'}
      description={isExtending ? undefined : revivalOf(seen, messages)}
      title={(isExtending ? messages.extendTitle : messages.title)(displayName(row.name))}
      submitLabel={isExtending ? messages.extend : messages.save}
      isSubmitFocused={isExtending && !needsLimit}
      isPending={isPending}
      error={refusal?.code === ErrorCode.linkChanged ? null : error}
      onSubmit={() => edit.save(seen)}
      onClose={onClose}
    >
      {changed && (
        <LinkConflict
          row={row}
          seen={seen}
          now={changed}
          onTakeOver={() => edit.takeOver(changed)}
          onSaveMine={() => edit.save(changed)}
        />
      )}
      {draft.extension === null ? (
        <ExpiryField
          expiry={draft.expiry}
          date={draft.date}
          error={isSubmitted && problems.date ? t.linkForm.dateFuture : undefined}
          onExpiry={(expiry) => patch({ expiry })}
          onDate={(date) => patch({ date })}
        />
      ) : (
        <LinkExtension draft={draft} limits={seen} isSubmitted={isSubmitted} onChange={patch} />
      )}
      <TextField
        label={t.linkDetails.downloadLimit}
        data-autofocus={isExtending && needsLimit ? '' : undefined}
        inputMode="numeric"
        placeholder={t.linkDetails.noLimit}
        hint={messages.limitHint(seen.downloaded)}
        value={draft.limit}
        onChange={(event) => patch({ limit: event.currentTarget.value })}
        error={isSubmitted && problems.limit ? messages.limitNumber(seen.downloaded) : undefined}
      />
      {!isExtending && row.sourceType === ShareSourceType.folder && (
        <div className={form['part']}>
          <Checkbox checked={draft.showsView} onChange={(showsView) => patch({ showsView })}>
            {t.linkForm.showView}
          </Checkbox>
          <Checkbox checked={draft.showsReadme} onChange={(showsReadme) => patch({ showsReadme })}>
            {t.linkForm.showReadme}
          </Checkbox>
        </div>
      )}
      {!isExtending && draft.permissions && (
        <PermissionsField
          setting={draft.permissions}
          onChange={(permissions) => patch({ permissions })}
        />
      )}
      {!isExtending && <LinkPasswordNote row={row} isBusy={isPending} onReplace={replace} />}
    </LinkFormDialog>
  )
}
