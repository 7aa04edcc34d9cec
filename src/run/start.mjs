/** `npm start`: the server with its own data. */
import { become } from './bootstrap.mjs'

await become('server/main.js')
