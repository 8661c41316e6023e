// @ts-check
/*
 * The options of vitest, which `vite.config.ts` reads when it runs and at no other time. Node has to load them as they
 * are: what Vite bundles with its configuration has to be there for a build, too.
 */

import { availableParallelism } from 'node:os'

/** In ms. Only what fails takes so long: a machine may be many times slower than the one that a test was written on. */
const limits = { testTimeout: 60_000, hookTimeout: 60_000 }

const dom = {
  environment: 'jsdom',
  include: ['test/{pages,features,jobs,faults,ui}/**/*.test.{ts,tsx}'],
  setupFiles: ['test/dom/setup-dom.ts'],
  ...limits,
}
/**
 * The subject of the first is what happens only once after a module has been loaded. The other starts the app while its
 * clock stands: as the last file of a worker it waited for ever, and why is not known.
 */
const needFreshModules = [
  'test/pages/start.test.tsx',
  'test/faults/failed-writes.test.tsx',
  'test/faults/model-two-tabs.test.tsx',
  'test/features/folder/recent-folders.test.ts',
  'test/jobs/journal/*.test.ts',
  'test/{features/shell/interrupted,pages/shares/deletion}/full-browser.test.tsx',
  'test/features/trash/restore/continued-after-a-reload.test.tsx',
]

/** They start processes of their own, and mostly wait for them. */
const startProcesses = [
  'test/server/start/**/*.test.ts',
  'test/server/attacks/processes/*.test.ts',
  'test/build.test.ts',
  'test/server/{dev,storage/crash,http/page-policy}.test.ts',
]

/** @type {NonNullable<import('vitest/config').ViteUserConfig['test']>} */
export const testOptions = {
  // One more than there are cores, since workers wait a fifth of their time: for processes, and for pauses of the app.
  maxWorkers: availableParallelism() + 1,
  // On CI a test gets a second try, so that one race of a test does not hide the result of all others. `.ci/run` lists
  // the tests that needed it: each is a defect to be mended. Locally the first failure counts.
  retry: process.env['CI'] ? 1 : 0,
  // Only a wait that fails takes so long; by default it would be one second.
  expect: { poll: { timeout: 30_000 } },
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
        ...limits,
      },
    },
    {
      extends: true,
      test: {
        name: 'node',
        environment: 'node',
        include: ['test/*.test.ts', 'test/{contract,server,lib,lists,platform}/**/*.test.ts'],
        exclude: startProcesses,
        // A process and the service's modules for each of a hundred files cost more than most of their tests.
        isolate: false,
        ...limits,
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
        globalSetup: ['test/processes/build-app.ts'],
        // Loading what drives the browser anew for each of fifty files takes longer than starting the browser.
        isolate: false,
        // Each has a browser and a service of its own, and waits for half of its time.
        maxWorkers: 4,
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
        globalSetup: ['test/processes/build-app.ts'],
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
        globalSetup: ['test/bench/harness/large-data-folder.ts'],
        fileParallelism: false,
        testTimeout: 600_000,
        hookTimeout: 300_000,
      },
    },
  ],
}
