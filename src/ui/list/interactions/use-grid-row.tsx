import { type ReactNode, useMemo } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { useIsSelected } from '#src/ui/list/use-selection.ts'
import type { GridItem } from '#src/ui/list/use-virtual-grid.ts'

/** The attributes of the element of an item, and its checkbox, which stays the same until it looks different. */
export function useGridRow({
  name,
  rowIndex,
  index,
  tabStop,
  isTabStop,
  isOpen,
  selection,
  filterKey,
}: Omit<GridItem<unknown>, 'row'>) {
  const { t } = useI18n()
  const { isReadOnly } = selection
  const isSelected = useIsSelected(selection, rowIndex, filterKey)
  const attributes = {
    ref: isTabStop ? tabStop : null,
    role: 'row',
    'aria-label': name,
    // The head is row 1.
    'aria-rowindex': index + 2,
    'aria-selected': isReadOnly ? undefined : isSelected,
    'aria-current': isOpen || undefined,
    'data-index': index,
    tabIndex: isTabStop ? 0 : -1,
  } as const
  const checkbox = useMemo<ReactNode>(
    () =>
      isReadOnly ? null : (
        <Checkbox
          name={t.common.selectNamed(name)}
          checked={isSelected}
          tabIndex={-1}
          // The click handler of the grid selects: it knows about ranges.
          onChange={() => {}}
        />
      ),
    [t, name, isSelected, isReadOnly],
  )
  return { attributes, checkbox }
}
