import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ColumnType } from '#src/contract/view.ts'
import { site } from '#src/queries/site.ts'
import type { PropertyNames } from './columns.ts'
import type { ShownView } from './shown-view.ts'

/** Asked for when a view has such a column. */
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
