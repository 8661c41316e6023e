import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { ViteUserConfig } from 'vitest/config'
import { embeddedService } from './src/server/dev.ts'

const test: ViteUserConfig['test'] = {
  // One worker for each core; without this, one fewer.
  maxWorkers: '100%',
  // On CI a test gets a second try, so that one race of a test does not hide the result of all others. `.ci/run` lists
  // the tests that needed it: each is a defect to be mended. Locally the first failure counts.
  retry: process.env['CI'] ? 1 : 0,
  reporters: ['default', './test/unstable-reporter.ts'],
  projects: [
    {
      extends: true,
      test: {
        name: 'node',
        environment: 'node',
        include: ['test/*.test.ts', 'test/{contract,server,lib,lists}/**/*.test.ts'],
        testTimeout: 20_000,
      },
    },
    {
      extends: true,
      test: {
        name: 'dom',
        environment: 'jsdom',
        include: ['test/{pages,faults,locks,queries,ui}/**/*.test.{ts,tsx}'],
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
 * CSS layer order is fixed by the first @layer statement that the browser sees. Chunks load in any order, so every style
 * sheet starts with the full list.
 */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.css') && id.includes('/src/')
      ? `@layer reset, tokens, base, components;\n${code}`
      : undefined,
}

/**
 * `bootstrap.ts` imports the rest of the code itself. The document names the chunks of the first page too, so that they
 * are fetched at the same time. The styles of the frame are needed for the first paint; those of the list may follow.
 */
const preloadFirstPage: Plugin = {
  name: 'preload-first-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const chunks = Object.values(bundle ?? {}).filter((each) => each.type === 'chunk')
      const chunkOf = (name: string) => {
        const chunk = chunks.find((each) => each.name === name)
        if (!chunk) throw new Error(`There is no chunk ${name}.`)
        return chunk
      }
      const app = chunkOf('app')
      const page = chunkOf('SharesPage')
      const entry = chunks.find((each) => each.isEntry)
      const link = (file: string, attrs: Record<string, string>) => ({
        tag: 'link',
        attrs: { ...attrs, crossorigin: true, href: `/${file}` },
        injectTo: 'head' as const,
      })
      const styles = (chunk: typeof app) => [...(chunk.viteMetadata?.importedCss ?? [])]
      const scripts = new Set([app.fileName, ...app.imports, page.fileName, ...page.imports])
      for (const file of [entry?.fileName, ...(entry?.imports ?? [])]) scripts.delete(file ?? '')
      return [
        ...styles(app).map((file) => link(file, { rel: 'stylesheet' })),
        ...[...scripts].map((file) => link(file, { rel: 'modulepreload' })),
        ...styles(page).map((file) => link(file, { rel: 'preload', as: 'style' })),
      ]
    },
  },
}

/**
 * Few chunks instead of dozens: they compress better and need fewer requests. Each includes what its module imports,
 * unless an earlier one has it.
 */
const chunks = [
  // `bootstrap.ts` is a chunk of its own, since it is run first. It needs Vite's helper for dynamic imports.
  {
    name: 'prefetch',
    test: /[/\\]src[/\\]api[/\\]prefetch\.ts$|vite\/preload-helper/,
    priority: 5,
  },
  { name: 'app', test: /[/\\]src[/\\]main\.tsx$/, priority: 4 },
  { name: 'SharesPage', test: /[/\\]SharesPage\.tsx$/, priority: 3 },
  {
    // Shared by the pages about files.
    name: 'files',
    test: /[/\\]src[/\\](?:queries[/\\]files[/\\]files|components[/\\]folder[/\\]use-crumbs|contract[/\\](?:actions|view-rules))\.ts$/,
    priority: 2,
  },
  {
    name: 'icons',
    test: /[/\\]lucide-react[/\\].*[/\\](?:createLucideIcon|ellipsis|x|info|undo-2)\./,
    priority: 1,
  },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [layerOrder, preloadFirstPage, react(), embeddedService()],
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
        modulePreload: {
          polyfill: false,
          // The imports of a page are fetched together with it. For what is fetched when idle one after the other is
          // soon enough, and the lists of file names would weigh more than they save.
          resolveDependencies: (file, dependencies, { hostType }) =>
            hostType === 'html' || file.includes('Page-')
              ? dependencies
              : dependencies.filter((dependency) => dependency.endsWith('.css')),
        },
        rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
        // Lightning CSS would rewrite light-dark() into a media query below these versions, and a theme chosen by hand would do nothing.
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      },
  test,
}))
