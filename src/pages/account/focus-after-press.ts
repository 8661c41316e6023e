/** Focuses what stays of a part of the page whose pressed button goes, unless the user is elsewhere by now. */
export function focusAfterPress(part: HTMLElement | null): void {
  const { activeElement, body } = document
  const isHere = part?.closest('section')?.contains(activeElement) ?? false
  if (isHere || activeElement === body) part?.focus()
}
