/** What the session must show before anything else (specification.md section 2, 'Pre-login states'). */
import { isAuthenticated, isFullyAuthenticated, type Session } from '#console/session/session.ts'

export type Stage = 'login' | 'two-factor' | 'feature-step' | 'app'

/**
 * The stage of a session. The 2-second transition between the sign-in and 'app' is not a stage of
 * its own.
 */
export function stageOf(session: Session): Stage {
  if (!isAuthenticated(session)) return 'login'
  if (!isFullyAuthenticated(session)) return 'two-factor'
  const knowsFlags = session.stepCompleted && session.features !== null
  return session.twoFactorVerified && !knowsFlags ? 'feature-step' : 'app'
}
