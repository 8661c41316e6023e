import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { accessSummaryOf, createAccessFormatter } from '#src/features/links/access/access.ts'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useEditManyMessages } from '#src/i18n/parts/link-dialog-messages.ts'
import { userIdsNamedInLinks } from '#src/pages/shares/access/use-access-texts.ts'
import type { PlannedEdit } from './edit-plan.ts'

/**
 * Who may open and change all of these links afterwards, in words: with what else their lines say where that is the same
 * for all, else without. Undefined where the access stays, or nothing can be said of all.
 */
export function useAccessAfterEdit(
  edits: readonly PlannedEdit[],
  ownGroup: string | undefined,
): string | undefined {
  const { t } = useI18n()
  const messages = useEditManyMessages()
  const rows = useMemo(
    () =>
      edits.flatMap(({ row, change }) =>
        change.permissions ? { ...row, permissions: change.permissions } : [],
      ),
    [edits],
  )
  const ids = useMemo(() => userIdsNamedInLinks(rows), [rows])
  const { data: names } = useQuery({ ...users.names(ids), enabled: ids.length > 0 })
  return useMemo(() => {
    if (rows.length === 0) return undefined
    const nameOf = (id: string) => {
      const name = names?.byId.get(id)
      return name && displayName(name)
    }
    const textOf = createAccessFormatter(t, { ownGroup, nameOf })
    const plain = { isProtected: false, price: null }
    for (const each of [rows, rows.map((row) => ({ ...row, ...plain }))]) {
      const [text, ...others] = new Set(each.map(textOf))
      if (others.length === 0) return text
    }
    const settings = new Set(rows.map(({ permissions }) => permissions))
    const summaries = [...settings].map((setting) => accessSummaryOf(setting, ownGroup))
    if (summaries.some(({ isPartlyUnknown }) => isPartlyUnknown)) return undefined
    if (summaries.every(({ changers }) => changers.length === 0))
      return messages.access.choices.allRead
    return summaries.some(({ isOpenToChange }) => isOpenToChange)
      ? undefined
      : messages.access.choices.outsidersRead
  }, [rows, names, ownGroup, t, messages])
}
