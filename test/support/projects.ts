/**
 * The suites of `npm test`: their files and environments. A file's folder decides, and for the console also its name:
 *
 * - `*.page.test.ts(x)` opens the whole console with `consolePage()`. The files share one page, because loading the
 *   console takes longer than most of them.
 * - `*.node.test.ts` needs no page and leaves its modules unchanged. The files share their modules.
 * - `*.test.ts` has modules of its own, in a page that the files share.
 * - `*.test.tsx` renders parts of the console. The files share page and modules, because React and Testing
 *   Library keep references to the page in which they were loaded.
 * - `*.apart.test.ts(x)` has a page and modules of its own, because it leaves them changed.
 *
 * test/architecture/suites.test.ts checks that names and contents agree.
 */
import { fileURLToPath } from 'node:url'
import type { TestProjectConfiguration } from 'vitest/config'
import {
  ON_ANY_DATABASE,
  ON_EMBEDDED_IN_LONG_RUN,
  ON_POSTGRES_ALONE,
  ON_POSTGRES_IN_LONG_RUN,
  RESTARTS_IN_LONG_RUN,
  WATCHES_MODULES,
} from '#test/support/database/any-database.ts'

const node = {
  environment: 'node' as const,
  // These limits measure nothing. The first start of the embedded database or a hundred password hashes take seconds,
  // and many times as long on a slow machine that runs other suites in parallel.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
  // Tests create many short-lived objects. With this much room V8 collects them less often, which saves about 5 % of the time.
  execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
}

const page = {
  environment: './test/support/console/page-environment.ts',
  setupFiles: ['test/support/console/browser-like.ts'],
}

/**
 * Files share their modules, and files of the server also their embedded database: loading and starting them takes
 * longer than most files. A worker runs its files one after the other.
 */
const shared = { isolate: false }

/** Files of the server also share the results of password comparisons, except where `npm run test:long` measures time. */
const server = {
  ...shared,
  alias: process.env['TIMINGS']
    ? {}
    : { '@node-rs/argon2': pathOf('./server/remembered-argon2.ts') },
}

/** timing.test.ts measures time, so it runs alone in `npm run test:long`, which sets the number of its rounds. */
const apart = [
  ...WATCHES_MODULES,
  ...(process.env['TIMINGS'] ? [] : ['test/server/http/timing.test.ts']),
]
const PAGES = ['test/console/**/*.page.test.ts', 'test/console/**/*.page.test.tsx']
const PARTS = ['test/console/**/*.node.test.ts']
const APART = ['test/console/**/*.apart.test.ts', 'test/console/**/*.apart.test.tsx']
const RENDERED = ['test/console/**/*.test.tsx']

/** Browser tests that take long. */
const BROWSER_IN_LONG_RUN = [
  'test/browser/bench.test.ts',
  'test/browser/deployments.test.ts',
  'test/browser/dialogs/notices.test.ts',
  'test/browser/dialogs/scan-over-dialogs.test.ts',
  'test/browser/find-by-camera.test.ts',
  'test/browser/lists/large-export.test.ts',
  'test/browser/lists/long-lists.test.ts',
  'test/browser/lists/missing-view.test.ts',
  'test/browser/lists/sideways.test.ts',
  'test/browser/network/cold-start.test.ts',
  'test/browser/network/kept-rows.test.ts',
  'test/browser/network/weak-link.test.ts',
  'test/browser/random-events.test.ts',
  'test/browser/still-pages.test.ts',
]

/** What `npm test` leaves to `npm run test:long`, which sets THOROUGH. */
const leftToLongRun = (files: readonly string[]): string[] =>
  process.env['THOROUGH'] ? [] : [...files]

export const testProjects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: { ...node, ...shared, name: 'contract', include: ['test/contract/**/*.test.ts'] },
  },
  {
    extends: true,
    test: {
      ...node,
      ...server,
      name: 'server',
      include: ['test/server/**/*.test.ts'],
      exclude: [
        ...apart,
        ...ON_POSTGRES_ALONE,
        ...leftToLongRun([...ON_EMBEDDED_IN_LONG_RUN, ...RESTARTS_IN_LONG_RUN]),
      ],
      env: { DOCKSIDE_TEST_DATABASE: 'embedded' },
    },
  },
  {
    extends: true,
    test: {
      ...node,
      ...server,
      name: 'server-postgres',
      include: ['test/server/**/*.test.ts'],
      exclude: [...apart, ...ON_ANY_DATABASE, ...leftToLongRun(ON_POSTGRES_IN_LONG_RUN)],
      env: { DOCKSIDE_TEST_DATABASE: 'server' },
      globalSetup: ['test/support/database/postgres-setup.ts'],
    },
  },
  {
    extends: true,
    test: {
      ...node,
      name: 'guessing',
      include: [...WATCHES_MODULES],
      env: { DOCKSIDE_TEST_DATABASE: 'embedded' },
    },
  },
  {
    extends: true,
    test: {
      ...node,
      name: 'guessing-postgres',
      include: [...WATCHES_MODULES],
      env: { DOCKSIDE_TEST_DATABASE: 'server' },
      globalSetup: ['test/support/database/postgres-setup.ts'],
    },
  },
  {
    extends: true,
    test: {
      ...node,
      ...page,
      ...shared,
      name: 'console',
      include: ['test/console/**/*.test.ts'],
      exclude: [...PAGES, ...PARTS, ...APART],
      setupFiles: [
        ...page.setupFiles,
        'test/support/console/fresh-modules.ts',
        'test/support/console/clean-page.ts',
      ],
    },
  },
  {
    extends: true,
    test: {
      ...node,
      ...page,
      ...shared,
      name: 'console-rendered',
      include: RENDERED,
      exclude: [...PAGES, ...APART],
      setupFiles: [...page.setupFiles, 'test/support/console/clean-page.ts'],
    },
  },
  {
    extends: true,
    test: { ...node, ...page, name: 'console-apart', include: APART },
  },
  { extends: true, test: { ...node, ...shared, name: 'console-parts', include: PARTS } },
  {
    extends: true,
    test: {
      ...node,
      ...page,
      ...server,
      name: 'console-pages',
      include: PAGES,
      env: { DOCKSIDE_TEST_DATABASE: 'server' },
      globalSetup: ['test/support/database/postgres-setup.ts'],
    },
  },
  {
    extends: true,
    test: { ...node, ...shared, name: 'netsuite', include: ['test/netsuite/**/*.test.ts'] },
  },
  {
    extends: true,
    test: {
      ...node,
      ...shared,
      name: 'house',
      include: [
        'test/*.test.ts',
        'test/bench/**/*.test.ts',
        'test/run/**/*.test.ts',
        'test/architecture/**/*.test.ts',
        'test/compile/**/*.test.ts',
      ],
    },
  },
  {
    extends: true,
    test: {
      ...node,
      ...shared,
      name: 'browser',
      include: ['test/browser/**/*.test.ts'],
      exclude: leftToLongRun(BROWSER_IN_LONG_RUN),
      globalSetup: ['test/browser/support/setup.ts'],
      setupFiles: ['test/browser/support/after-each.ts'],
      testTimeout: 120_000,
      expect: { poll: { timeout: 15_000 } },
    },
  },
]

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}
