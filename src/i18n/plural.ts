const rules = new Map<string, Intl.PluralRules>()
const numbers = new Map<string, Intl.NumberFormat>()

/** A number as the language writes it: 3,200. */
export function formatNumber(value: number, language: string): string {
  let format = numbers.get(language)
  if (!format) numbers.set(language, (format = new Intl.NumberFormat(language)))
  return format.format(value)
}

/** Selects the plural form for a number; `#` in it stands for the number. */
export function plural(
  language: string,
  count: number,
  forms: { one?: string; other: string },
): string {
  let rule = rules.get(language)
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)))
  const form = rule.select(count) === 'one' ? (forms.one ?? forms.other) : forms.other
  return form.replaceAll('#', formatNumber(count, language))
}
