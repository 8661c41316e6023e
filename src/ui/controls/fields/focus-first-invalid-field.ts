import { announce } from '#src/ui/announcements/announce.ts'

/**
 * Focuses the first field of a form that is marked as invalid and announces what is wrong with it: a field that has the
 * focus already is not read again.
 */
export function focusFirstInvalidField(form: HTMLElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')
  if (!field) return
  field.focus()
  const described = field.closest('[aria-describedby]')?.getAttribute('aria-describedby') ?? ''
  const [fault] = described.split(' ')
  const text = fault && document.getElementById(fault)?.textContent
  if (text) announce(text)
}
