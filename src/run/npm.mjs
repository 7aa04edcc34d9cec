import { basename } from 'node:path'

/**
 * The command that starts npm: the npm that started this program, or else the one on the PATH.
 * @param {string[]} args
 * @param {string} [node] the Node to run it with, when the path of npm is known
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function npmCommand(args, node = process.execPath) {
  const npm = process.env['npm_execpath'] ?? ''
  if (basename(npm) === 'npm-cli.js') return { command: node, args: [npm, ...args], shell: false }
  return { command: 'npm', args, shell: process.platform === 'win32' }
}
