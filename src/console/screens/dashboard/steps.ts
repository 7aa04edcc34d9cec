/** The first steps of an installation, and which of them are open. */
import type { ServerState } from '#contract/records/server-state.ts'

export const STEPS = ['connection', 'sync', 'mobileUser', 'install', 'secondAdmin'] as const

/** The name under which the device remembers their height. */
export const FIRST_STEPS_SPACE = 'first-steps'

export type Step = (typeof STEPS)[number]

/** The steps that the facts do not show as done. */
export function openSteps(
  facts: NonNullable<ServerState['details']>,
  isInstalled: boolean,
): readonly Step[] {
  const isDone: Readonly<Record<Step, boolean>> = {
    connection: facts.connection_tested,
    sync: facts.first_sync,
    mobileUser: facts.mobile_users > 0,
    install: isInstalled,
    secondAdmin: facts.super_admins > 1,
  }
  return STEPS.filter((step) => !isDone[step])
}
