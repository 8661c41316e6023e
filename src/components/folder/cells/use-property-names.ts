import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ShownView } from '#src/components/folder/view/shown-view.ts'
import { ColumnType } from '#src/contract/view.ts'
import { site } from '#src/queries/session/site.ts'
import type { PropertyNames } from './columns.ts'

/** The names of custom properties; requested only when a view has a column for one. */
export function usePropertyNames({
  columns,
}: Pick<ShownView, 'columns'>): PropertyNames | undefined {
  const { data } = useQuery({
    ...site.explorer(),
    enabled: columns.some(({ type }) => type === ColumnType.customProperty),
  })
  return useMemo(
    () => data?.custom_props && new Map(data.custom_props.map(({ id, name }) => [id, name])),
    [data],
  )
}
