const segmenter = new Intl.Segmenter()

/** The first `maxLength` grapheme clusters; an emoji sequence counts as one. Longer text ends in `ending`. */
export function truncateText(text: string, maxLength: number, ending = '…'): string {
  if (text.length <= maxLength) return text
  let letters = 0
  for (const { index } of segmenter.segment(text)) {
    if (letters++ === maxLength - ending.length) {
      const rest = segmenter.segment(text.slice(index))
      let left = 0
      for (const _ of rest) if (++left > ending.length) return text.slice(0, index) + ending
      return text
    }
  }
  return text
}
