/** Why a name cannot be given to an item. */
export type NameProblem = 'empty' | 'dots' | 'characters' | 'long' | 'taken'

/** Bytes of UTF-8. */
const longestName = 255

const encoder = new TextEncoder()

/**
 * What is wrong with a name, null when nothing is: the rules of the service (contract.md §8), so that nothing is sent
 * only to be refused. A name of blanks alone is legal there and no name to its reader.
 */
export function nameProblem(name: string, isTaken: (name: string) => boolean): NameProblem | null {
  if (name.trim() === '') return 'empty'
  if (name === '.' || name === '..') return 'dots'
  if (/[\\/:*?"<>|]/.test(name)) return 'characters'
  if (encoder.encode(name).length > longestName) return 'long'
  return isTaken(name) ? 'taken' : null
}
