/** Sends a booking to NetSuite, and looks whether one that was refused is there all the same. */
import type { FastifyBaseLogger } from 'fastify'
import { ERP_NAME } from '#contract/constants.ts'
import { PerhapsSaved } from '#server/erp/booking/faults.ts'
import { textOf } from '#server/erp/booking/meaning/sent-values.ts'
import type { ErpClient, ErpRecord } from '#server/erp/transport/client.ts'
import { ErpFault, isHidden } from '#server/erp/transport/fault.ts'

interface Sending {
  readonly client: Pick<ErpClient, 'put' | 'query'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly signal: AbortSignal
  /** Whether NetSuite cannot have the record of an earlier sending, whose lines may have been others. */
  readonly isFirst: boolean
}

/**
 * A script of the account may run after NetSuite has saved a record. Its error is answered like a refusal, but the
 * stock has changed.
 * @returns NetSuite's id of the record, or null if the answer does not tell
 * @throws ErpFault, which is PerhapsSaved if it is not known whether a refused record is there; or the reason of the
 * signal
 */
export async function sendBooking(
  { client, log, signal, isFirst }: Sending,
  record: ErpRecord,
): Promise<{ readonly id: string | null }> {
  try {
    return await client.put(record)
  } catch (error) {
    signal.throwIfAborted()
    if (!isFirst || !(error instanceof ErpFault) || error.kind !== 'record') throw error
    const id = await findSaved(client, record.externalId, signal).catch((fault: unknown) => {
      throw fault instanceof ErpFault ? new PerhapsSaved(error, fault) : fault
    })
    if (id === null) throw error
    log.warn({ err: error, erpId: id }, `${ERP_NAME} saved a record that it refused`)
    return { id }
  }
}

/**
 * Null if the record is not there. Also null if the role can never ask for it: otherwise every refusal in that account
 * would leave a record that is perhaps booked.
 * @throws ErpFault if NetSuite cannot be asked at the moment, or the reason of the signal
 */
async function findSaved(
  client: Pick<ErpClient, 'query'>,
  externalId: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const { rows } = await client.query(
      `SELECT id FROM transaction WHERE externalid = '${externalId}' ORDER BY id FETCH NEXT 1 ROWS ONLY`,
    )
    return textOf(rows[0]?.['id'])
  } catch (error) {
    signal.throwIfAborted()
    if (isHidden(error)) return null
    throw error
  }
}
