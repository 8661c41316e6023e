import { useDensity } from '#src/platform/preferences.ts'
import { useMediaQuery } from '#src/ui/sizes/use-media-query.ts'

/** Row height in px, the same as the CSS variable `--row`; depends on cards, coarse pointers and density. */
export function useRowHeight(isCards: boolean): number {
  const density = useDensity()
  const isCoarse = useMediaQuery('(pointer: coarse)')
  if (isCards) return 61
  if (isCoarse) return 48
  return density === 'compact' ? 32 : 40
}
