import { explain } from '#contract/faults.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { faultFacts } from '#console/data/api/fault.ts'

const LOAD_FAULTS = {
  shows: ['detail', 'message', 'error'],
  network: deviceTexts.noConnection,
  shape: deviceTexts.unreadableAnswer,
} as const

/** Why rows could not be loaded: the server's message if there is one, otherwise `otherwise`. */
export function loadReason(error: Error, otherwise: string): string {
  return explain(faultFacts(error), { ...LOAD_FAULTS, fallback: otherwise })
}
