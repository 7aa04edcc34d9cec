/** `npm run demo`: the server with a warehouse of its own. */
import { launch } from '../../src/run/bootstrap.mjs'
import { ensureDemoBuilt } from './build.mjs'

await launch('demo/main.js', ensureDemoBuilt)
