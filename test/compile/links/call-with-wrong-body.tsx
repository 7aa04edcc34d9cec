import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/api/call.ts'

export const token = call(endpoints.login, { body: { user: 'a', password: 'b' } })
