/** Ways in which people copy folders. */
import { cpSync, rmSync, statSync } from 'node:fs'

/** As `cp -a` does; into a folder that is there, over its files. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true })
}

/** The same in the place of whatever was there. */
export function putInPlace(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  copyFolder(from, to)
}

/** As `rsync -a --inplace` does: a file of the same size and time is left as it is. */
export function copyChanges(from: string, to: string): void {
  const differs = (one: string, other: string): boolean => {
    const [source, target] = [statSync(one), statSync(other, { throwIfNoEntry: false })]
    return source.isDirectory() || source.size !== target?.size || source.mtimeMs !== target.mtimeMs
  }
  cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: differs })
}
