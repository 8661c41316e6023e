import { useMemo } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { sidePanelQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import type { SortKey } from './url.ts'

type ShownColumn = {
  key: SortKey | 'folder'
  track: string
  isNumeric?: true
  isSortable?: false
}

/** `from`: the window width in px from which the column fits. */
const all: readonly (ShownColumn & { from: number })[] = [
  { key: 'name', track: 'minmax(104px, 1fr)', from: 0 },
  { key: 'folder', track: 'minmax(104px, 0.6fr)', isSortable: false, from: 1700 },
  { key: 'state', track: '168px', from: 0 },
  { key: 'visits', track: '80px', isNumeric: true, from: 1120 },
  { key: 'downloads', track: '108px', isNumeric: true, from: 900 },
  { key: 'expires', track: '128px', from: 1000 },
  { key: 'access', track: '184px', from: 1400 },
  { key: 'price', track: '80px', isNumeric: true, from: 1700 },
  { key: 'created', track: '104px', from: 1400 },
]
/** Width of open details, in px. */
const panelWidth = 360
const query = (width: number, isOpen: boolean) =>
  `(min-width: ${width + (isOpen ? panelWidth : 0)}px)`

/** The columns that fit, and that of the copy button, which has room for its label or not. */
export function useShownColumns(details: { hasPrice: boolean; isOpen: boolean }) {
  const { t } = useI18n()
  const { hasPrice } = details
  const isOpen = useMediaQuery(sidePanelQuery) && details.isOpen
  const fits900 = useMediaQuery(query(900, isOpen))
  const fits1000 = useMediaQuery(query(1000, isOpen))
  const fits1120 = useMediaQuery(query(1120, isOpen))
  const fits1400 = useMediaQuery(query(1400, isOpen))
  const fits1700 = useMediaQuery(query(1700, isOpen))
  const width =
    (fits1700 && 1700) ||
    (fits1400 && 1400) ||
    (fits1120 && 1120) ||
    (fits1000 && 1000) ||
    (fits900 && 900) ||
    0
  return useMemo(
    () => ({
      shown: all.filter(({ key, from }) => from <= width && (key !== 'price' || hasPrice)),
      copyColumn: {
        key: 'copy',
        label: t.links.copyLink,
        isLabelHidden: true,
        track: width > 0 ? '116px' : '44px',
      },
    }),
    [width, hasPrice, t],
  )
}
