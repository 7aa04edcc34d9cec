/** `npm run demo`: the server with a warehouse of its own. */
import { become } from '../../src/run/bootstrap.mjs'
import { ensureDemoBuilt } from './build.mjs'

await become('demo/main.js', ensureDemoBuilt)
