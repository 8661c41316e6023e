import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { ViteUserConfig } from 'vitest/config'
import { classicOriginPlugin } from './src/build/classic-origin.ts'
import { cloudreveDropInPlugin } from './src/build/drop-in.ts'
import { hashedThemePlugin } from './src/build/hashed-theme.ts'
import { layerOrderPlugin } from './src/build/layer-order.ts'
import { pagePolicyPlugin } from './src/build/page-policy.ts'
import { precompressPlugin } from './src/build/precompress.ts'
import { embeddedServicePlugin } from './src/server/dev.ts'

/** Not imported above, so that a checkout without tests can be built and started. */
async function readTestOptions(): Promise<NonNullable<ViteUserConfig['test']>> {
  const url = new URL('./test/projects.mjs', import.meta.url)
  return ((await import(url.href)) as typeof import('./test/projects.mjs')).testOptions
}

export default defineConfig(async ({ isSsrBuild, mode }) => ({
  plugins: [
    layerOrderPlugin,
    hashedThemePlugin,
    react(),
    embeddedServicePlugin(),
    mode === 'cloudreve'
      ? cloudreveDropInPlugin(process.env['CLOUDREVE_VERSION'])
      : precompressPlugin(),
    // That server sends no security headers.
    pagePolicyPlugin({ origins: process.env['LATCHKEY_ORIGINS'], isNeeded: mode === 'cloudreve' }),
    classicOriginPlugin(process.env['LATCHKEY_CLASSIC']),
  ],
  resolve: {
    alias: isSsrBuild
      ? {}
      : {
          // Its entry for browsers decodes `&copy;` by `innerHTML`, which the policy forbids; that for workers has a table.
          'decode-named-character-reference': fileURLToPath(
            import.meta.resolve('decode-named-character-reference'),
          ),
        },
  },
  css: { transformer: 'lightningcss' as const },
  build: isSsrBuild
    ? {
        target: 'node20',
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        // One file, loaded whole at start: a rebuild cannot pull a later chunk from under a running server.
        rolldownOptions: { output: { codeSplitting: false } },
      }
    : {
        outDir: mode === 'cloudreve' ? 'dist/cloudreve' : 'dist/client',
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules/, tags: ['$initial' as const] },
                // What two share is fetched with the first of them: a list would load what only two dialogs share.
                { name: 'common', minShareCount: 3 },
              ],
            },
          },
        },
        // Below these versions Lightning CSS would rewrite light-dark() into a media query, which ignores a theme that
        // the user has chosen.
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      },
  ...(mode === 'test' && { test: await readTestOptions() }),
}))
