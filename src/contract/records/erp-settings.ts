/** The body that ERP Setup sends (specification.md section 2). */
import { z } from 'zod/mini'

const text = z.string()

/** Our server needs no Database URL, so a missing one counts as blank (decisions/server/erp-addresses.md). */
const optionalText = z.pipe(
  z.nullish(text),
  z.transform((value) => value ?? ''),
)

/** The seven values of ERP Setup. */
export const ErpSettingsBody = z.object({
  POSTGRES_DATABASE_URL: optionalText,
  NETSUITE_ACCOUNT_ID: text,
  NETSUITE_CONSUMER_KEY: text,
  NETSUITE_CONSUMER_SECRET: text,
  NETSUITE_TOKEN_ID: text,
  NETSUITE_TOKEN_SECRET: text,
  NETSUITE_BASE_URL: text,
})
