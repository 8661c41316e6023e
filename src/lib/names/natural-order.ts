const collators = new Map<string, Intl.Collator>()

/** Compares names in natural order for a language: file2 before file10. */
export function createNaturalCompare(language: string): (a: string, b: string) => number {
  let collator = collators.get(language)
  if (!collator) {
    collators.set(language, (collator = new Intl.Collator(language, { numeric: true })))
  }
  return collator.compare
}
