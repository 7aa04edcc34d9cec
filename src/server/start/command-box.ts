/**
 * Hands commands to a server that is running on its embedded database, which no second process may open: a
 * sealed file in the data folder, and a sealed answer. Only who can read the server's key can write one.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod/mini'
import { openSealers, type Sealer } from '#server/auth/seal.ts'
import { inDataDir } from '#server/db/embedded/data-dir.ts'
import { BadSettings } from '#server/env.ts'
import { resetFromServer, type ResetResult } from '#server/start/reset-command.ts'
import type { Context } from '#server/context.ts'

const REQUEST = '.request'
const ANSWER = '.answer'
const PURPOSE = 'command-on-the-server'
const LOOK_EVERY_MS = 500
/** A command that nobody answered is not carried out later, when nobody expects it. */
const GOOD_FOR_MS = 30_000
/** A command that the server has taken is waited for longer: a slow mail server may take a minute for the notice. */
const TAKEN_FOR_MS = 120_000

const UNFINISHED =
  'The server accepted the command but did not report a result. Sign in with the password: if you are asked to set up a new second factor, the reset worked. Otherwise run the command again.'

const Command = z.object({ reset: z.string(), at: z.number() })
const Result = z.object({ isDone: z.boolean(), sentence: z.string() })

type Seal = Pick<Sealer, 'seal' | 'open'>

function boxOf(dataDir: string): string {
  return join(dataDir, 'commands')
}

/**
 * Asks the running server to reset a second factor.
 * @returns null if the server did not take the command, so nothing was changed
 * @throws BadSettings if the box cannot be used
 */
export async function askServerToReset(
  { dataDir, seal }: { readonly dataDir: string; readonly seal: Seal },
  username: string,
): Promise<ResetResult | null> {
  const box = boxOf(dataDir)
  const id = randomBytes(8).toString('hex')
  const [request, answer] = [join(box, id + REQUEST), join(box, id + ANSWER)]
  const sent = Date.now()
  const sealed = seal.seal(PURPOSE, JSON.stringify({ reset: username, at: sent }))
  await inBox(dataDir, () => put(box, request, sealed))
  const answered = async (within: number): Promise<ResetResult | null> => {
    while (Date.now() - sent < within) {
      const said = await inBox(dataDir, () => textOf(answer))
      if (said !== null) return Result.parse(JSON.parse(seal.open(PURPOSE, said)))
      await pause(LOOK_EVERY_MS / 5)
    }
    return null
  }
  try {
    const soon = await answered(GOOD_FOR_MS)
    if (soon !== null) return soon
    // Only a command that is still there was not carried out.
    if (await inBox(dataDir, () => takeBack(request))) return null
    return (await answered(TAKEN_FOR_MS)) ?? { isDone: false, sentence: UNFINISHED }
  } finally {
    await rm(request, { force: true })
    await rm(answer, { force: true })
  }
}

/** Carries out the commands that arrive. Returns a function that stops it. */
export function serveCommands(context: Context): () => void {
  let isBusy = false
  let told = ''
  const look = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    try {
      await carryOut(context)
      told = ''
    } catch (err) {
      // A box that cannot be read stays so, and it is looked into twice a second.
      const trouble = String(err)
      if (trouble !== told)
        context.log.warn({ err }, 'a command from the terminal could not be carried out')
      told = trouble
    }
    isBusy = false
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Carries out what waits in the box now.
 * @throws Error if the box or a command in it cannot be read
 */
export async function carryOut(context: Context): Promise<void> {
  const { env, log, now } = context
  const box = boxOf(env.dataDir)
  const names = await readdir(box).catch(noneIfMissing)
  for (const name of (names ?? []).filter((one) => one.endsWith(REQUEST))) {
    const sealed = await takeOut(join(box, name))
    const seal = await sealerOf(sealed, context)
    const { reset, at } = Command.parse(JSON.parse(seal.open(PURPOSE, sealed)))
    if (Math.abs(now() - at) > GOOD_FOR_MS) continue
    const result = await resetFromServer(context, reset)
    log.info({ done: result.isDone }, 'a command from the terminal was carried out')
    // The command has stopped waiting, so the answer would never be removed.
    if (now() - at > TAKEN_FOR_MS) continue
    const answer = join(box, name.slice(0, -REQUEST.length) + ANSWER)
    await put(box, answer, seal.seal(PURPOSE, JSON.stringify(result)))
  }
}

/** The command cannot know which sealer of the key file fits the database, so it is answered with its own. */
async function sealerOf(sealed: string, { env, seal }: Context): Promise<Sealer> {
  if (seal.isOwn(sealed)) return seal
  return (await openSealers(env)).find((one) => one.isOwn(sealed)) ?? seal
}

/** Removes a command before it is carried out, so that it is carried out once even if the process dies in the middle. */
async function takeOut(request: string): Promise<string> {
  try {
    return await readFile(request, 'utf8')
  } finally {
    await rm(request, { recursive: true, force: true })
  }
}

/** Takes back a command; false if the server has taken it. */
async function takeBack(request: string): Promise<boolean> {
  return (await unlink(request).then(() => true, noneIfMissing)) ?? false
}

/** A file appears complete or not at all. */
async function put(box: string, path: string, text: string): Promise<void> {
  await mkdir(box, { recursive: true, mode: 0o700 })
  const draft = `${path}.draft`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
  await rename(draft, path)
}

function textOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(noneIfMissing)
}

function noneIfMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

/** What a box of another account answers, such as one that root made, or a file in its place. */
const NO_BOX: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'ENOTDIR', 'EEXIST'])

/** @throws BadSettings that names the box if it is in the way, or else DATA_DIR */
function inBox<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  return inDataDir(dataDir, async () => {
    try {
      return await work()
    } catch (error) {
      const code = codeOf(error)
      if (!NO_BOX.has(code)) throw error
      throw new BadSettings(
        [
          `The folder ${boxOf(dataDir)} cannot be used (${code}): it must be a folder of the account that runs the server. Remove it and try again.`,
        ],
        error,
      )
    }
  })
}

/** The code of an error of the file system. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error
    ? String(error.code)
    : undefined
}
