import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { ViteUserConfig } from 'vitest/config'
import { dropIn } from './src/server/build/drop-in.ts'
import { pagePolicy } from './src/server/build/page-policy.ts'
import { precompress } from './src/server/build/precompress.ts'
import { embeddedService } from './src/server/dev.ts'

const dom = {
  environment: 'jsdom',
  include: ['test/{pages,faults,locks,queries,ui}/**/*.test.{ts,tsx}'],
  setupFiles: ['test/setup-dom.ts'],
  testTimeout: 60_000,
}
/**
 * Their subject is what happens only once after a module has been loaded, or they let minutes pass by a fake clock, which
 * would run whatever other files have left to be done.
 */
const needFreshModules = [
  'test/ui/lazy.test.tsx',
  'test/faults/outage.test.tsx',
  'test/pages/editor/locks-and-lost-answers.test.tsx',
  'test/locks/lock-gate/waiting-and-leaving.test.tsx',
  'test/pages/shares/bulk-faults.test.tsx',
]

/** They start processes of their own, and mostly wait for them. */
const startProcesses = [
  'test/server/start/**/*.test.ts',
  'test/build.test.ts',
  'test/server/{crash,dev,page-policy}.test.ts',
]

const test: ViteUserConfig['test'] = {
  // One worker for each core; without this, one fewer.
  maxWorkers: '100%',
  // On CI a test gets a second try, so that one race of a test does not hide the result of all others. `.ci/run` lists
  // the tests that needed it: each is a defect to be mended. Locally the first failure counts.
  retry: process.env['CI'] ? 1 : 0,
  // Only a wait that fails takes so long; by default it would be one second.
  expect: { poll: { timeout: 15_000 } },
  reporters: ['default', './test/unstable-reporter.ts'],
  // They run in the order of their names, so what mostly waits begins first and not alone at the end.
  projects: [
    {
      extends: true,
      test: {
        // Isolated: the files of `npm start` each have a folder of their own, which their last test deletes.
        name: 'child-processes',
        environment: 'node',
        include: startProcesses,
        testTimeout: 60_000,
      },
    },
    {
      extends: true,
      test: {
        name: 'node',
        environment: 'node',
        include: ['test/*.test.ts', 'test/{contract,server,lib,lists}/**/*.test.ts'],
        exclude: startProcesses,
        // A process and the service's modules for each of a hundred files cost more than most of their tests.
        isolate: false,
        testTimeout: 60_000,
      },
    },
    {
      extends: true,
      test: {
        ...dom,
        name: 'dom',
        exclude: needFreshModules,
        // The files of a worker share one document and one instance of each module, which the harness resets after each
        // test. Loading the app anew for each file takes almost half of the time.
        isolate: false,
      },
    },
    {
      extends: true,
      test: { ...dom, name: 'dom-isolated', include: needFreshModules },
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
        name: 'engines',
        environment: 'node',
        include: ['test/engines/**/*.test.ts'],
        fileParallelism: false,
        testTimeout: 120_000,
        hookTimeout: 120_000,
      },
    },
    {
      extends: true,
      test: {
        name: 'remote',
        environment: 'node',
        include: ['test/remote/**/*.test.ts'],
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
        globalSetup: ['test/bench/large-world-data.ts'],
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
 * `bootstrap.ts` imports the rest of the code itself. The document names the chunks of the frame too, so that they are
 * fetched at the same time, and its styles, which are needed for the first paint.
 */
const preloadFrame: Plugin = {
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
      return [
        ...styles.map((file) => link(file, 'stylesheet')),
        ...[frame.fileName, ...frame.imports]
          .filter((file) => !html.includes(file))
          .map((file) => link(file, 'modulepreload')),
      ]
    },
  },
}

/** Under a name of its content the browser keeps it, and no visit waits for the answer that it has not changed. */
const theme = readFileSync(new URL('public/theme.js', import.meta.url), 'utf8')
const themeFile = `assets/theme-${createHash('sha256').update(theme).digest('base64url').slice(0, 8)}.js`
const hashedTheme: Plugin = {
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

/**
 * Few chunks instead of dozens: they compress better and need fewer requests. A module belongs to the first chunk whose
 * pattern its path matches, with all that it imports. What more than one page needs is named; then each page has a chunk,
 * then what opens above any page, then what opens in one. `test/size.test.ts` counts the requests of each page.
 */
const shared: Record<string, string> = {
  // What runs first: Vite's helper for dynamic imports, then the first requests.
  start: 'src/(bootstrap|page-modules)|vite/preload-helper',
  prefetch: 'src/api/prefetch',
  // The frame and the lists.
  app: 'src/(main|contract/boolset|lib/(names/text-search|share-state)|lists/use-sorted|stores/manual-copy)|components/(use-page-url|errors/use-error|list/(List[PTF]|ListSta|RowCard|grid|use-|page|shown))|ui/(list/(RowList|columns)|TruncatedName|glyphs/|Timestamp|controls/(Chip|Checkbox|IconButton)|menu/Menu\\.tsx)',
  icons:
    'createLucideIcon|icons/(chevron-down|circle-exclamation-point|copy|copy-plus|download|ellipsis|folder-plus|info|lock|rotate-ccw|sliders-horizontal|undo-2|x)\\.',
  errors: 'components/(errors/|frame/use-doc)|lib/href',
  snapshot: 'src/platform/(account-records|page-snapshot/.*ts$)',
  storage: 'src/(api/storage|platform/(storage-origins|frame-download))',
  forms: 'modern/useMutation\\.|platform/unload-guard|stores/draft-store|ui/controls/TextField',
  files:
    'api/raw-request|contract/actions|i18n/names|lib/(numbers/size|operation|names/(plain-text|natural-order))|queries/(start-mutation|files/files\\.|session/site)|ui/use-size',
  'file-lists':
    'components/(folder-name|PathText|list/picked)|stores/batches/batch-list|ui/menu/MenuChip',
  folder: 'components/folder/(use-crumbs|row-uri|filter|view/(over|shown)|cells/(col|use-))',
  writes: 'api/content|operations/lock-gate|queries/(define-mutation|session/users)',
  views: 'components/folder/view/view-ch|queries/views/views|stores/views/view-drafts',
  'sign-in': 'components/(sign-in/|account/AccountPref)',
  'folder-rows': 'components/folder/(FolderItems|use-folder|cells/NewRow)',
  tiles: 'components/folder/(FolderTiles|cells/RowThumbnail)',
}
const path = (pattern: string): RegExp => new RegExp(pattern.replaceAll('/', '[/\\\\]'))
const chunks = [
  ...Object.entries(shared).map(([name, pattern]) => ({ name, test: path(pattern) })),
  { name: (id: string) => /(\w+Page)\.tsx$/.exec(id)?.[1] ?? null },
  { name: 'overlays', test: path('src/(dialogs|components|ui|queries|operations)/.*tsx?$') },
  { name: (id: string) => path('src/pages/([\\w-]+)').exec(id)?.[1] ?? null },
]

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
        modulePreload: {
          polyfill: false,
          // The imports of a page are fetched together with it; those of the frame the document names itself. For what is fetched when idle one after the other is
          // soon enough, and the lists of file names would weigh more than they save.
          resolveDependencies: (file, dependencies, { hostType }) =>
            dependencies.filter(
              (dependency) =>
                hostType === 'html' ||
                (!/\/(?:app|prefetch|rolldown-runtime)-/.test(dependency) &&
                  (file.includes('Page-') || dependency.endsWith('.css'))),
            ),
        },
        rolldownOptions: {
          // Numbers and texts stand where they are used instead of being exported from one chunk to another.
          optimization: { inlineConst: { mode: 'all' as const, pass: 3 } },
          output: { codeSplitting: { groups: chunks } },
        },
        // Lightning CSS would rewrite light-dark() into a media query below these versions, and a theme chosen by hand would do nothing.
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      },
  test,
}))
