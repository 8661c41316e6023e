import type { Plugin } from 'vite'
import { parseOrigins } from '#src/server/http/security/origins.ts'
import { contentSecurityPolicyFor } from '#src/server/http/security/security-headers.ts'
import { replaceOnce } from './replace-once.ts'

/**
 * Writes the security policy into the page, where it names origins of storages (`origins`, as `--origins` takes them) or
 * `isNeeded` because the server sends none, and tells the page which origins those are.
 */
export function pagePolicyPlugin(given: {
  origins: string | undefined
  isNeeded: boolean
}): Plugin {
  let origins: readonly string[] = []
  return {
    name: 'latchkey:page-policy',
    apply: (config, { command }) =>
      command === 'build' && !config.build?.ssr && (given.isNeeded || given.origins !== undefined),
    // Errors are thrown here, because Vite puts a line of its own before those that are thrown while it reads its
    // configuration.
    configResolved() {
      if (given.origins !== undefined) origins = parseOrigins(given.origins)
    },
    // After everything else has put its tags into the page.
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        replaceOnce(html, [
          [
            '<meta charset="utf-8" />',
            `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policyInPage(origins)}" />`,
          ],
          [
            'name="latchkey:origins" content=""',
            `name="latchkey:origins" content="${origins.join(' ')}"`,
          ],
        ]),
    },
  }
}

/** A policy in the page cannot say who may frame it; browsers report that directive as an error. */
const policyInPage = (origins: readonly string[]): string =>
  contentSecurityPolicyFor(origins)
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .join('; ')
