/** The texts of signing in to NetSuite with a certificate or a token. */
import { ERP_NAME } from '#contract/constants.ts'

export const erpSignInTexts = {
  way: `How this server signs in to ${ERP_NAME}`,
  oauth2: 'OAuth 2.0 certificate (recommended)',
  token: 'Access token',
  tokenEnds: `${ERP_NAME} accepts no new integrations with access tokens from release 2027.1 on. Existing ones go on working for now.`,
  byFile:
    'The operator of this server has set the certificate with ERP_OAUTH2_CLIENT_ID, ERP_OAUTH2_CERTIFICATE_ID and ERP_OAUTH2_KEY. It is used instead of what is saved here.',
  certificate: 'Certificate',
  steps: `Generate a certificate, download it, and upload it in ${ERP_NAME} under Setup > Integration > OAuth 2.0 Client Credentials. Then enter the IDs that ${ERP_NAME} shows.`,
  make: 'Generate certificate',
  makeNew: 'Generate new certificate',
  making: 'Generating...',
  download: 'Download certificate',
  downloadNew: 'Download new certificate',
  inUse: (endsAt: string) => `In use. Valid until ${endsAt}.`,
  inUseWithoutEnd: `A key is in use. Its certificate was not uploaded, so ${ERP_NAME} alone knows when it ends.`,
  next: (endsAt: string) =>
    `New certificate, valid until ${endsAt}. It is used once its certificate ID is saved.`,
  endsSoon: (days: number) =>
    days < 1
      ? `The ${ERP_NAME} certificate has expired or expires today. Generate a new one in ERP Setup.`
      : `The ${ERP_NAME} certificate expires in ${String(days)} ${days === 1 ? 'day' : 'days'}. Generate a new one in ERP Setup.`,
  key: 'Private key (PEM)',
  keyHint: 'Only if you made the key yourself. It is stored encrypted and never shown again.',
  derivedUrl: 'Leave blank to use the address of the account.',
  noKey: 'Generate a certificate first, or enter your own private key.',
  keyUnusable: 'The private key must be PEM, and RSA or on the curve P-256.',
  keyDiffers: 'The certificate does not belong to the private key.',
  makeFailed: "Couldn't generate a certificate. Please try again.",
} as const
