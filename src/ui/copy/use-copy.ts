import { useCallback, useEffect, useRef, useState } from 'react'
import { copyBySelection } from './copy-by-selection.ts'

/** Copies text. Resolves to false when the browser refuses: show the text selected then. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** `copied` is true for two seconds after a copy that worked. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = useCallback(async (text: string) => {
    const done = await copyText(text)
    clearTimeout(timer.current)
    setCopied(done)
    if (done) timer.current = setTimeout(() => setCopied(false), 2000)
    return done
  }, [])
  return { copied, copy }
}
