/** What a start says to the person at the terminal while there is no admin (decisions/server/operation.md). */
import { PRODUCT_NAME } from '#contract/constants.ts'
import { registrationState } from '#server/http/registration-state.ts'
import type { Context } from '#server/context.ts'

/** Where the first super admin registers; null if there is one already, or registration is closed. */
export async function firstAdminAddress(
  context: Pick<Context, 'db' | 'env'>,
  address: string,
): Promise<string | null> {
  const { firstAdminNeeded } = await registrationState(context)
  return firstAdminNeeded === true ? `${address}/super-admin-register` : null
}

/** Plain words, apart from the log, whose lines are JSON for machines. */
export function firstStartWords(register: string): string {
  return `
${PRODUCT_NAME} is ready. There is no admin yet.

  Register the first super admin at  ${register}

`
}
