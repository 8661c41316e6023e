import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** A hash of the content in its name lets browsers cache the file for good: no visit waits to revalidate it. */
const theme = readFileSync(new URL('../../public/theme.js', import.meta.url), 'utf8')
const themeFile = `assets/theme-${createHash('sha256').update(theme).digest('base64url').slice(0, 8)}.js`
export const hashedThemePlugin: Plugin = {
  name: 'hashed-theme',
  apply: (config, { command }) => command === 'build' && !config.build?.ssr,
  buildStart() {
    this.emitFile({ type: 'asset', fileName: themeFile, source: theme })
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('src="/theme.js"', `src="/${themeFile}"`),
  },
}
