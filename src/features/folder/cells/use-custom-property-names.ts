import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ColumnType } from '#src/contract/views/view.ts'
import {
  type CustomPropertyNames,
  localizeCustomPropertyNames,
} from '#src/features/folder-view/columns.ts'
import type { ResolvedView } from '#src/features/folder-view/resolved-view.ts'
import { site } from '#src/features/session/site.ts'
import { useI18n } from '#src/i18n/I18n.tsx'

/** The names of custom properties; requested only when a view has a column for one. */
export function useCustomPropertyNames({
  columns,
}: Pick<ResolvedView, 'columns'>): CustomPropertyNames | undefined {
  const { t } = useI18n()
  const { data } = useQuery({
    ...site.explorer(),
    enabled: columns.some(({ type }) => type === ColumnType.customProperty),
  })
  return useMemo(
    () => data?.custom_props && localizeCustomPropertyNames(data.custom_props, t),
    [data, t],
  )
}
