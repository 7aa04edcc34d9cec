/** `npm start`: the server with its own data. */
import { become } from './become.mjs'

await become('server/main.js')
