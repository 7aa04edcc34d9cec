/** The calls of the mobile app: the smallest set that the reports need (decisions/product/open-calls.md, decisions/server/bookings.md). */
import { z } from 'zod/mini'
import type { MobileFeature } from '#contract/access.ts'
import { CLIENT_ID_MAX_LENGTH } from '#contract/constants.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  SentBinAdjustment,
  SentBinCount,
  SentBinTransfer,
  SentInboundData,
} from '#contract/records/sent-records.ts'

/** Who may make a call of the mobile app: anyone, or a mobile user with the flag. */
export type MobileAccess = 'public' | { readonly mobileFeature: MobileFeature }

/** One call of the mobile app. `B` is its body, `R` its reply. */
export interface MobileEndpoint<P extends string = string, B = unknown, R = unknown> extends Omit<
  Endpoint<P, B, R>,
  'access' | 'rules'
> {
  readonly access: MobileAccess
}

/** The id that the device makes, so that sending a record again does not store it twice. */
const clientId = {
  client_id: z
    .string('This must be a text.')
    .check(
      z.regex(/\S/, 'This must not be empty.'),
      z.maxLength(CLIENT_ID_MAX_LENGTH, `This cannot exceed ${CLIENT_ID_MAX_LENGTH} characters.`),
    ),
}

/** 201 the first time, then 200 with the same answer; 409 if the id belongs to another record. */
const Stored = z.looseObject({ id: z.string() })

/** The call that sends each kind of record. */
export const SENDS = {
  binCountRecords: 'sendBinCount',
  binAdjustmentRecords: 'sendBinAdjustment',
  binTransfer: 'sendBinTransfer',
  inboundDataRecords: 'sendInboundData',
} as const

/** The collections of floor records. */
export type FloorCollection = keyof typeof SENDS

export const mobileEndpoints = {
  mobileLogin: mobileEndpoint({
    method: 'POST',
    path: '/mobile/token',
    access: 'public',
    encoding: 'form',
    body: z.object({ userid: z.string(), password: z.string() }),
    reply: z.looseObject({
      access_token: z.string(),
      features: z.record(z.string(), z.boolean()),
      locations: z.array(z.string()),
    }),
  }),
  sendBinCount: mobileEndpoint({
    method: 'POST',
    path: '/mobile/bin-count-records',
    access: { mobileFeature: 'binCount' },
    body: z.extend(SentBinCount, clientId),
    reply: Stored,
  }),
  sendBinAdjustment: mobileEndpoint({
    method: 'POST',
    path: '/mobile/bin-adjustment-records',
    access: { mobileFeature: 'binAdjustments' },
    body: z.extend(SentBinAdjustment, clientId),
    reply: Stored,
  }),
  sendBinTransfer: mobileEndpoint({
    method: 'POST',
    path: '/mobile/bin-transfer-records',
    access: { mobileFeature: 'binTransfer' },
    body: z.extend(SentBinTransfer, clientId),
    reply: Stored,
  }),
  sendInboundData: mobileEndpoint({
    method: 'POST',
    path: '/mobile/inbound-data-records',
    access: { mobileFeature: 'inbound' },
    body: z.extend(SentInboundData, clientId),
    reply: Stored,
  }),
} as const

function mobileEndpoint<const P extends string, B, R>(
  declaration: MobileEndpoint<P, B, R>,
): MobileEndpoint<P, B, R> {
  return declaration
}
