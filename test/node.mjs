/** `npm run test:node -- 26`: `npm test` on another Node, such as the newest one, fetched from the registry. */
import { runOnNode } from './run/other-node.mjs'

await runOnNode(process.argv.slice(2))
