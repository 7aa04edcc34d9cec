/** The tools that check the sources: what Node is given to run them, for `npm test` and for their own commands. */
import { PEERS } from '../bench/peers.mjs'
import { isInstalledApart } from './install-apart.mjs'

const TSC = 'node_modules/typescript/bin/tsc'

const PEER_PAGES = 'test/bench/table/peers'

/** Writes; with `--check` it only looks. */
export const FORMAT = ['node_modules/oxfmt/bin/oxfmt', '.']

/** The pages of the bench's peers have types only where `npm run bench` has installed the peers. */
export function lint() {
  const args = [
    'node_modules/oxlint/bin/oxlint',
    '--config=test/lint/oxlintrc.json',
    '--type-aware',
    '--deny-warnings',
  ]
  if (!isInstalledApart(PEERS)) args.push(`--ignore-pattern=${PEER_PAGES}`)
  return [...args, 'src', 'test']
}

/** The commands that check types, one after the other; the pages of the bench's peers as above. */
export function typechecks() {
  const project = [TSC, '-b']
  return isInstalledApart(PEERS) ? [project, [TSC, '-p', PEER_PAGES]] : [project]
}
