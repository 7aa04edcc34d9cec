/**
 * Whether the role may write the records that bookings make. NetSuite tells only when something is written, so each type
 * is sent a record that it must refuse: it points to the internal id 0, which nothing has, and has no lines. The role is
 * checked before the record is, so the refusal tells whether the role may (erp.md section 8).
 */
import type { TestStep } from '#contract/own/connection-test.ts'
import { proofTexts } from '#contract/texts/own/connection-proof-texts.ts'
import {
  ask,
  type Asking,
  failed,
  type Found,
  outcome,
  passed,
  warned,
} from '#server/erp/proof/asking.ts'
import { ErpFault } from '#server/erp/transport/fault.ts'
import { faultOf } from '#server/erp/transport/http-answer.ts'

const NOTHING = { id: '0' }

const KINDS = [
  { type: 'inventoryadjustment', field: 'adjLocation', name: 'adjustments' },
  { type: 'bintransfer', field: 'location', name: 'binTransfers' },
  { type: 'inventorytransfer', field: 'location', name: 'transfers' },
] as const

export async function bookingSteps(asking: Asking): Promise<TestStep[]> {
  const steps: TestStep[] = []
  for (const kind of KINDS) {
    const { title } = proofTexts.bookings[kind.name]
    steps.push({ title, ...(await tryToBook(asking, kind)) })
  }
  return steps
}

async function tryToBook(
  asking: Asking,
  { type, field, name }: (typeof KINDS)[number],
): Promise<Found> {
  const answer = await outcome(() =>
    ask(asking, 'POST', `record/v1/${type}`, { [field]: NOTHING, inventory: { items: [] } }),
  )
  if (answer instanceof ErpFault) return failed(answer)
  const { permission, feature } = proofTexts.bookings[name]
  if (answer.status < 300)
    return failed({ message: proofTexts.bookedNothing(/\d+$/.exec(answer.location ?? '')?.[0]) })
  if (answer.status === 404 || answer.status === 405)
    return warned(proofTexts.noRecordType(feature))
  const fault = faultOf(answer, asking.now())
  if (fault.kind === 'permission') return failed({ message: proofTexts.mayNotBook(permission) })
  // A refusal of what the record says.
  if (fault.kind === 'query') return passed(proofTexts.mayBook)
  return fault.kind === 'busy' ? warned(fault.message) : failed(fault)
}
