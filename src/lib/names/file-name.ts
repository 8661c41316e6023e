export type NameProblem = 'empty' | 'dots' | 'characters' | 'long' | 'taken'

/** The longest name, in bytes of UTF-8. */
export const maxNameBytes = 255

const encoder = new TextEncoder()

/**
 * What is wrong with a name, null when it is allowed: the rules of the service (docs/protocol.md §4.6), checked before
 * sending. A name of spaces alone is legal there but rejected here.
 */
export function nameProblem(name: string, isTaken: (name: string) => boolean): NameProblem | null {
  if (name.trim() === '') return 'empty'
  if (name === '.' || name === '..') return 'dots'
  if (/[\\/:*?"<>|]/.test(name)) return 'characters'
  if (encoder.encode(name).length > maxNameBytes) return 'long'
  return isTaken(name) ? 'taken' : null
}
