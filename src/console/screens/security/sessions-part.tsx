/** Where one is signed in, and ending that. */
import { Text } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import type { SessionInfo } from '#contract/own/security-state.ts'
import { secondFactorFaults } from '#contract/texts/own/second-factor-faults.ts'
import { securityTexts } from '#contract/texts/own/security-texts.ts'
import { call } from '#console/data/api/call.ts'
import { formatDateTime } from '#console/rows/formats.ts'
import { Part } from '#console/screens/security/part.tsx'
import { useChange } from '#console/screens/security/use-change.ts'
import classes from '#console/screens/security/security.module.css'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { notifySuccess } from '#console/ui/notify.tsx'
import { StatusPill } from '#console/ui/status/status-pill.tsx'

interface SessionsPartProps {
  readonly sessions: readonly SessionInfo[]
  readonly onChanged: () => Promise<void>
}

const OTHERS = 'others'

export function SessionsPart({ sessions, onChanged }: SessionsPartProps) {
  const { isRunning, failure, run } = useChange(secondFactorFaults.sessions)
  const end = async (name: string, work: () => Promise<unknown>, done: string): Promise<void> => {
    const worked = await run(name, async () => void (await work()))
    if (worked) notifySuccess(done)
    await onChanged()
  }
  return (
    <Part
      title={securityTexts.sessions}
      about={securityTexts.sessionsAbout}
      failure={failure}
      buttons={
        sessions.length > 1 && (
          <ConnectedButton
            label={securityTexts.endOthers}
            icon={<IconLogout size={18} aria-hidden />}
            busy={isRunning(OTHERS)}
            onClick={() =>
              void end(
                OTHERS,
                () => call(secondFactorEndpoints.endOtherSessions, {}),
                securityTexts.othersEnded,
              )
            }
          />
        )
      }
    >
      <ul className={classes.list}>
        {sessions.map((session) => (
          <li key={session.id} className={classes.item}>
            <div className={classes.words}>
              <div className={classes.name}>
                <Text fw={600}>{session.device}</Text>
                {session.is_current && (
                  <StatusPill tone="succeeded">{securityTexts.thisSession}</StatusPill>
                )}
              </div>
              <Text size="sm" c="dimmed">
                {securityTexts.sessionUse(
                  session.address,
                  formatDateTime(session.signed_in_at),
                  formatDateTime(session.last_seen_at),
                )}
              </Text>
            </div>
            {!session.is_current && (
              <ConnectedButton
                label={securityTexts.end}
                icon={<IconLogout size={18} aria-hidden />}
                busy={isRunning(session.id)}
                onClick={() =>
                  void end(
                    session.id,
                    () => call(secondFactorEndpoints.endSession, { params: { id: session.id } }),
                    securityTexts.sessionEnded,
                  )
                }
              />
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}
