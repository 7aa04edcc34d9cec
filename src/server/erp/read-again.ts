/**
 * Reads lists from their beginning, one after the other. What makes a pull read everything is a setting that is newer
 * than its last whole reading (`changesCompleteUntil`); this saves one, and starts the pulls.
 */
import type { FastifyBaseLogger } from 'fastify'
import { type PulledList, pulledLists } from '#contract/lists.ts'
import type { Database } from '#server/db/database.ts'
import { runsUnderWay } from '#server/db/mirror/runs.ts'
import { ErpFault, type ErpFaultKind } from '#server/erp/transport/fault.ts'

/** The setting that dates the last request to read everything. */
export const READ_AGAIN_SETTING = 'ERP_READ_AGAIN'

/** Faults of the account or of this server, which the other lists would meet too. */
export const ENDING: readonly ErpFaultKind[] = [
  'not-configured',
  'refused',
  'unreachable',
  'stopped',
]

export interface ReadAgainDeps {
  readonly db: Database
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  readonly pull: (list: PulledList, startedBy: string) => Promise<unknown>
  /** Whether `pull` would join a pull of this process; its run may have ended already, and then no run is reading. */
  readonly isPulling: (list: PulledList) => boolean
}

export interface ReadAgain {
  /** Begins with the first list, also if a reading is under way: it may be of another account. */
  start(startedBy: string, lists?: readonly PulledList[]): void
  isUnderWay(): boolean
  /** Resolves when no reading is under way. */
  ended(): Promise<void>
}

export function createReadAgain({ db, log, pull, isPulling }: ReadAgainDeps): ReadAgain {
  let last = Promise.resolve()
  let begun = 0
  let underWay = 0

  /** A pull that runs already may read changes only, so the list is pulled again after it. */
  async function pullWhole(list: PulledList, startedBy: string): Promise<void> {
    const isRunning = (await runsUnderWay(db)).some(({ collection }) => collection === list)
    if (isRunning || isPulling(list)) await pull(list, startedBy)
    await pull(list, startedBy)
  }

  async function readAll(
    startedBy: string,
    lists: readonly PulledList[],
    nth: number,
  ): Promise<void> {
    for (const list of lists) {
      if (nth !== begun) return
      try {
        await pullWhole(list, startedBy)
      } catch (err) {
        log.warn({ err, collection: list }, 'a list could not be read again')
        if (!(err instanceof ErpFault) || ENDING.includes(err.kind)) return
      }
    }
    log.info({ startedBy, lists }, 'lists were read again')
  }

  return {
    start: (startedBy, lists = pulledLists) => {
      if (lists.length === 0) return
      begun += 1
      const nth = begun
      underWay += 1
      last = last
        .then(() => readAll(startedBy, lists, nth))
        .finally(() => {
          underWay -= 1
        })
    },
    isUnderWay: () => underWay > 0,
    ended: () => last,
  }
}
