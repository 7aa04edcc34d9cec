/**
 * A small disk that a test fills: mounted in memory if that is allowed, otherwise a folder that its server
 * treats as one.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { announce } from '#test/support/announce.ts'
import { thisMachine } from '#test/support/machine.ts'

const MB = 1024 * 1024
/** The empty database takes 40 MB, and the writes of a test a few more. */
const SIZE_MB = 112

export interface SmallDisk {
  readonly folder: string
  /** For the server that writes to it. */
  readonly env: Readonly<Record<string, string>>
  /** Takes all the remaining space. */
  fill(): void
  /** Frees it again. */
  free(): void
  remove(): void
}

/**
 * SMALL_DISK=told skips the attempt to mount one.
 * @param sizeMb of one that is mounted
 */
export function makeSmallDisk(sizeMb = SIZE_MB): SmallDisk {
  const disk = process.env['SMALL_DISK'] === 'told' ? null : mounted(sizeMb)
  if (disk) return disk
  announce('a disk that is only said to be full, because none can be mounted')
  return makeToldDisk('full')
}

function mounted(sizeMb: number): SmallDisk | null {
  if (thisMachine.platform !== 'linux' || !thisMachine.isRoot) return null
  const folder = mkdtempSync(join(tmpdir(), 'dockside-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder])
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    env: {},
    fill: () => fillWith(filler),
    free: () => rmSync(filler),
    remove: () => {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

function fillWith(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const piece of [MB, 4096]) writeUntilFull(file, Buffer.alloc(piece))
  } finally {
    closeSync(file)
  }
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

/** Without a mount, the server is told how bad the folder is once it is filled (`bad-disk.mjs`). */
export function makeToldDisk(how: 'full' | 'quota' | 'broken'): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-disk-'))
  const sign = `${folder}.sign`
  const loaded = new URL('./bad-disk.mjs', import.meta.url).href
  return {
    folder,
    env: { NODE_OPTIONS: `--import ${loaded}`, BAD_DISK: how, BAD_DISK_SIGN: sign },
    fill: () => writeFileSync(sign, ''),
    free: () => rmSync(sign),
    remove: () => {
      rmSync(sign, { force: true })
      rmSync(folder, { recursive: true })
    },
  }
}
