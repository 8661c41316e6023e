import type { ModulePreloadOptions, Plugin } from 'vite'
import { replaceOnce } from './replace-once.ts'

const moduleScript = '<script type="module"'
const asyncModuleScript = `${moduleScript} async fetchpriority="high"`

/**
 * `bootstrap.ts` imports the rest of the code itself. The document names the chunks of the frame too, so that they are
 * fetched at the same time, and its styles, which are needed for the first paint. It does not wait for those: `async`
 * lets its requests leave as soon as it is there, and `fetchpriority` makes up for the low priority of such scripts.
 */
export const preloadFrame: Plugin = {
  name: 'preload-frame',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const chunks = Object.values(bundle ?? {}).filter((each) => each.type === 'chunk')
      const frame = chunks.find(({ name }) => name === 'app')
      if (!frame) throw new Error('There is no chunk app.')
      const link = (file: string, rel: string) => ({
        tag: 'link',
        attrs: { rel, crossorigin: true, href: `/${file}` },
        injectTo: 'head' as const,
      })
      const styles = [...(frame.viteMetadata?.importedCss ?? [])]
      const tags = [
        ...styles.map((file) => link(file, 'stylesheet')),
        ...[frame.fileName, ...frame.imports]
          .filter((file) => !html.includes(file))
          .map((file) => link(file, 'modulepreload')),
      ]
      return { html: replaceOnce(html, [[moduleScript, asyncModuleScript]]), tags }
    },
  },
}

/**
 * What is fetched together with a chunk that is imported lazily. A page is fetched with its imports, except those that the
 * document names itself. Other chunks are fetched when the browser is idle, where lists of their imports would weigh more
 * than they save; only their styles are named.
 */
export const pageDependencies: NonNullable<ModulePreloadOptions['resolveDependencies']> = (
  file,
  dependencies,
  { hostType },
) =>
  dependencies.filter(
    (dependency) =>
      hostType === 'html' ||
      (!/\/(?:app|prefetch|rolldown-runtime)-/.test(dependency) &&
        (file.includes('Page-') || dependency.endsWith('.css'))),
  )
