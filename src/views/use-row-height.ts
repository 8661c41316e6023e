import { useDensity } from '#src/stores/preferences.ts'
import { useMediaQuery } from '#src/ui/use-media-query.ts'

/** Height of a list's rows in px, the same that `--row` says: cards, coarse pointers and density decide. */
export function useRowHeight(isCards: boolean): number {
  const density = useDensity()
  const isCoarse = useMediaQuery('(pointer: coarse)')
  if (isCards) return 61
  if (isCoarse) return 48
  return density === 'compact' ? 32 : 40
}
