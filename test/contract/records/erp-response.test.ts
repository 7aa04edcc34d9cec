import { describe, expect, test } from 'vitest'
import { erpOutcome, readErpResponse } from '#contract/records/erp-response.ts'

const booked = {
  message: 'Booked',
  operation_time: '2026-11-05T15:42:00Z',
  netsuite_acknowledgment: {
    message: 'Adjustment created',
    success: true,
    inventoryAdjustmentId: 4711,
    binTransferId: null,
    itemDetails: [{ item: 'A-1', status: 'Good', on_hand: 3, bin_number: 'B1', extra: 'kept' }],
  },
}

describe('the response of the ERP', () => {
  test.each([
    ['an object', booked, booked],
    ['a JSON text', JSON.stringify(booked), booked],
    ['a short one', { message: 'Booked' }, { message: 'Booked' }],
    ['unknown fields', { run: 7 }, { run: 7 }],
    ['absent', undefined, null],
    ['null', null, null],
    ['an empty object', {}, null],
    ['an empty text', '', null],
    ['a text that is not JSON', 'timeout', null],
    ['broken JSON', '{"message":', null],
    ['a JSON list', '[1]', null],
    ['a JSON number', '7', null],
    ['a JSON null', 'null', null],
    ['a list', [booked], null],
    ['a number', 7, null],
    ['item details that are no list', { netsuite_acknowledgment: { itemDetails: 'x' } }, null],
  ])('%s', (_what, stored, read) => {
    expect(readErpResponse(stored)).toEqual(read)
  })
})

describe('the outcome', () => {
  const acknowledged = (success: unknown) =>
    readErpResponse({ netsuite_acknowledgment: { success } })

  test.each([
    ['acknowledged', acknowledged(true), undefined, 'succeeded'],
    ['acknowledged as text', acknowledged('true'), undefined, 'succeeded'],
    ['acknowledged as number', acknowledged(1), undefined, 'succeeded'],
    ['refused', acknowledged(false), undefined, 'failed'],
    ['refused as text', acknowledged('false'), undefined, 'failed'],
    ['refused as number', acknowledged(0), undefined, 'failed'],
    ['no response', null, undefined, 'none'],
    ['no acknowledgment', readErpResponse({ message: 'sent' }), undefined, 'none'],
    ['an acknowledgment that does not say', acknowledged(null), undefined, 'none'],
    ["the record's own flag alone", null, true, 'succeeded'],
    ["the record's own flag as number", null, 1, 'succeeded'],
    ["the record's own flag says no", null, false, 'failed'],
    ['the flag decides against the response', acknowledged(true), false, 'failed'],
    ['the flag decides for it', acknowledged(false), true, 'succeeded'],
    ['an empty flag leaves it to the response', acknowledged(true), null, 'succeeded'],
    ['an empty flag and no response', null, null, 'none'],
  ])('%s', (_what, response, flag, outcome) => {
    expect(erpOutcome(response, flag)).toBe(outcome)
  })
})
