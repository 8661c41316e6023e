import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react'
import type { ViewSetting } from '#src/contract/views/view.ts'
import {
  defaultSortDirection,
  type SortKey,
  sortKeys,
  sortOfView,
  viewFieldsOfSort,
} from '#src/features/folder-view/resolved-view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { SelectField } from '#src/ui/controls/fields/SelectField.tsx'
import css from './ViewControls.module.css'

/** Value of the option for a sort key that this version does not know. */
const unknownSort = ''

/** Sort key and direction. */
export function SortChoice({
  view,
  error,
  onChange,
}: {
  view: ViewSetting
  error?: string | undefined
  onChange: (part: Partial<ViewSetting>) => void
}) {
  const { t } = useI18n()
  const by = sortOfView(view)?.by as SortKey | undefined
  const direction = view.order_direction === 'desc' ? 'desc' : 'asc'
  const other = direction === 'asc' ? 'desc' : 'asc'
  const directionWord = (each: 'asc' | 'desc') => t.viewSettings.directions[by ?? 'other'][each]
  const Icon = direction === 'asc' ? ArrowUpNarrowWide : ArrowDownNarrowWide
  const keys = sortKeys.map((key) => ({ value: key, label: t.viewSettings.sortKeys[key] }))
  return (
    <div className={css['sort']}>
      <SelectField
        label={t.viewSettings.sortBy}
        error={error}
        value={by ?? unknownSort}
        options={
          by
            ? keys
            : [
                { value: unknownSort, label: t.viewSettings.orderUnknown(view.order ?? '') },
                ...keys,
              ]
        }
        onChange={({ target }) => {
          const key = sortKeys.find((each) => each === target.value)
          if (key) onChange(viewFieldsOfSort({ by: key, direction: defaultSortDirection(key) }))
        }}
      />
      <Button
        icon={<Icon aria-hidden="true" />}
        aria-label={t.common.labelled(t.viewSettings.direction, directionWord(direction))}
        data-tooltip={directionWord(other)}
        onClick={() => onChange({ order_direction: other })}
      >
        {directionWord(direction)}
      </Button>
    </div>
  )
}
