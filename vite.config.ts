import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { ViteUserConfig } from 'vitest/config'
import { embeddedService } from './src/server/dev.ts'

const test: ViteUserConfig['test'] = {
  projects: [
    {
      extends: true,
      test: {
        name: 'node',
        environment: 'node',
        include: ['test/*.test.ts', 'test/{contract,server,lib}/**/*.test.ts'],
        testTimeout: 20_000,
      },
    },
    {
      extends: true,
      test: {
        name: 'dom',
        environment: 'jsdom',
        include: ['test/{pages,faults,locks,ui}/**/*.test.{ts,tsx}'],
        setupFiles: ['test/setup-dom.ts'],
        testTimeout: 20_000,
      },
    },
    {
      extends: true,
      test: {
        name: 'browser',
        environment: 'node',
        include: ['test/browser/**/*.test.ts'],
        fileParallelism: false,
        testTimeout: 60_000,
        hookTimeout: 120_000,
      },
    },
    {
      extends: true,
      test: {
        name: 'bench',
        environment: 'node',
        include: ['test/bench/**/*.bench.ts'],
        fileParallelism: false,
        testTimeout: 600_000,
        hookTimeout: 300_000,
      },
    },
  ],
}

/**
 * Chunks arrive in any order, and the first style sheet that names a layer decides where it stands: so every one of
 * them begins by saying the order.
 */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.css') && id.includes('/src/')
      ? `@layer reset, tokens, base, components;\n${code}`
      : undefined,
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [layerOrder, react(), embeddedService()],
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
        outDir: 'dist/client',
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        // Lightning CSS would rewrite light-dark() into a media query below these versions, and a theme chosen by hand would do nothing.
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      },
  test,
}))
