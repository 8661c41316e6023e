const plainText = new Set(
  'txt md markdown rst log tex srt vtt nfo org csv tsv json jsonc js mjs cjs ts tsx jsx css scss less html htm xml svg yml yaml toml ini sh bash zsh py rb go rs java kt c h cc cpp hpp cs php swift sql lua r vue svelte patch diff'.split(
    ' ',
  ),
)

export const isMarkdown = (name: string): boolean => /\.(?:md|markdown)$/i.test(name)

/** Whether the extension is one of plain text that can be edited by hand. */
export const isPlainText = (name: string): boolean =>
  plainText.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) && name.includes('.')

/** Longer texts are neither shown nor edited, in bytes. */
export const maxTextBytes = 1024 * 1024
