/** Why a text is no number that can be taken. */
export type NumberFault = 'empty' | 'notWhole' | 'tooSmall' | 'tooLarge'

/**
 * Reads a whole number as people write it: digits alone. Signs, fractions, exponents and separators are told apart from it
 * rather than read as something else.
 */
export function readWholeNumber(
  text: string,
  { min, max }: { min: number; max: number },
): { value: number } | { fault: NumberFault } {
  const digits = text.trim()
  if (digits === '') return { fault: 'empty' }
  if (/^-\d+$/.test(digits)) return { fault: 'tooSmall' }
  if (!/^\d+$/.test(digits)) return { fault: 'notWhole' }
  const value = Number(digits)
  if (value < min) return { fault: 'tooSmall' }
  if (value > max) return { fault: 'tooLarge' }
  return { value }
}
