import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './src/server/build/chunks.ts'
import { dropIn } from './src/server/build/drop-in.ts'
import { hashedTheme } from './src/server/build/hashed-theme.ts'
import { layerOrder } from './src/server/build/layer-order.ts'
import { pagePolicy } from './src/server/build/page-policy.ts'
import { precompress } from './src/server/build/precompress.ts'
import { pageDependencies, preloadFrame } from './src/server/build/preload.ts'
import { embeddedService } from './src/server/dev.ts'
import { testOptions } from './test/projects.ts'

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    layerOrder,
    preloadFrame,
    hashedTheme,
    react(),
    embeddedService(),
    mode === 'cloudreve' ? dropIn(process.env['CLOUDREVE_VERSION']) : precompress(),
    // That server sends no security headers.
    pagePolicy({ origins: process.env['LATCHKEY_ORIGINS'], isNeeded: mode === 'cloudreve' }),
  ],
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
        modulePreload: { polyfill: false, resolveDependencies: pageDependencies },
        rolldownOptions: {
          // Numbers and texts stand where they are used instead of being exported from one chunk to another.
          optimization: { inlineConst: { mode: 'all' as const, pass: 3 } },
          output: { codeSplitting: { groups: chunks } },
        },
        // Below these versions Lightning CSS would rewrite light-dark() into a media query, which ignores a theme that
        // the user has chosen.
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      },
  test: testOptions,
}))
