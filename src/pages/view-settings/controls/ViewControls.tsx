import { type CSSProperties, useCallback } from 'react'
import { viewLimits } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import type { CustomPropertyNames } from '#src/features/folder-view/columns.ts'
import { resolveView } from '#src/features/folder-view/resolved-view.ts'
import type { ViewDraftSnapshot } from '#src/features/folder-view/view-drafts.ts'
import {
  patchDraftView,
  endUndoStep,
  setInvalidText,
} from '#src/features/folder-view/view-edits.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import type { RejectableFieldName } from '#src/pages/view-settings/changes/rejected-field.ts'
import { ColumnList } from '#src/pages/view-settings/columns/ColumnList.tsx'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { LayoutChoice } from './LayoutChoice.tsx'
import { NumberField, type NumberFieldBinding } from './NumberField.tsx'
import { SortChoice } from './SortChoice.tsx'
import css from './ViewControls.module.css'

/** The fields of a view. */
export function ViewControls({
  folder,
  edit: { view, invalidTexts },
  storedView,
  listing,
  properties,
  maxPageSize,
  isPreviewOnly,
  rejected,
}: {
  folder: string
  /** The view that changes are compared with. */
  storedView: ViewSetting
  listing: PagedList<FileRow, FolderListHead>
  properties: CustomPropertyNames | undefined
  edit: ViewDraftSnapshot
  maxPageSize: number
  /** The view cannot be saved: settings that only a saved view has are disabled. */
  isPreviewOnly: boolean
  /** The field that the service rejected. */
  rejected: RejectableFieldName | undefined
}) {
  const { t } = useI18n()
  const messages = useViewEditorMessages()
  const { galleryWidth: width, layout: shownLayout } = resolveView(view)
  const change = useCallback((part: Partial<ViewSetting>) => patchDraftView(folder, part), [folder])
  const errorOf = (field: RejectableFieldName) =>
    rejected === field ? messages.rejected[field] : undefined
  /** Typing or dragging a number is one undo step, whatever values it takes in between. */
  const inputOf = (field: 'page_size' | 'gallery_width'): NumberFieldBinding => ({
    invalidText: invalidTexts[field],
    onValue: (value: number) => patchDraftView(folder, { [field]: value }, { step: field }),
    onInvalidText: (text: string) => setInvalidText(folder, field, text),
    onEnd: () => endUndoStep(folder),
  })
  const { page_size: _, gallery_width: __, ...invalidWidths } = invalidTexts
  const hasInvalidWidth = Object.keys(invalidWidths).length > 0
  const { min, max } = viewLimits.galleryWidth
  const sliderValue = Math.max(min, Math.min(width, max))
  return (
    <div className={css['controls']}>
      <LayoutChoice
        value={view.view || 'list'}
        error={errorOf('view')}
        onChange={(layout) => change({ view: layout })}
      />
      <SortChoice view={view} error={errorOf('order')} onChange={change} />
      <NumberField
        label={messages.pageSize}
        hint={messages.pageSizeHint(viewLimits.pageSize.min, maxPageSize)}
        value={view.page_size ?? 0}
        bounds={{ min: viewLimits.pageSize.min, max: maxPageSize }}
        input={inputOf('page_size')}
        error={errorOf('page_size')}
        disabled={isPreviewOnly}
      />
      <Checkbox checked={view.thumbnail ?? false} onChange={(thumbnail) => change({ thumbnail })}>
        {messages.thumbnails}
      </Checkbox>
      {(view.view === 'gallery' ||
        rejected === 'gallery_width' ||
        invalidTexts['gallery_width'] !== undefined) && (
        <fieldset className={css['group']} disabled={isPreviewOnly}>
          <legend className={css['label']}>{messages.galleryWidth}</legend>
          <div className={css['width']}>
            <input
              type="range"
              aria-label={messages.galleryWidth}
              aria-valuetext={`${width} ${t.viewSettings.px}`}
              min={min}
              max={max}
              value={sliderValue}
              style={{ '--at': `${((sliderValue - min) / (max - min)) * 100}%` } as CSSProperties}
              onChange={({ target }) =>
                patchDraftView(
                  folder,
                  { gallery_width: target.valueAsNumber },
                  { step: 'gallery_width' },
                )
              }
              onPointerUp={() => endUndoStep(folder)}
              onBlur={() => endUndoStep(folder)}
            />
            <NumberField
              label={messages.galleryWidthNumber}
              hideLabel
              value={width}
              bounds={viewLimits.galleryWidth}
              input={inputOf('gallery_width')}
              error={errorOf('gallery_width')}
              disabled={isPreviewOnly}
            />
          </div>
        </fieldset>
      )}
      {(shownLayout === 'list' || rejected === 'columns' || hasInvalidWidth) && (
        <ColumnList
          folder={folder}
          columnsSetting={view.columns}
          storedColumns={storedView.columns}
          invalidTexts={invalidTexts}
          properties={properties}
          listing={listing}
          error={errorOf('columns')}
        />
      )}
    </div>
  )
}
