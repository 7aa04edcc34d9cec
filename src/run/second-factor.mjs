/** `npm run second-factor -- reset <username>`: the last resort when a second factor is lost. */
import { launch } from './bootstrap.mjs'

await launch('server/second-factor.js')
