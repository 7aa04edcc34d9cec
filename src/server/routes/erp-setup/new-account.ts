/**
 * A connection to another account: everything is read again automatically, and until then no record is booked using the
 * rows of the previous account.
 */
import type { ErpField } from '#contract/forms.ts'
import type { Context } from '#server/context.ts'
import { OTHER_ACCOUNT, settingPurpose } from '#server/db/repositories/settings.ts'
import { opened } from '#server/erp/saved-certificate.ts'
import { ErpFault } from '#server/erp/transport/fault.ts'

type Sealed = ReadonlyMap<string, string>

const ADDRESS: readonly ErpField[] = ['NETSUITE_ACCOUNT_ID', 'NETSUITE_BASE_URL']

/**
 * The settings to save. If they lead to another account, a mark is added whose date says which lists still come from the
 * previous account. It is saved in the same transaction, so that no booking comes between.
 */
export function withOtherAccount(context: Context, before: Sealed, given: Sealed): Sealed {
  if (!leadsElsewhere(context, before, given)) return given
  const mark = context.seal.seal(settingPurpose(OTHER_ACCOUNT), 'saved')
  return new Map([...given, [OTHER_ACCOUNT, mark]])
}

/**
 * Starts to read everything if the saved settings lead elsewhere than those before them, so that no rows of the other
 * account stay. Does nothing at the first set-up, which has no rows, and while settings are missing.
 * @param saved the settings that were saved now
 * @returns whether a reading was started
 */
export async function readIfElsewhere(
  context: Context,
  before: Sealed,
  saved: Sealed,
  by: string,
): Promise<boolean> {
  if (!leadsElsewhere(context, before, saved)) return false
  try {
    await context.erp.readAgain(by)
    return true
  } catch (error) {
    if (!(error instanceof ErpFault) || error.kind !== 'not-configured') throw error
    return false
  }
}

function leadsElsewhere({ seal }: Context, before: Sealed, saved: Sealed): boolean {
  const after = new Map([...before, ...saved])
  return ADDRESS.some((name) => {
    const known = valueIn(before, name)
    return known !== null && known !== valueIn(after, name)
  })

  /** Null also if it was sealed with another key. */
  function valueIn(sealed: Sealed, name: ErpField): string | null {
    try {
      return opened(name, sealed, (purpose, value) => seal.open(purpose, value))
    } catch {
      return null
    }
  }
}
