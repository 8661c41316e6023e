import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { User } from '#src/contract/accounts/user.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { Button } from '#src/ui/controls/Button.tsx'
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
  const client = useQueryClient()
  const [keyword, setKeyword] = useState('')
  const wanted = keyword.trim()
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
        label={t.permissions.findPeople}
        autoComplete="off"
        value={keyword}
        hint={found?.length === 0 ? t.common.noMatches : t.permissions.findHint}
        error={error ? describeError(error, t).title : undefined}
        onChange={(event) => setKeyword(event.currentTarget.value)}
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
                {t.permissions.add(displayName(person.nickname || person.id))}
              </Button>
              {person.email && <small>{displayName(person.email)}</small>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
