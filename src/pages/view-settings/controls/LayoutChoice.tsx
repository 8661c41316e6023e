import { type ReactNode, useId } from 'react'
import { type Layout, layouts } from '#src/features/folder-view/resolved-view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import css from './ViewControls.module.css'

/** A small drawing of each layout. */
const miniatures: Record<Layout, ReactNode> = {
  list: (
    <>
      {[4, 14, 24].map((y) => (
        <rect key={y} x="2" y={y} width="52" height="5" rx="2.5" />
      ))}
    </>
  ),
  grid: (
    <>
      {[3, 19].flatMap((y) =>
        [3, 21, 39].map((x) => (
          <rect key={`${x} ${y}`} x={x} y={y} width="14" height="11" rx="2.5" />
        )),
      )}
    </>
  ),
  gallery: (
    <>
      <rect x="2" y="3" width="31" height="27" rx="3" />
      <rect x="37" y="3" width="17" height="12" rx="3" />
      <rect x="37" y="18" width="17" height="12" rx="3" />
    </>
  ),
}

/** Radio buttons with a drawing of each layout. */
export function LayoutChoice({
  value,
  error,
  onChange,
}: {
  /** The view's layout; possibly one that this version does not know. */
  value: string
  error?: string | undefined
  onChange: (layout: Layout) => void
}) {
  const { t } = useI18n()
  const messages = useViewEditorMessages()
  const id = useId()
  const isKnown = layouts.some((layout) => layout === value)
  const note = error ?? (isKnown ? undefined : messages.layoutUnknown(value))
  return (
    <fieldset
      className={css['group']}
      aria-describedby={note && `${id}-note`}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- a group may be invalid as its radios are
      aria-invalid={error ? true : undefined}
    >
      <legend className={css['label']}>{t.viewSettings.layout}</legend>
      <div className={css['layouts']}>
        {layouts.map((layout) => (
          <label key={layout} className={css['layout']}>
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={layout === value}
              onChange={() => onChange(layout)}
            />
            <svg viewBox="0 0 56 33" aria-hidden="true" fill="currentColor">
              {miniatures[layout]}
            </svg>
            <span>{t.viewSettings.layouts[layout]}</span>
          </label>
        ))}
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? css['error'] : css['note']}>
          {note}
        </p>
      )}
    </fieldset>
  )
}
