/** Fallback when the Clipboard API is missing (plain http) or refuses. */
export function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'sr-only'
  // Outside an open modal dialog everything is inert and cannot be selected.
  const home = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  home.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
