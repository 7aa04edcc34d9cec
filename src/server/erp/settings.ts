/** The connection to the ERP as saved in ERP Setup. */
import type { ErpField } from '#contract/forms.ts'
import type { Database } from '#server/db/database.ts'
import { sealedSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { savedOAuth2, savedWay, type Unseal } from '#server/erp/saved-certificate.ts'
import { ErpFault, erpSentences } from '#server/erp/transport/fault.ts'
import type { OAuth1Credentials } from '#server/erp/transport/oauth.ts'
import type { OAuth2Credentials } from '#server/erp/transport/oauth2.ts'

export interface ErpSettings extends OAuth1Credentials {
  readonly baseUrl: string
}

/** The connection as it is set, by the file of the operator, by a certificate, or by a token. */
export interface ErpConnection {
  readonly settings: ErpSettings
  /** Null if the token signs requests. */
  readonly oauth2: OAuth2Credentials | null
}

/**
 * @param ofFile the credentials in the operator's settings, which win
 * @throws ErpFault `not-configured` that names what is missing and where to enter it
 */
export async function readConnection(
  db: Database,
  unseal: Unseal,
  ofFile: OAuth2Credentials | null,
): Promise<ErpConnection> {
  const sealed = await sealedSettings(db)
  const isSaved = ofFile === null && savedWay(sealed, unseal) === 'oauth2'
  const settings = await readErpSettings(db, unseal, ofFile !== null || isSaved)
  if (!isSaved) return { settings, oauth2: ofFile }
  const oauth2 = savedOAuth2(sealed, unseal)
  if (!oauth2) throw new ErpFault('not-configured', erpSentences.noCertificate)
  return { settings, oauth2 }
}

/**
 * The settings. Those of the token are empty if it is not needed and was not entered.
 * @param withoutToken whether OAuth 2.0 replaces the consumer and its token
 * @throws ErpFault `not-configured` that names what is missing and where to enter it
 */
export async function readErpSettings(
  db: Database,
  unseal: Unseal,
  withoutToken = false,
): Promise<ErpSettings> {
  const sealed = await sealedSettings(db)
  const missing = missingOf(sealed, withoutToken)
  if (missing.length > 0) throw new ErpFault('not-configured', erpSentences.notConfigured(missing))
  const value = (name: ErpField) => {
    if (withoutToken && !sealed.has(name)) return ''
    try {
      return unseal(settingPurpose(name), sealed.get(name) ?? '')
    } catch (error) {
      throw new ErpFault('not-configured', erpSentences.sealed(name), { cause: error })
    }
  }
  return settingsOf(value)
}

/** The fields of ERP Setup that a pull needs and that have no value yet. */
export async function missingErpSettings(
  db: Database,
  unseal: Unseal,
  hasFile: boolean,
): Promise<readonly ErpField[]> {
  const sealed = await sealedSettings(db)
  return missingOf(sealed, hasFile || savedWay(sealed, unseal) === 'oauth2')
}

function missingOf(sealed: ReadonlyMap<string, string>, withoutToken: boolean) {
  return (withoutToken ? ADDRESS_NAMES : NAMES).filter((name) => !sealed.has(name))
}

/** The settings by the fields of ERP Setup. */
export function settingsOf(value: (name: ErpField) => string): ErpSettings {
  return {
    accountId: value('NETSUITE_ACCOUNT_ID'),
    consumerKey: value('NETSUITE_CONSUMER_KEY'),
    consumerSecret: value('NETSUITE_CONSUMER_SECRET'),
    tokenId: value('NETSUITE_TOKEN_ID'),
    tokenSecret: value('NETSUITE_TOKEN_SECRET'),
    baseUrl: value('NETSUITE_BASE_URL'),
  }
}

/** All of ERP Setup except the database, which only concerns the next start of the server. */
const NAMES = [
  'NETSUITE_ACCOUNT_ID',
  'NETSUITE_CONSUMER_KEY',
  'NETSUITE_CONSUMER_SECRET',
  'NETSUITE_TOKEN_ID',
  'NETSUITE_TOKEN_SECRET',
  'NETSUITE_BASE_URL',
] as const satisfies readonly ErpField[]

/** The fields that OAuth 2.0 needs. */
const ADDRESS_NAMES = [
  'NETSUITE_ACCOUNT_ID',
  'NETSUITE_BASE_URL',
] as const satisfies readonly ErpField[]
