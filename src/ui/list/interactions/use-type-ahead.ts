import { useRef } from 'react'

/** Letters that follow each other within this time, in ms, are one text. */
const typingMs = 1000

/**
 * Finds rows by the first letters of their names: the next one for a letter, the first from here on for several. Rows
 * that are not loaded have no name.
 */
export function useTypeAhead(count: number, nameAt: (index: number) => string | undefined) {
  const typed = useRef({ text: '', at: 0 })
  return (letter: string, index: number): number | undefined => {
    const now = performance.now()
    const isNew = now - typed.current.at > typingMs
    const text = (isNew ? '' : typed.current.text) + letter.toLowerCase()
    typed.current = { text, at: now }
    for (let step = isNew ? 1 : 0; step < count + (isNew ? 1 : 0); step++) {
      const found = (index + step) % count
      if (nameAt(found)?.toLowerCase().startsWith(text)) return found
    }
    return undefined
  }
}
