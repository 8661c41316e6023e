import { useQuery } from '@tanstack/react-query'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { accessSummaryOf, createAccessFormatter, namedUserIds } from './access.ts'
import css from './AccessText.module.css'

/** Who may open a link and who may change it, in one line; amber where others than one's own people may. */
export function AccessText({ row }: { row: LinkRow }) {
  const { t } = useI18n()
  const { data: me } = useQuery(users.me())
  const ownGroup = me?.group?.id
  const ids = namedUserIds(row.permissions)
  const { data: names } = useQuery({ ...users.names(ids), enabled: ids.length > 0 })
  const nameOf = (id: string) => {
    const name = names?.get(id)
    return name && displayName(name)
  }
  const text = createAccessFormatter(t, { ownGroup, nameOf })(row)
  return (
    <span
      className={css['access']}
      data-access=""
      data-open-to-change={accessSummaryOf(row.permissions, ownGroup).isOpenToChange || undefined}
      data-tooltip={text}
      data-tooltip-if="cut"
    >
      {text}
    </span>
  )
}
