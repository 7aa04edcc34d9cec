/** The tables that the bench compares ours with. They are 20,000 files that only the bench needs. */
import { apart } from '../run/install-apart.mjs'

export const PEERS = apart('bench-peers', {
  title: 'the peers of the bench',
  source: 'test/bench/peers',
  files: ['icons'],
})
