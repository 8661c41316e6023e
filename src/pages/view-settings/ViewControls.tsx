import { type CSSProperties, useCallback } from 'react'
import { viewLimits } from '#src/contract/view-rules.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { editView, endStep, typeInField, type ViewEdit } from '#src/stores/view-drafts.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import type { PropertyNames } from '#src/views/folder/columns.ts'
import { overlayView } from '#src/views/folder/shown-view.ts'
import { ColumnList } from './ColumnList.tsx'
import { LayoutChoice } from './LayoutChoice.tsx'
import { NumberField } from './NumberField.tsx'
import type { Refused } from './refusals.ts'
import { SortChoice } from './SortChoice.tsx'
import css from './ViewControls.module.css'

/** Everything that a view says, in the order in which one thinks of it. */
export function ViewControls({
  folder,
  edit: { view, typed },
  base,
  listing,
  properties,
  maxPageSize,
  isTrial,
  refused,
}: {
  folder: string
  /** What is changed. */
  base: ViewSetting
  listing: Listing<FileRow, Folder>
  properties: PropertyNames | undefined
  edit: ViewEdit
  maxPageSize: number
  /** Nothing is saved: what only a saved view can say stays as it is. */
  isTrial: boolean
  /** The field that the service did not accept. */
  refused: Refused | undefined
}) {
  const { t } = useI18n()
  const words = t.viewSettings
  const width = overlayView(view).galleryWidth
  const change = useCallback((part: Partial<ViewSetting>) => editView(folder, part), [folder])
  const errorOf = (field: Refused) => (refused === field ? words.refused[field] : undefined)
  /** A number that is typed or dragged is one step, however many values it goes through. */
  const number = (field: 'page_size' | 'gallery_width') => ({
    typed: typed[field],
    error: errorOf(field),
    disabled: isTrial,
    onValue: (value: number) => editView(folder, { [field]: value }, { step: field }),
    onTyped: (text: string) => typeInField(folder, field, text),
    onEnd: () => endStep(folder),
  })
  const { min, max } = viewLimits.galleryWidth
  const at = Math.max(min, Math.min(width, max))
  return (
    <div className={css['controls']}>
      <LayoutChoice
        value={view.view || 'list'}
        error={errorOf('view')}
        onChange={(layout) => change({ view: layout })}
      />
      <SortChoice view={view} error={errorOf('order')} onChange={change} />
      <NumberField
        label={words.pageSize}
        hint={words.pageSizeHint(viewLimits.pageSize.min, maxPageSize)}
        value={view.page_size ?? 0}
        min={viewLimits.pageSize.min}
        max={maxPageSize}
        {...number('page_size')}
      />
      <Checkbox checked={view.thumbnail ?? false} onChange={(thumbnail) => change({ thumbnail })}>
        {words.thumbnails}
      </Checkbox>
      <fieldset className={css['group']} disabled={isTrial}>
        <legend className={css['label']}>{words.galleryWidth}</legend>
        <div className={css['width']}>
          <input
            type="range"
            aria-label={words.galleryWidth}
            aria-valuetext={`${width} ${words.px}`}
            min={min}
            max={max}
            value={at}
            style={{ '--at': `${((at - min) / (max - min)) * 100}%` } as CSSProperties}
            onChange={({ target }) =>
              editView(folder, { gallery_width: target.valueAsNumber }, { step: 'gallery_width' })
            }
            onPointerUp={() => endStep(folder)}
            onBlur={() => endStep(folder)}
          />
          <NumberField
            label={words.galleryWidthNumber}
            hideLabel
            value={width}
            min={min}
            max={max}
            {...number('gallery_width')}
          />
        </div>
      </fieldset>
      <ColumnList
        folder={folder}
        said={view.columns}
        base={base.columns}
        typed={typed}
        properties={properties}
        listing={listing}
        error={errorOf('columns')}
      />
    </div>
  )
}
