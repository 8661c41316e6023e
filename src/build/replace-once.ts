/**
 * Replaces texts of a page, the first occurrence of each. Throws when one is not there, so that a change of index.html
 * cannot silently leave a build without it.
 */
export const replaceOnce = (
  html: string,
  changes: readonly (readonly [from: string, to: string])[],
): string =>
  changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`index.html has no ${from}`)
    return text.replace(from, () => to)
  }, html)
