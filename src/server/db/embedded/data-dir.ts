import { BadSettings, wrongSetting } from '#server/env.ts'

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Runs work that needs the data folder.
 * @throws BadSettings that names DATA_DIR if the folder cannot be used
 */
export async function inDataDir<T>(dataDir: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error
    const why = FULL.has(error.code) ? 'its disk is full' : String(error.code)
    throw new BadSettings([wrongSetting('dataDir', { given: dataDir, why })], error)
  }
}
