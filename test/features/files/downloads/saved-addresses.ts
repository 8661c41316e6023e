import { afterEach, beforeEach } from 'vitest'

/** The addresses that the browser was told to save from, in the current test. Call it at the top of a test file. */
export function recordSavedAddresses(): readonly string[] {
  const saved: string[] = []
  const onClick = (event: Event) => {
    const link = event.target
    if (!(link instanceof HTMLAnchorElement) || !link.hasAttribute('download')) return
    event.preventDefault()
    saved.push(link.getAttribute('href') ?? '')
  }
  beforeEach(() => {
    saved.length = 0
    document.addEventListener('click', onClick)
  })
  afterEach(() => document.removeEventListener('click', onClick))
  return saved
}
