/**
 * `npm run dev`: Vite serves the console with hot reload; the server behind it is rebuilt and restarted on every
 * change. `-- --demo` runs the demo's server, which has data.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BUILD_STAMP, ensureBuilt } from './build.mjs'
import { ensureInstalled } from './ensure.mjs'
import { isProgram, UserError, ROOT, run, say } from './program.mjs'
import { restartable } from './restartable.mjs'

const CONSOLE_PORT = 5173

async function dev() {
  await ensureInstalled()
  await ensureBuilt()

  const behind = await behindConsole(process.argv.includes('--demo'))
  const port = process.env['PORT'] || '8080'
  const origins = ['localhost', '127.0.0.1'].map((host) => `http://${host}:${CONSOLE_PORT}`)
  if (process.env['CORS_ORIGINS']) origins.push(process.env['CORS_ORIGINS'])
  const env = { ...process.env, PORT: port, CORS_ORIGINS: origins.join(',') }
  const server = restartable(join(ROOT, behind.program), { cwd: ROOT, env })

  const stops = [
    await serveConsole(`http://127.0.0.1:${port}`),
    await rebuildServer(behind, server.restart),
    server.stop,
  ]
  stopOnSignal(async () => {
    // In parallel: Vite ends the process as soon as it is closed, and the server would survive it.
    await Promise.all(stops.map((stop) => stop()))
  })
}

/**
 * The program that answers the console, and how Vite builds it. The demo's build is stored next to its sources.
 * @param {boolean} isDemo
 */
async function behindConsole(isDemo) {
  if (!isDemo)
    return { program: 'dist/server/main.js', configFile: 'vite.config.ts', stamp: BUILD_STAMP }
  const url = pathToFileURL(join(ROOT, 'test', 'demo', 'build.mjs'))
  const { DEMO_CONFIG, DEMO_STAMP, ensureDemoBuilt } = await import(url.href)
  await ensureDemoBuilt()
  return { program: 'dist/demo/main.js', configFile: DEMO_CONFIG, stamp: DEMO_STAMP }
}

/**
 * @param {string} api address of the server
 * @returns {Promise<() => Promise<void>>} stops it
 */
async function serveConsole(api) {
  const vite = await import('vite')
  const served = await vite.createServer({
    root: ROOT,
    clearScreen: false,
    server: { port: CONSOLE_PORT, strictPort: true, proxy: { '/api': api, '/config.json': api } },
  })
  await served.listen().catch((error) => {
    throw new UserError(`The console cannot be served: ${error.message}.`)
  })
  served.printUrls()
  return () => served.close()
}

/**
 * Builds over the existing output of the program, so that every file is where the server looks for it. Removes the
 * stamp, because the folder is no finished build from now on.
 * @param {{ configFile: string, stamp: string }} program
 * @param {() => Promise<void>} onBuilt
 * @returns {Promise<() => Promise<void>>} stops watching
 */
async function rebuildServer({ configFile, stamp }, onBuilt) {
  const vite = await import('vite')
  const watcher = await vite.build({
    root: ROOT,
    configFile: join(ROOT, configFile),
    clearScreen: false,
    logLevel: 'warn',
    build: { ssr: true, emptyOutDir: false, watch: {} },
  })
  if (!('on' in watcher)) throw new Error('Vite built once instead of watching')
  watcher.on('event', async (event) => {
    if (event.code === 'BUNDLE_START') rmSync(stamp, { force: true })
    if (event.code === 'BUNDLE_END') await event.result.close()
    if (event.code === 'END') await onBuilt()
    if (event.code === 'ERROR') say(`The server could not be built: ${event.error.message}`)
  })
  return () => watcher.close()
}

/** @param {() => Promise<void>} stop */
function stopOnSignal(stop) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.once(signal, () => void stop().then(() => process.exit(0)))
}

if (isProgram(import.meta.url)) await run(dev)
