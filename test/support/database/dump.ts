/** `pg_dump` and `pg_restore`, as an operator runs them. */
import { join } from 'node:path'
import { aptInstall, onPath, thisMachine } from '#test/support/machine.ts'

/**
 * Runs a program of Postgres to its end.
 * @param bin where the programs of the server lie, which may not have it: then that of the PATH is run
 * @throws Error with what it said when it fails, or why there is none
 */
export async function runPostgresProgram(
  bin: string,
  name: 'pg_dump' | 'pg_restore',
  args: readonly string[],
): Promise<void> {
  const { ok, output } = await thisMachine.run(await programOf(bin, name), args)
  if (!ok) throw new Error(`${name} failed: ${output}`)
}

async function programOf(bin: string, name: string): Promise<string> {
  const find = () =>
    [join(bin, name), ...onPath(thisMachine, name)].find((path) => thisMachine.isFile(path))
  const found = find()
  if (found !== undefined) return found
  const failure = await aptInstall(thisMachine, ['postgresql-client'])
  const added = find()
  if (added !== undefined) return added
  throw new Error(`The tests of a restore need ${name}: ${failure ?? 'it was not installed'}.`)
}
