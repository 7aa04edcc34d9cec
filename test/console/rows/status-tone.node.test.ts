import { expect, test } from 'vitest'
import { statusTone, type StatusTone } from '#console/rows/status-tone.ts'
import {
  PURCHASE_STATUSES,
  SALES_STATUSES,
  SHIPMENT_STATUSES,
} from '#test/netsuite/generator/words.ts'

const TONES: Readonly<Record<string, StatusTone>> = {
  'Pending Approval': 'attention',
  'Pending Supervisor Approval': 'attention',
  'Pending Fulfillment': 'none',
  Cancelled: 'none',
  'Partially Fulfilled': 'attention',
  'Pending Billing/Partially Fulfilled': 'attention',
  'Pending Billing': 'none',
  Billed: 'succeeded',
  Closed: 'none',
  'Pending Receipt': 'none',
  'Partially Received': 'attention',
  'Pending Billing/Partially Received': 'attention',
  'Pending Bill': 'none',
  'Fully Billed': 'succeeded',
  'To Be Shipped': 'none',
  'In Transit': 'none',
  Received: 'succeeded',
}

test("each status of NetSuite's orders and shipments has its tone", () => {
  const words = [
    ...SALES_STATUSES.map(([, word]) => word),
    ...PURCHASE_STATUSES.map(([, word]) => word),
    ...SHIPMENT_STATUSES,
  ]
  for (const word of words)
    expect(`${word}: ${statusTone(word)}`).toBe(`${word}: ${TONES[word] ?? ''}`)
})

test('a rejected order failed, and an unknown word has no colour', () => {
  expect(statusTone('Rejected')).toBe('failed')
  expect(statusTone('Not Received')).toBe('none')
  expect(statusTone('Zurückgestellt')).toBe('none')
  expect(statusTone('')).toBe('none')
})
