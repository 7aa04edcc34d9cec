/** The tools that check the sources, as arguments for Node: `npm test` and their own commands both use them. */
import { PEERS } from '../bench/peers.mjs'
import { isInstalledApart } from './install-apart.mjs'

const TSC = 'node_modules/typescript/bin/tsc'

const PEER_PAGES = 'test/bench/table/peers'

/** Each of the compiler's checkers, four by default, repeats what the others have resolved: two take two thirds of its work. */
const FEWER_CHECKERS = ['--checkers', '2']

/** Writes the files; with `--check` it only checks them. */
export const FORMAT = ['node_modules/oxfmt/bin/oxfmt', '.']

/** The pages of the bench's peers are linted only where `npm run bench` has installed the peers, whose types they need. */
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

/** The commands that check types, to be run one after the other. For the pages of the bench's peers see `lint`. */
export function typechecks() {
  const project = [TSC, '-b', ...FEWER_CHECKERS]
  return isInstalledApart(PEERS) ? [project, [TSC, '-p', PEER_PAGES]] : [project]
}
