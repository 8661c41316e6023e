/** Focuses the first field of a form that is marked as invalid; screen readers read what is wrong with it. */
export function focusFirstInvalidField(form: HTMLElement): void {
  form.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')?.focus()
}
