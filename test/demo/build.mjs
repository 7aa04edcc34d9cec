/** Keeps dist/demo up to date with the sources of the demo, which `npm run build` does not build. */
import { join } from 'node:path'
import { buildOnce, sourcesDigest, viteBuild } from '../../src/run/build.mjs'
import { digestFiles, digestOf } from '../../src/run/digest.mjs'
import { ROOT } from '../../src/run/program.mjs'

/** How Vite builds the demo's program. */
export const DEMO_CONFIG = 'test/demo/vite.config.ts'

/** Holds the digest of the built sources; it is removed while a build runs. */
export const DEMO_STAMP = join(ROOT, 'dist', 'demo', '.stamp')

/** The demo is the server with a warehouse, so it is built again whenever the server is. */
const SOURCES = ['test/demo', 'test/netsuite']

/**
 * Builds the demo's program when it is missing, stale or broken off half-way.
 * @throws {UserError} when the build fails
 */
export function ensureDemoBuilt() {
  const demo = {
    name: 'build-demo',
    files: ['dist/demo/main.js'],
    stamp: DEMO_STAMP,
    digest: () => digestOf([sourcesDigest(), digestFiles(ROOT, SOURCES)]),
  }
  return buildOnce(demo, () =>
    viteBuild(['--ssr', '--config', DEMO_CONFIG], 'The demo could not be built.'),
  )
}
