/** Our own calls for signing in to NetSuite with a certificate (decisions/server/erp-addresses.md). */
import { z } from 'zod/mini'
import { TestReply } from '#contract/own/connection-test.ts'
import { endpoint } from '#contract/endpoint.ts'
import { ErpSignInBody } from '#contract/own/erp-sign-in-form.ts'

const text = z.string()
const offer = 'erp-sign-in'

/** A certificate; NetSuite is given it as a file. */
const Certificate = z.object({ pem: text, ends_at: z.nullable(text) })

/** How this server signs in to NetSuite; no key ever leaves it. */
export const ErpSignIn = z.object({
  /** `file`: the operator has set the certificate in the settings of the server. */
  way: z.enum(['oauth2', 'token', 'file']),
  client_id: z.boolean(),
  certificate_id: z.boolean(),
  /** Whether a private key is saved. */
  key: z.boolean(),
  /** The certificate in use; null if its key was uploaded without it. */
  certificate: z.nullable(Certificate),
  /** A new one, used once NetSuite's id of it is saved. */
  next_certificate: z.nullable(Certificate),
})
export type ErpSignIn = z.infer<typeof ErpSignIn>

export const erpSignInEndpoints = {
  erpSignIn: endpoint({
    method: 'GET',
    path: '/provide-env-data/sign-in',
    access: 'super-admin',
    offer,
    reply: ErpSignIn,
  }),
  /** Makes a new key with its certificate; the present one stays in use. */
  makeErpCertificate: endpoint({
    method: 'POST',
    path: '/provide-env-data/certificate',
    access: 'super-admin',
    offer,
    reply: ErpSignIn,
  }),
  /** Saves the connection with a certificate and uses it from the next request on. */
  saveErpSignIn: endpoint({
    method: 'POST',
    path: '/provide-env-data/sign-in',
    access: 'super-admin',
    stepUp: true,
    offer,
    body: ErpSignInBody,
    reply: z.looseObject({ message: z.optional(text) }),
  }),
  /** Tests what the form says, and the saved values for blank fields; saves nothing. */
  testErpSignIn: endpoint({
    method: 'POST',
    path: '/provide-env-data/sign-in/test',
    access: 'super-admin',
    offer,
    body: ErpSignInBody,
    reply: TestReply,
  }),
} as const
