import { Check } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { createSubstringMatcher } from '#src/lib/names/text-search.ts'
import type { Anchor } from '#src/ui/anchor.ts'
import { SearchField } from '#src/ui/controls/fields/SearchField.tsx'
import { useOptionList } from '#src/ui/keyboard/use-option-list.ts'
import type { MenuItem } from './MenuPopup.tsx'
import { PopoverDialog } from './PopoverDialog.tsx'
import css from './SearchableMenuPopup.module.css'

/** A menu of more entries than one can look through: a combobox in which a search finds the others. */
export function SearchableMenuPopup({
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
  const [search, setSearch] = useState('')
  const matching = useMemo(() => {
    const matches = createSubstringMatcher(search)
    return matches ? items.filter(({ label }) => matches(label)) : items
  }, [items, search])
  const shown = matching.slice(0, mostShown)
  const { listId, reset, fieldProps, optionProps } = useOptionList(shown.length, {
    onChoose: (at) => {
      onClose()
      shown[at]?.onSelect()
    },
  })
  return (
    <PopoverDialog anchor={anchor} name={name} align={align} onClose={onClose}>
      <div className={css['choices']}>
        <SearchField
          {...(css['search'] ? { className: css['search'] } : {})}
          value={search}
          hotkey=""
          isFirst
          onChange={(text) => {
            setSearch(text)
            reset()
          }}
          {...fieldProps}
        />
        <div id={listId} role="listbox" aria-label={name} className={css['list']}>
          {shown.map((item, at) => (
            <div
              key={item.key}
              {...optionProps(at)}
              aria-current={item.checked}
              className={css['choice']}
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
    </PopoverDialog>
  )
}
