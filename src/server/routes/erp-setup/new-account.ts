/** A connection that leads to another account: its rows are read without being asked for. */
import type { ErpField } from '#contract/forms.ts'
import type { Context } from '#server/context.ts'
import { opened } from '#server/erp/saved-certificate.ts'
import { ErpFault } from '#server/erp/transport/fault.ts'

type Sealed = ReadonlyMap<string, string>

const ADDRESS: readonly ErpField[] = ['NETSUITE_ACCOUNT_ID', 'NETSUITE_BASE_URL']

/**
 * Starts to read everything if the saved settings lead elsewhere than those before them, so that no rows of the other
 * account stay. Does nothing at the first set-up, which has no rows, and while settings are missing.
 * @param saved the settings that were saved now
 * @returns whether a reading was started
 */
export async function readIfElsewhere(
  { erp, seal }: Context,
  before: Sealed,
  saved: Sealed,
  by: string,
): Promise<boolean> {
  const after = new Map([...before, ...saved])
  const isElsewhere = ADDRESS.some((name) => {
    const known = valueIn(before, name)
    return known !== null && known !== valueIn(after, name)
  })
  if (!isElsewhere) return false
  try {
    await erp.readAgain(by)
    return true
  } catch (error) {
    if (!(error instanceof ErpFault) || error.kind !== 'not-configured') throw error
    return false
  }

  /** Null also if it was sealed with another key. */
  function valueIn(sealed: Sealed, name: ErpField): string | null {
    try {
      return opened(name, sealed, (purpose, value) => seal.open(purpose, value))
    } catch {
      return null
    }
  }
}
