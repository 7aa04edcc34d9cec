/** `pg_dump` and `pg_restore`, as an operator runs them. */
import { join } from 'node:path'
import { aptInstall, onPath, thisMachine } from '#test/support/machine.ts'

/**
 * Runs a Postgres program to its end.
 * @param bin the folder of the server's programs; if it does not have this one, that of the PATH is run
 * @throws Error with its output if it fails, or the reason why it cannot be run
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
