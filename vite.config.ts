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

type Cut = { file: RegExp; cut: (code: string) => string }

/** Children are never taken apart or copied here, data goes down as properties; the others are for frameworks. */
const unusedOfReact = [
  'Activity',
  'Children',
  'Profiler',
  'PureComponent',
  'StrictMode',
  'ViewTransition',
  'cloneElement',
  'createRef',
  'cacheSignal',
  'addTransitionType',
  'unstable_useCacheRefresh',
  'useActionState',
  'useEffectEvent',
  'useInsertionEffect',
  'useOptimistic',
]

/** Parts of libraries that this page never runs and that no bundler can see to be unused. */
const cuts: readonly Cut[] = [
  {
    // One file, with warnings for development and with properties set on components: those keep every component in the
    // page, used or not. The contexts' go too: only the router's own drawing of routes has one.
    file: /\/node_modules\/react-router\//,
    cut: (code) =>
      code
        .replace('var ENABLE_DEV_WARNINGS = true', 'var ENABLE_DEV_WARNINGS = false')
        .replaceAll(/^\w+\.(?:displayName|contextType) = .*$/gm, '')
        .replaceAll(
          /(?<== )(?=React\d*\.(?:forwardRef|memo|createContext)\()/g,
          '/* @__PURE__ */ ',
        ),
  },
  {
    // What a document can be told to fetch ahead; here the build names it.
    file: /\/react-dom\/cjs\/react-dom\.production\.js$/,
    cut: (code) =>
      code.replaceAll(
        /^exports\.(?:preconnect|prefetchDNS|pre(?:init|load)(?:Module)?) = [^]*?^};$/gm,
        '',
      ),
  },
  {
    file: /\/react\/cjs\/react\.production\.js$/,
    cut: (code) =>
      unusedOfReact.reduce(
        (left, name) =>
          left.replace(
            new RegExp(`^exports\\.${name} = (?:\\w+;|function [^]*?(?:^};|{};))$`, 'm'),
            '',
          ),
        code,
      ),
  },
  {
    // No list here is an infinite query: `queries/listing.ts` walks them.
    file: /\/query-core\/build\/modern\/query\.js$/,
    cut: (code) =>
      code
        .replace(/^import \{ infiniteQueryBehavior \}.*$/m, '')
        .replace(/this\.#queryType === "infinite" \? infiniteQueryBehavior\([^()]*\) : /, ''),
  },
]

const lean: Plugin = {
  name: 'lean',
  apply: 'build',
  generateBundle: (_options, bundle) => {
    for (const chunk of Object.values(bundle)) {
      const used =
        chunk.type === 'chunk' &&
        new RegExp(`\\.(?:${unusedOfReact.join('|')})\\b`).exec(chunk.code)
      if (used) throw new Error(`${chunk.fileName} uses ${used[0]}, which is cut out of React.`)
    }
  },
  transform: (code, id) => {
    const found = cuts.find(({ file }) => file.test(id))
    const less = found?.cut(code)
    // A new version of the library may look otherwise.
    if (less === code && /production|query/.test(id))
      throw new Error(`Nothing was cut out of ${id}.`)
    return less
  },
}

/**
 * `begin.ts` asks for the rest of the code itself; the document names it too, so that it comes at the same time. The
 * look of the frame is needed for the first paint; that of the lists may follow.
 */
const namedAhead: Plugin = {
  name: 'named-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const chunks = Object.values(bundle ?? {}).filter((each) => each.type === 'chunk')
      const named = (name: string) => {
        const chunk = chunks.find((each) => each.name === name)
        if (!chunk) throw new Error(`There is no chunk ${name}.`)
        return chunk
      }
      const [begin, app, list] = [named('begin'), named('app'), named('SharesPage')]
      const link = (file: string, attrs: Record<string, string>) => ({
        tag: 'link',
        attrs: { ...attrs, crossorigin: true, href: `/${file}` },
        injectTo: 'head' as const,
      })
      const styles = (chunk: typeof app) => [...(chunk.viteMetadata?.importedCss ?? [])]
      const scripts = new Set([app.fileName, ...app.imports, list.fileName, ...list.imports])
      scripts.delete(begin.fileName)
      return [
        ...styles(app).map((file) => link(file, { rel: 'stylesheet' })),
        ...[...scripts].map((file) => link(file, { rel: 'modulepreload' })),
        ...styles(list).map((file) => link(file, { rel: 'preload', as: 'style' })),
      ]
    },
  },
}

type Modules = { getModuleInfo: (id: string) => { importers: string[] } | null }

/** Whether a module is loaded with one whose id matches. */
function comesWith(root: RegExp, id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (root.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => comesWith(root, importer, modules, seen))
}

const begin = /[/\\]src[/\\]begin\.ts$/
const main = /[/\\]src[/\\]main\.tsx$/
const firstPage = /[/\\]SharesPage\.tsx$/

/** Few chunks instead of twenty before the first row: they compress better, and nothing is found out late. */
const chunks = [
  {
    // Named by react-query's own index beside what the lists use; only what opens later uses these.
    name: 'writes',
    test: /[/\\](?:queriesObserver|mutationObserver|useQueries|useMutation)\.js$/,
    priority: 3,
    includeDependenciesRecursively: false,
  },
  {
    // Without `begin.ts`: a chunk that is to be run has to be one of its own.
    name: (id: string, modules: Modules) =>
      !begin.test(id) && comesWith(begin, id, modules) ? 'begin' : null,
    priority: 4,
  },
  {
    // Addresses: every other page needs them, and none of them has the room.
    name: (id: string, modules: Modules) =>
      comesWith(main, id, modules) || id.endsWith('/src/contract/uri.ts') ? 'app' : null,
    priority: 2,
  },
  {
    // The other lists are built of the same, so they come by it.
    name: (id: string, modules: Modules) =>
      comesWith(firstPage, id, modules) ? 'SharesPage' : null,
    priority: 1,
  },
  {
    // What every page about files is built of: a handful of chunks of a few hundred bytes otherwise.
    name: 'files',
    test: /[/\\](?:api[/\\](?:addresses|files|site)|contract[/\\](?:file|site|view)|queries[/\\]site)\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    // The icons that most of them show: a chunk for each weighs more than it holds.
    name: 'icons',
    test: /[/\\]lucide-react[/\\].*[/\\](?:createLucideIcon|Icon|context|ellipsis|info|x|undo-2)\.m?js$/,
    includeDependenciesRecursively: true,
  },
]
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [layerOrder, lean, namedAhead, react(), embeddedService()],
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
          // Only a page asks for its parts ahead: what is fetched at rest is in no hurry, and the names weigh.
          resolveDependencies: (file, parts, { hostType }) =>
            hostType === 'html' || file.includes('Page-')
              ? parts
              : parts.filter((part) => part.endsWith('.css')),
        },
        rolldownOptions: {
          treeshake: { propertyReadSideEffects: false },
          output: { codeSplitting: { groups: chunks } },
        },
        // Lightning CSS would rewrite light-dark() into a media query below these versions, and a theme chosen by hand would do nothing.
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      },
  test,
}))
