import type { Machine } from '#test/support/machine.ts'

export interface MadeUpMachine extends Machine {
  /** The command lines that were run, in order. */
  readonly ran: string[]
  /** The lines that were printed for the user. */
  readonly said: string[]
}

/**
 * A fake machine.
 * @param files the files on it; running a command may add some
 * @param onRun runs a command and returns false when it fails
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
