import { type MutationOptions, useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import {
  type AccountDraft,
  type AccountFieldName,
  type AccountProblems,
  editAccountDraft,
  discardAccountDraftFields,
  validateAccountDraft,
  useAccountDraft,
} from '#src/features/account/account-drafts.ts'
import { useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { announce } from '#src/ui/announcements/announce.ts'

/** The form of one section: its part of the draft, over what is stored, and how that is saved. */
export function useAccountForm<Field extends AccountFieldName, Variables>(
  /** What the service has; its fields are those of the form. */
  stored: Pick<Required<AccountDraft>, Field>,
  options: MutationOptions<void, Error, Variables>,
  variablesOf: (changed: AccountDraft) => Variables,
) {
  const messages = useAccountMessages()
  const draft = useAccountDraft()
  const save = useMutation(options)
  const [isSubmitted, setSubmitted] = useState(false)
  const [sent, setSent] = useState<AccountDraft>({})
  const fields = Object.keys(stored) as Field[]
  const edited = fields.filter(
    (field) => draft[field] !== undefined && !Object.is(draft[field], stored[field]),
  )
  const part: AccountDraft = Object.fromEntries(edited.map((field) => [field, draft[field]]))
  const isDirty = edited.length > 0

  // A field that has been saved elsewhere is no change.
  const discardUnchanged = useEffectEvent(() => discardAccountDraftFields(fields, stored))
  const storedText = JSON.stringify(stored)
  useEffect(() => discardUnchanged(), [storedText])

  const found: AccountProblems = isSubmitted && isDirty ? validateAccountDraft(part) : {}
  const problems = Object.fromEntries(
    Object.entries(found).map(([field, problem]) => [field, messages[problem]]),
  ) as Partial<Record<AccountFieldName, string>>

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isPending || !isDirty) return
    setSubmitted(true)
    const [wrong] = Object.keys(validateAccountDraft(part))
    if (wrong !== undefined) {
      announce(messages.fixField)
      const field = event.currentTarget.elements.namedItem(wrong)
      if (field instanceof HTMLElement) field.focus()
      return
    }
    setSent(part)
    // The promise settles when the page has been left meanwhile, too.
    save.mutateAsync(variablesOf(part)).then(
      () => {
        discardAccountDraftFields(fields, part)
        setSubmitted(false)
      },
      () => discardAccountDraftFields(fields, stored),
    )
  }
  return {
    values: { ...stored, ...part },
    edit: (change: AccountDraft) => {
      editAccountDraft(change)
      // The answer that is under way is about what was sent before, and changes what is stored.
      if (save.isPending) return
      save.reset()
      // A field that is as it was is no change.
      discardAccountDraftFields(fields, stored)
    },
    discard: () => {
      discardAccountDraftFields(fields)
      setSubmitted(false)
      if (!save.isPending) save.reset()
    },
    submit,
    problems,
    isDirty,
    isSaving: save.isPending,
    isSaved: save.isSuccess && !isDirty,
    /** The error, if it is about what is in the form now. */
    error: isDirty && edited.every((field) => sent[field] === part[field]) ? save.error : null,
  }
}
