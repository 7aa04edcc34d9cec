/** A body for each call that has one. */
import { randomUUID } from 'node:crypto'
import { NO_RULES } from '#contract/own/read-rules.ts'
import { PASSWORD, type Person } from '#test/support/people.ts'

const company = {
  company_name: 'Dock',
  company_email: 'new@dock.example',
  phone_number: '5550100100',
}
const newAdmin = {
  username: 'newcomer',
  ...company,
  password: 'sesame',
  confirm_password: 'sesame',
}
const picker = { name: 'Pat', location: 'Main', multi_location_enable: false, features: {} }
const named = ({ username }: Person) => ({ username })
const proven = (who: Person) => ({ ...named(who), password: PASSWORD, totp_code: who.code() })

/** Of no authenticator. */
const credential = { id: 'x', rawId: 'x', type: 'public-key' }
const NO_CERTIFICATE = {
  NETSUITE_ACCOUNT_ID: '',
  NETSUITE_BASE_URL: '',
  client_id: '',
  certificate_id: '',
  key: '',
}

export const NO_SETTINGS = {
  POSTGRES_DATABASE_URL: '',
  NETSUITE_ACCOUNT_ID: '',
  NETSUITE_CONSUMER_KEY: '',
  NETSUITE_CONSUMER_SECRET: '',
  NETSUITE_TOKEN_ID: '',
  NETSUITE_TOKEN_SECRET: '',
  NETSUITE_BASE_URL: '',
}

/** A body for each route, about an account. All are valid, so that only access decides. */
export const BODIES: Readonly<Record<string, (who: Person) => object>> = {
  'POST /api/exceptions/actions': () => ({
    action: 'acknowledge',
    action_id: randomUUID(),
    cause: 'bin-inactive',
  }),
  'POST /api/exceptions/retries': () => ({ action_id: randomUUID(), cause: 'bin-inactive' }),
  'POST /api/views': () => ({}),
  'PUT /api/views/:id': () => ({ version: 1 }),
  'PUT /api/view-defaults/:screen': () => ({ for: 'me', view: null }),
  'PUT /api/me/preferences/:key': () => ({ value: 1 }),
  'POST /api/auth/login-with-recovery-code': (who) => ({
    ...named(who),
    password: PASSWORD,
    code: '00000-00000',
  }),
  'POST /api/passkeys': () => ({
    name: 'Tablet',
    passkey: { ...credential, response: { clientDataJSON: 'x', attestationObject: 'x' } },
  }),
  'PUT /api/passkeys/:id': () => ({ name: 'Tablet' }),
  'POST /api/auth/login-with-passkey': () => ({
    passkey: {
      ...credential,
      response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
    },
  }),
  'POST /api/step-up': (who) => ({ totp_code: who.code() }),
  'POST /api/admin/second-factor/reset/:username': () => ({ reason: 'The phone is lost' }),
  'POST /api/token': () => ({ username: 'root', password: PASSWORD }),
  'POST /api/super-admin/register': () => newAdmin,
  'POST /api/request-password-reset': (who) => ({ email_or_username: who.username }),
  'POST /api/reset-password': () => ({ token: 'x', new_password: 'sesame' }),
  'POST /api/super-admin-status-check': named,
  'POST /api/auth/check-2fa-status': named,
  'POST /api/auth/login-with-2fa': proven,
  'POST /api/admin/login-with-2fa': proven,
  'POST /api/2fa/setup': proven,
  'POST /api/2fa/enable': (who) => ({ ...named(who), secret_key: 'x', totp_code: '123456' }),
  'PUT /api/admin/profile/:username': ({ username }) => ({
    ...company,
    company_email: `${username}@dock.example`,
  }),
  'POST /api/admin/register': () => newAdmin,
  'POST /api/admin/register-user': () => ({ userid: 'picker2', password: 'pallet', ...picker }),
  'PUT /api/wms-ai-users/update/:userid': () => picker,
  'POST /api/mobile/token': () => ({ userid: 'picker1', password: 'pallet' }),
  'POST /api/provide-env-data': () => NO_SETTINGS,
  'POST /api/provide-env-data/test': () => NO_SETTINGS,
  'POST /api/provide-env-data/sign-in': () => NO_CERTIFICATE,
  'POST /api/provide-env-data/sign-in/test': () => NO_CERTIFICATE,
  'PUT /api/provide-env-data/reading': () => NO_RULES,
  'POST /api/provide-env-data/reading/count': () => NO_RULES,
}
