/** `npm run demo`: the server with a warehouse of its own. */
import { become } from '../../src/run/become.mjs'

await become('demo.js')
