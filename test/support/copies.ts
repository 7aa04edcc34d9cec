/** Ways in which people copy folders. */
import { cpSync, rmSync, statSync } from 'node:fs'

/** Like `cp -a`; in an existing folder it overwrites files. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true })
}

/** Replaces the target with a copy. */
export function putInPlace(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  copyFolder(from, to)
}

/** Like `rsync -a --inplace`: skips files of the same size and time. */
export function copyChanges(from: string, to: string): void {
  const differs = (one: string, other: string): boolean => {
    const [source, target] = [statSync(one), statSync(other, { throwIfNoEntry: false })]
    return source.isDirectory() || source.size !== target?.size || source.mtimeMs !== target.mtimeMs
  }
  cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: differs })
}
