import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/api/call.ts'

export const gone = call(endpoints.deleteAdmin, { params: {} })
