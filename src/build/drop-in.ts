import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { replaceOnce } from './replace-once.ts'

/** The version of the public server that the build says it is for; a server of another one logs the difference. */
const defaultVersion = '4.16.0'

/**
 * Makes the build one that the public server serves from its `data/statics` folder as it is (docs/deployment.md). That
 * server puts its own title and description in the place of `{siteName}` and `{siteDes}`, and expects a `version.json`.
 * `sw.js` takes the place of the service worker of the front end that was there before, which would answer with its own
 * pages for ever.
 */
export function cloudreveDropInPlugin(version = defaultVersion): Plugin {
  return {
    name: 'latchkey:drop-in',
    apply: 'build',
    // After everything else has put its tags into the page.
    enforce: 'post',
    transformIndexHtml: { order: 'post', handler: servedByPublicServer },
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'version.json',
        source: `${JSON.stringify({ name: 'cloudreve-frontend', version })}\n`,
      })
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: readFileSync(new URL('./retire-worker.js', import.meta.url), 'utf8'),
      })
    },
  }
}

const servedByPublicServer = (html: string): string =>
  replaceOnce(html, [
    [
      '<meta charset="utf-8" />',
      '<meta charset="utf-8" />\n    <meta name="description" content="{siteDes}" />',
    ],
    ['<title>Latchkey</title>', '<title>{siteName}</title>'],
    ['name="latchkey:scheme" content="svc"', 'name="latchkey:scheme" content="cloudreve"'],
    ['name="latchkey:title" content="Latchkey"', 'name="latchkey:title" content="{siteName}"'],
  ])
