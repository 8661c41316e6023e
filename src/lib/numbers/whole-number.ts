export type NumberFault = 'empty' | 'notWhole' | 'tooSmall' | 'tooLarge'

/**
 * Parses a whole number written in digits. Signs, fractions, exponents and separators are reported as faults rather
 * than interpreted.
 */
export function parseWholeNumber(
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
