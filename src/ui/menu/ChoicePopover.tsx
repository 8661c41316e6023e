import { Check } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { textSearch } from '#src/lib/names/text-search.ts'
import type { Anchor } from '#src/ui/anchor.ts'
import { SearchField } from '#src/ui/controls/fields/SearchField.tsx'
import { optionAfterKey } from '#src/ui/keyboard/option-keys.ts'
import type { MenuItem } from './MenuPopup.tsx'
import { Popover } from './Popover.tsx'
import css from './ChoicePopover.module.css'

/** A menu of more entries than one can look through: a combobox in which a search finds the others. */
export function ChoicePopover({
  anchor,
  name,
  items,
  mostShown,
  align,
  onClose,
}: {
  anchor: Anchor
  name: string
  items: readonly MenuItem[]
  /** So many are drawn, the others are counted. */
  mostShown: number
  align: 'start' | 'end'
  onClose: () => void
}) {
  const { t } = useI18n()
  const id = useId()
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const matching = useMemo(() => {
    const matches = textSearch(search)
    return matches ? items.filter(({ label }) => matches(label)) : items
  }, [items, search])
  const shown = matching.slice(0, mostShown)
  const current = Math.min(active, shown.length - 1)
  const optionId = (at: number) => `${id}-${at}`
  const choose = (item: MenuItem | undefined) => {
    if (!item) return
    onClose()
    item.onSelect()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = optionAfterKey(event.key, current, shown.length)
    if (to !== undefined) setActive(to)
    else if (event.key === 'Enter') choose(shown[current])
    else return
    event.preventDefault()
  }
  return (
    <Popover anchor={anchor} name={name} align={align} onClose={onClose}>
      <div className={css['choices']}>
        <SearchField
          {...(css['search'] ? { className: css['search'] } : {})}
          value={search}
          hotkey=""
          isFirst
          choices={{
            listId: `${id}-list`,
            activeId: current < 0 ? undefined : optionId(current),
          }}
          onChange={(text) => {
            setSearch(text)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <div id={`${id}-list`} role="listbox" aria-label={name} className={css['list']}>
          {shown.map((item, at) => (
            // The search field has the focus and handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={item.key}
              id={optionId(at)}
              role="option"
              aria-selected={at === current}
              aria-current={item.checked}
              className={css['choice']}
              onPointerMove={() => setActive(at)}
              onClick={() => choose(item)}
            >
              <span className={css['mark']}>{item.checked && <Check aria-hidden="true" />}</span>
              <bdi className={css['label']}>{item.label}</bdi>
              {item.note && <small aria-hidden="true">{item.note}</small>}
            </div>
          ))}
        </div>
        {shown.length < matching.length && (
          <p className={css['rest']}>{t.common.moreChoices(matching.length - shown.length)}</p>
        )}
        {shown.length === 0 && <p className={css['rest']}>{t.common.noMatches}</p>}
      </div>
    </Popover>
  )
}
