import type { Machine } from '#test/support/machine.ts'

export interface MadeUpMachine extends Machine {
  /** What was run, in order, as words. */
  readonly ran: string[]
  /** What the person was told. */
  readonly said: string[]
}

/**
 * A machine that exists only in a test.
 * @param files what is on it; running a command may add to them
 * @param onRun what a command does: false when it fails
 */
export function madeUpMachine(
  files: Set<string>,
  changes: Partial<Machine> = {},
  onRun: (command: string) => boolean = () => false,
): MadeUpMachine {
  const ran: string[] = []
  const said: string[] = []
  return {
    platform: 'linux',
    env: { PATH: '/usr/local/bin:/usr/bin' },
    isRoot: false,
    isFile: (path) => files.has(path),
    list: (folder) => [
      ...new Set(
        [...files]
          .filter((file) => file.startsWith(`${folder}/`))
          .map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''),
      ),
    ],
    run: (command, args) => {
      const words = [command, ...args].join(' ')
      ran.push(words)
      const ok = onRun(words)
      return Promise.resolve({ ok, output: ok ? '' : 'first line\nno network' })
    },
    say: (line) => void said.push(line),
    ran,
    said,
    ...changes,
  }
}
