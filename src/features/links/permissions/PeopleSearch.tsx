import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { User } from '#src/contract/accounts/user.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { usePermissionFormMessages } from '#src/i18n/parts/permission-form-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { focusFirstInvalidField } from '#src/ui/controls/fields/focus-first-invalid-field.ts'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import css from './PermissionsField.module.css'

/** Finds people by name, to give them permissions of their own. */
export function PeopleSearch({
  fieldRef,
  isKnown,
  onAdd,
}: {
  fieldRef: RefObject<HTMLInputElement | null>
  /** Whether this user need not be offered. */
  isKnown: (id: string) => boolean
  onAdd: (id: string) => void
}) {
  const { t } = useI18n()
  const messages = usePermissionFormMessages()
  const client = useQueryClient()
  const [keyword, setKeyword] = useState('')
  const wanted = keyword.trim()
  const [isRefused, setRefused] = useState(false)
  const refuse = useEffectEvent((event: Event) => {
    if (wanted === '') return
    event.preventDefault()
    event.stopPropagation()
    flushSync(() => setRefused(true))
    focusFirstInvalidField(event.target as HTMLFormElement)
  })
  // Whoever is named here and not added would have no permissions, and nothing would say so.
  useEffect(() => {
    const form = fieldRef.current?.form
    form?.addEventListener('submit', refuse)
    return () => form?.removeEventListener('submit', refuse)
  }, [fieldRef])
  const { data, error } = useQuery(users.search(wanted))
  const found = data?.filter(({ id }) => !isKnown(id))
  const add = (person: User) => {
    // The name is known, and need not be asked for.
    client.setQueryData(users.info(person.id).queryKey, person)
    onAdd(person.id)
    setKeyword('')
    // The pressed button goes.
    fieldRef.current?.focus()
  }
  return (
    <div className={css['people']}>
      <TextField
        ref={fieldRef}
        label={messages.findPeople}
        autoComplete="off"
        value={keyword}
        hint={found?.length === 0 ? t.common.noMatches : messages.findHint}
        error={
          error
            ? describeError(error, t).title
            : isRefused && wanted !== ''
              ? messages.notAdded
              : undefined
        }
        onChange={(event) => {
          setKeyword(event.currentTarget.value)
          setRefused(false)
        }}
        // Enter adds the only person found, and never sends the form from here.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          const [only, ...others] = found ?? []
          if (!only || others.length > 0) return
          add(only)
        }}
      />
      {found && found.length > 0 && (
        <ul>
          {found.map((person) => (
            <li key={person.id}>
              <Button
                small
                icon={<UserPlus size={16} strokeWidth={1.75} aria-hidden="true" />}
                onClick={() => add(person)}
              >
                {messages.add(displayName(person.nickname || person.id))}
              </Button>
              {person.email && <small>{displayName(person.email)}</small>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
