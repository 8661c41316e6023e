import type { Plugin } from 'vite'
import { parseOrigin } from '#src/server/http/security/origins.ts'
import { replaceOnce } from './replace-once.ts'

/** Tells the page the address of the front end beside it (`--classic`), when that is given. */
export function classicOriginPlugin(given: string | undefined): Plugin {
  let origin = ''
  return {
    name: 'latchkey:classic-tag',
    apply: (config, { command }) =>
      command === 'build' && !config.build?.ssr && given !== undefined,
    // Not before: Vite puts a line of its own before what is thrown while it reads its configuration.
    configResolved() {
      if (given !== undefined) ({ origin } = parseOrigin('classic', given))
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        replaceOnce(html, [
          ['name="latchkey:classic" content=""', `name="latchkey:classic" content="${origin}"`],
        ]),
    },
  }
}
