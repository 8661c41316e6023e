import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ColumnType } from '#src/contract/views/view.ts'
import { type PropertyNames, shownPropertyNames } from '#src/features/folder-view/columns.ts'
import type { ShownView } from '#src/features/folder-view/shown-view.ts'
import { site } from '#src/features/session/site.ts'
import { useI18n } from '#src/i18n/I18n.tsx'

/** The names of custom properties; requested only when a view has a column for one. */
export function usePropertyNames({
  columns,
}: Pick<ShownView, 'columns'>): PropertyNames | undefined {
  const { t } = useI18n()
  const { data } = useQuery({
    ...site.explorer(),
    enabled: columns.some(({ type }) => type === ColumnType.customProperty),
  })
  return useMemo(() => data?.custom_props && shownPropertyNames(data.custom_props, t), [data, t])
}
