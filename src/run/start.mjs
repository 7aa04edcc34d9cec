/** `npm start`: the server with its own data. */
import { launch } from './bootstrap.mjs'

await launch('server/main.js')
