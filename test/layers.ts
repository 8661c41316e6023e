/* The layers of `src/` and their arrows. docs/architecture.md says the same in words. */

const everything = [
  'router.tsx',
  'pages',
  'dialogs',
  'components',
  'queries',
  'operations',
  'lists',
  'stores',
  'api',
  'ui',
  'platform',
  'lib',
  'contract',
  'i18n',
]

/** What layers that render may import; of operations they may import types only. */
const drawn = ['queries', 'lists', 'stores', 'ui', 'platform', 'lib', 'contract', 'i18n']

/** Who may import what, beside what is in the same folder. A page is a folder of its own. */
export const allowed: Record<string, readonly string[]> = {
  'main.tsx': everything,
  'router.tsx': everything.filter((layer) => layer !== 'router.tsx'),
  pages: ['dialogs', 'components', ...drawn],
  dialogs: ['components', ...drawn],
  components: drawn,
  queries: ['operations', 'lists', 'api', 'stores', 'contract', 'platform', 'lib'],
  operations: ['lists', 'api', 'stores', 'contract', 'platform', 'lib'],
  lists: ['api', 'contract', 'lib'],
  stores: ['contract', 'platform', 'lib'],
  api: ['contract', 'platform', 'lib'],
  contract: ['lib'],
  ui: ['lib', 'i18n'],
  platform: ['lib'],
  lib: [],
  i18n: ['lib'],
  server: ['contract', 'lib'],
  'vite-env.d.ts': [],
}

/** Layers of which another one may import types, but no values. */
export const allowedTypes: Record<string, readonly string[]> = {
  pages: ['operations'],
  dialogs: ['operations'],
  components: ['operations'],
}
