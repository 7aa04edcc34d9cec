/** The tools that check the sources: what Node is given to run them, for `npm test` and for their own commands. */

export const LINT = [
  'node_modules/oxlint/bin/oxlint',
  '--config=test/lint/oxlintrc.json',
  '--type-aware',
  '--deny-warnings',
  'src',
  'test',
]

export const TYPECHECK = ['node_modules/typescript/bin/tsc', '-b']

/** Writes; with `--check` it only looks. */
export const FORMAT = ['node_modules/oxfmt/bin/oxfmt', '.']
