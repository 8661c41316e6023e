/* The rooms of `src/` and their arrows. docs/architecture.md says the same in words. */

const everything = [
  'router.tsx',
  'pages',
  'features',
  'jobs',
  'lists',
  'api',
  'ui',
  'platform',
  'lib',
  'contract',
  'i18n',
]

/** Who may import what, beside what is in the same folder. A page and a feature are folders of their own. */
export const allowed: Record<string, readonly string[]> = {
  'main.tsx': everything,
  'router.tsx': everything.filter((room) => room !== 'router.tsx'),
  pages: ['features', 'jobs', 'lists', 'ui', 'platform', 'lib', 'contract', 'i18n'],
  features: ['jobs', 'lists', 'api', 'ui', 'platform', 'lib', 'contract', 'i18n'],
  jobs: ['lists', 'api', 'contract', 'platform', 'lib'],
  lists: ['api', 'contract', 'lib'],
  api: ['contract', 'platform', 'lib'],
  contract: ['lib'],
  ui: ['lib', 'i18n'],
  platform: ['lib'],
  lib: [],
  i18n: ['lib'],
  build: ['server'],
  server: ['contract', 'lib'],
  'vite-env.d.ts': [],
}

/** The features in their order: each may import those before it. */
export const featureOrder: readonly string[] = [
  'errors',
  'list-page',
  'session',
  'account',
  'file-lists',
  'locks',
  'folder-view',
  'folder',
  'name-clash',
  'trash',
  'links',
  'files',
  'viewer',
  'uploads',
  'editor',
  'shell',
]
