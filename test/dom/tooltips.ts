/** The elements whose tooltip has this text. */
export function withTooltip(text: string | RegExp, inside: ParentNode = document): HTMLElement[] {
  const all = [...inside.querySelectorAll<HTMLElement>('[data-tooltip]')]
  return all.filter(({ dataset: { tooltip = '' } }) =>
    typeof text === 'string' ? tooltip === text : text.test(tooltip),
  )
}
