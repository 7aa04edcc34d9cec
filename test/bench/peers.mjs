/** The tables that the bench compares ours with. Only the bench needs them, and they are 20,000 files. */
import { apart } from '../run/install-apart.mjs'

export const PEERS = apart('bench-peers', {
  title: 'the peers of the bench',
  source: 'test/bench/peers',
  files: ['icons'],
})
