import type { Plugin } from 'vite'

/**
 * CSS layer order is fixed by the first @layer statement that the browser sees. Chunks load in any order, so every style
 * sheet starts with the full list.
 */
export const layerOrderPlugin: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.css') && id.includes('/src/')
      ? `@layer reset, tokens, base, components;\n${code}`
      : undefined,
}
