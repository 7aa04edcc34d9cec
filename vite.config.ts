import { defineConfig, type UserConfig } from 'vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { pwa } from './src/console/pwa/manifest.ts'
import { withIntegrity } from './src/run/build/integrity.mjs'
import { paintFirst } from './src/run/build/paint-first.mjs'
import { precompress } from './src/run/build/precompress.mjs'
import { usedStyles } from './src/run/build/used-styles.mjs'
import { wholeParts } from './src/run/build/whole-parts.mjs'
import { versionOf } from './src/run/version.mjs'

/** What loads the parts of the console that come later. */
const PART_LOADER = 'src/console/data/api/host/part-files.ts'

/** The server and the programs beside it, run by Node from `dist/server`. */
const serverBuild = {
  ssr: true,
  outDir: 'dist/server',
  emptyOutDir: true,
  target: 'node20',
  rolldownOptions: {
    input: {
      main: 'src/server/main.ts',
      'second-factor': 'src/server/second-factor.ts',
      snapshot: 'src/server/db/build-empty-database.ts',
      'embedded-worker': 'src/server/db/embedded/worker.ts',
      'database-trial': 'src/server/db/database-trial.mjs',
    },
  },
} satisfies UserConfig['build']

/** The console: static files that any web server can hand out. */
const consoleBuild = {
  outDir: 'dist/console',
  emptyOutDir: true,
  target: 'es2022',
  sourcemap: false,
  // A browser without it loads the parts as scripts (paint-first.mjs).
  modulePreload: { polyfill: false },
  rolldownOptions: {
    output: {
      // A few files instead of thirty: on a slow tablet each one asked for costs more than what is in
      // it. None so large that a weak link seldom brings it to its end: 100 KB packed. Each is evaluated
      // in a turn of its own (paint-first.mjs).
      codeSplitting: {
        groups: [
          { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 9 },
          {
            name: 'router',
            test: /node_modules[\\/](@tanstack[\\/](react-)?(router|store|history)[a-z-]*|use-sync-external-store)[\\/]/,
            priority: 8,
          },
          { name: 'look', test: /@mantine[\\/]core[\\/]esm[\\/]core[\\/]/, priority: 8 },
          // What the sign-in page needs; nothing else may be in it (test/browser/sign-in-size.test.ts).
          { name: 'main', test: /console[\\/]main\.tsx$/, priority: 7 },
          { name: 'sign-in', test: /screens[\\/]public[\\/]sign-in\.ts$/, priority: 6 },
          {
            name: 'data',
            test: /node_modules[\\/](dexie|@tanstack[\\/](react-)?query[a-z-]*)[\\/]/,
            priority: 5,
          },
          // The schemas of our own calls that every page makes; the first paint does without them.
          {
            name: 'own-calls',
            test: /contract[\\/](own[\\/](exception|server-state)|views[\\/](view|preference))-endpoints\.ts$/,
            priority: 5,
          },
          { name: 'background', test: /console[\\/]start[\\/]background\.tsx$/, priority: 4 },
          {
            name: 'two-factor-login',
            test: /screens[\\/]public[\\/](two-factor-login|use-code-form)\.tsx?$/,
            priority: 3,
          },
          { name: 'entering', test: /screens[\\/]public[\\/]entering\.tsx$/, priority: 3 },
          // The table library, apart from `list`: one file with both would be 120 KB packed.
          {
            name: 'table',
            test: /node_modules[\\/](mantine-react-table|@tanstack[\\/](react-)?(table|virtual)[a-z-]*)[\\/]/,
            priority: 2,
          },
          { name: 'list', test: /console[\\/]list[\\/]list-page\.tsx$/, priority: 2 },
          {
            name: 'inside',
            test: /console[\\/](router|shell[\\/]shell)\.tsx$/,
            priority: 1,
          },
        ],
      },
    },
  },
} satisfies UserConfig['build']

/** The service worker keeps only files that arrived whole. */
const keptWhole = {
  ...pwa,
  workbox: { ...pwa.workbox, manifestTransforms: [withIntegrity(consoleBuild.outDir)] },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild
    ? []
    : [
        react(),
        VitePWA(keptWhole),
        wholeParts(PART_LOADER),
        paintFirst(),
        usedStyles(),
        precompress(),
      ],
  publicDir: isSsrBuild ? false : 'public',
  build: isSsrBuild ? serverBuild : consoleBuild,
  // Of all pages below the root only the console's is served: those of the bench need packages of their own.
  optimizeDeps: { entries: ['index.html'] },
  define: { __DOCKSIDE_VERSION__: JSON.stringify(versionOf(import.meta.dirname)) },
}))
