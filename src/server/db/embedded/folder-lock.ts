import {
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod/mini'

const HEARTBEAT_MS = 1_000

/** For a lock whose process is invisible from here, because it runs in another container. */
interface Patience {
  /** After this time without a heartbeat, the process counts as dead. */
  readonly silenceMs: number
  /** How long to wait for a heartbeat. */
  readonly patienceMs: number
}

const PATIENCE: Patience = { silenceMs: 5 * HEARTBEAT_MS, patienceMs: 10 * HEARTBEAT_MS }

/** The owner of a lock. */
const Holder = z.object({
  pid: z.number(),
  /**
   * Start time of the process, which tells it from a later one with the same pid; null if the system does
   * not say.
   */
  startedAt: z.nullable(z.string()),
  /** Where the process is visible: host and, on Linux, its boot and process namespace. */
  place: z.string(),
})
type Holder = z.infer<typeof Holder>

export interface Lock {
  release(): void
}

/**
 * Locks a folder for this process: PGlite would let a second process in and corrupt the data. A lock whose
 * process has died is taken over.
 * @returns null if another living process holds it
 */
export async function lockFolder(file: string, patience = PATIENCE): Promise<Lock | null> {
  const mine = JSON.stringify(self())
  const giveUpAt = performance.now() + patience.patienceMs
  const isSilent = silenceOf(file, patience)
  while (!take(file, mine)) {
    const theirs = read(file)
    if (theirs === null) continue
    const state = stateOf(theirs, isSilent)
    if (state === 'dead') putAside(file, theirs)
    else if (state === 'alive' || performance.now() > giveUpAt) return null
    else await pause(HEARTBEAT_MS / 4)
  }
  const heartbeat = setInterval(() => beat(file), HEARTBEAT_MS)
  heartbeat.unref()
  return {
    release: () => {
      clearInterval(heartbeat)
      if (read(file) === mine) rmSync(file, { force: true })
    },
  }
}

/** Links a complete file, so that the lock never appears without its content. */
function take(file: string, mine: string): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes the lock of a dead process. If another process took it meanwhile, that lock is put back. */
function putAside(file: string, theirs: string): void {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
    if (readFileSync(aside, 'utf8') !== theirs) linkSync(aside, file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function stateOf(theirs: string, isSilent: () => boolean): 'alive' | 'dead' | 'unknown' {
  const holder = holderOf(theirs)
  if (!holder) return 'dead'
  if (holder.place !== self().place) return isSilent() ? 'dead' : 'unknown'
  if (!isRunning(holder.pid)) return 'dead'
  return startOf(holder.pid) === holder.startedAt ? 'alive' : 'dead'
}

/**
 * Watches the heartbeats of a lock: whether none has come for long enough. Only changes count, because the clock that
 * writes them may be another one than ours.
 */
function silenceOf(file: string, { silenceMs }: Patience): () => boolean {
  let lastBeat: number | undefined
  let heardAt = performance.now()
  return () => {
    const beatAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (beatAt === undefined) return true
    if (beatAt !== lastBeat) heardAt = performance.now()
    lastBeat = beatAt
    return performance.now() - heardAt > silenceMs
  }
}

function beat(file: string): void {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

function self(): Holder {
  return { pid: process.pid, startedAt: startOf(process.pid), place: place() }
}

function place(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/**
 * When a process started, in the system's own unit (proc(5), stat, field 22). A process that has ended and
 * waits to be reaped (Z, X) does not count.
 */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 2, the program name, is in parentheses and may contain anything.
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return 'ZX'.includes(state) ? null : (fields[18] ?? null)
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

function holderOf(text: string): Holder | null {
  try {
    const given: unknown = JSON.parse(text)
    return Holder.safeParse(given).data ?? null
  } catch {
    return null
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
