/** The built server in a process of its own, with its memory use. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url))

export interface MeasuredServer {
  readonly address: string
  /** The peak memory in MB; null where the system does not report it. */
  peakMb(): number | null
  stop(): Promise<void>
}

/** Starts it and waits until it listens. @param env all its settings */
export async function startMeasured(
  env: Readonly<Record<string, string>>,
): Promise<MeasuredServer> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await addressOf(child)
  return {
    address,
    peakMb: () => peakOf(child.pid ?? 0),
    stop: async () => {
      const ended = new Promise((resolve) => child.on('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /Server listening at (http[^\s"]+)/.exec(line)?.[1]
    if (found === undefined) continue
    child.stdout.resume()
    return found
  }
  throw new Error('the server ended before it listened')
}

/** Linux records the peak resident size. */
function peakOf(pid: number): number | null {
  try {
    const kb = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]
    return kb === undefined ? null : Math.round(Number(kb) / 1024)
  } catch {
    return null
  }
}
