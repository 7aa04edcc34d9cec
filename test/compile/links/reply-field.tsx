import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/api/call.ts'

export async function token(): Promise<number> {
  const { access_token } = await call(endpoints.login, { body: { username: 'a', password: 'b' } })
  return access_token
}
