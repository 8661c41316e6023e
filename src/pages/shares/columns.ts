import { createContext, useMemo } from 'react'
import { useRowHeight } from '#src/features/list-page/use-row-height.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { sidePanelQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import type { SortKey } from './url.ts'

type ColumnKey = SortKey | 'folder'
type ShownColumn = { key: ColumnKey; track: string; isNumeric?: true; isSortable?: false }

const tracks: Record<Exclude<ColumnKey, 'name'>, Omit<ShownColumn, 'key'>> = {
  folder: { track: 'minmax(180px, 1fr)', isSortable: false },
  state: { track: 'minmax(204px, 228px)' },
  visits: { track: '72px', isNumeric: true },
  downloads: { track: '100px', isNumeric: true },
  // Two lines of it have room for long ones, such as “Public, with password · signed-in people can change”.
  access: { track: '232px' },
  created: { track: '100px' },
}

/** In rows of one line: when a link was created gives way to it. */
const accessTrackOfOneLine = '388px'

type Layout = { name: string; columns: readonly Exclude<ColumnKey, 'name'>[] }
/**
 * By the width in px from which the window has room. Names are no wider than the next layout lets them be, so that in comfortable rows
 * more columns never make a name narrower; what is left over is before the buttons.
 */
const layouts = {
  0: { name: 'minmax(280px, 372px)', columns: ['state'] },
  1120: { name: 'minmax(280px, 372px)', columns: ['state', 'visits'] },
  1280: { name: 'minmax(280px, 388px)', columns: ['state', 'access'] },
  1440: { name: 'minmax(280px, 388px)', columns: ['state', 'visits', 'access', 'created'] },
  1540: {
    name: 'minmax(280px, 508px)',
    columns: ['state', 'visits', 'downloads', 'access', 'created'],
  },
  1920: {
    name: 'minmax(508px, 2fr)',
    columns: ['folder', 'state', 'visits', 'downloads', 'access', 'created'],
  },
} as const satisfies Record<number, Layout>

/** Width of open details, in px. */
const panelWidth = 360
const query = (width: number, isOpen: boolean) =>
  `(min-width: ${width + (isOpen ? panelWidth : 0)}px)`

function useLayoutWidth(isOpen: boolean): keyof typeof layouts {
  const fits1120 = useMediaQuery(query(1120, isOpen))
  const fits1280 = useMediaQuery(query(1280, isOpen))
  const fits1440 = useMediaQuery(query(1440, isOpen))
  const fits1540 = useMediaQuery(query(1540, isOpen))
  const fits1920 = useMediaQuery(query(1920, isOpen))
  return (
    (fits1920 && 1920) ||
    (fits1540 && 1540) ||
    (fits1440 && 1440) ||
    (fits1280 && 1280) ||
    (fits1120 && 1120) ||
    0
  )
}

/** Whether the button that copies a link has room for its words beside these columns. */
export const hasCopyWords = (columns: readonly string[], isOneLine: boolean): boolean =>
  columns.includes('visits') ||
  columns.includes('downloads') ||
  (columns.includes('access') && !isOneLine)

/** What is said of a link in one line, below its name or on a card: what has no column, the one that the list is sorted by first. */
export type LinkSummaryField = 'visits' | 'downloads' | 'access' | 'created' | 'folder'
/** On a card the first is what the list is sorted by, undefined where that is none of these or has a place of its own. */
export const ShownLinkSummaryFieldsContext = createContext<
  readonly (LinkSummaryField | undefined)[]
>([])

/** What a list is sorted by is always shown. */
const factOfSort: Readonly<Record<string, LinkSummaryField | undefined>> = {
  visits: 'visits',
  downloads: 'downloads',
  access: 'access',
  created: 'created',
}

/** The tracks of the list, of the width that the window has now, for the rows of its placeholder. */
export function useSkeletonTracks(isOpen: boolean, sortedBy: string): string {
  const { shown, copyColumn } = useLinkListLayout({ isOpen, isCards: false, sortedBy })
  return ['36px', ...shown.map(({ track }) => track), copyColumn.track].join(' ')
}

/** The columns that fit, that of the copy button, which has room for its label or not, and what is said below the names. */
export function useLinkListLayout({
  isOpen,
  isCards,
  sortedBy,
}: {
  /** Whether details are open. */
  isOpen: boolean
  isCards: boolean
  sortedBy: string
}) {
  const { t } = useI18n()
  const width = useLayoutWidth(useMediaQuery(sidePanelQuery) && isOpen)
  const isOneLine = useRowHeight(isCards) < 40
  return useMemo(() => {
    const { name, columns }: Layout = layouts[width]
    const hasDownloads = columns.includes('downloads')
    const keys = columns
      .filter((key) => !isOneLine || key !== 'created')
      // The one column of a number is the one that the list is sorted by: below the name it would take the room of the access.
      .map((key) =>
        key === 'visits' && sortedBy === 'downloads' && !hasDownloads ? 'downloads' : key,
      )
    const sorted = factOfSort[sortedBy]
    // The order in which links are listed by themselves needs no explanation before what matters of them.
    const isUsual = sorted === 'created'
    const first = isUsual ? undefined : sorted
    const rest = ['visits', isUsual ? sorted : undefined, 'folder'] as const
    const facts = isOneLine ? [sorted] : [first, 'access' as const, ...rest]
    return {
      shown: [
        { key: 'name', track: name },
        ...keys.map((key) => ({
          key,
          ...tracks[key],
          ...(key === 'access' && isOneLine && { track: accessTrackOfOneLine }),
        })),
      ] as ShownColumn[],
      facts: isCards
        ? [first === 'access' ? undefined : first, ...rest.filter((fact) => fact && fact !== first)]
        : [...new Set(facts)].filter((fact) => fact && !keys.includes(fact)),
      copyColumn: {
        key: 'copy',
        label: t.links.copyLink,
        isLabelHidden: true,
        track:
          width === 1920 ? '116px' : `minmax(${hasCopyWords(keys, isOneLine) ? 112 : 40}px, 1fr)`,
      },
    }
  }, [width, isCards, isOneLine, sortedBy, t])
}
