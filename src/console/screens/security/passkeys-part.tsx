/** One's own passkeys: add, rename, remove. */
import { useState } from 'react'
import { Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { passkeyEndpoints } from '#contract/own/passkey-endpoints.ts'
import type { PasskeyInfo } from '#contract/own/security-state.ts'
import { secondFactorFaults } from '#contract/texts/own/second-factor-faults.ts'
import { securityTexts } from '#contract/texts/own/security-texts.ts'
import { call } from '#console/data/api/call.ts'
import { usePasskeyWay } from '#console/data/api/config.ts'
import { formatDateTime } from '#console/rows/formats.ts'
import { NameDialog } from '#console/screens/security/name-dialog.tsx'
import { Part } from '#console/screens/security/part.tsx'
import { useChange } from '#console/screens/security/use-change.ts'
import classes from '#console/screens/security/security.module.css'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { notifySuccess } from '#console/ui/notify.tsx'
import { StatusPill } from '#console/ui/status/status-pill.tsx'

interface PasskeysPartProps {
  readonly passkeys: readonly PasskeyInfo[]
  readonly onChanged: () => Promise<void>
}

type Opened =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: PasskeyInfo }

export function PasskeysPart({ passkeys, onChanged }: PasskeysPartProps) {
  const isPossible = usePasskeyWay() !== null
  const [opened, setOpened] = useState<Opened | null>(null)
  const { isRunning, failure, run } = useChange(secondFactorFaults.passkey, onChanged)
  const close = (): void => setOpened(null)
  const change = async (name: string, work: () => Promise<void>, done: string): Promise<void> => {
    close()
    if (!(await run(name, work))) return
    notifySuccess(done)
    await onChanged()
  }
  const add = (name: string): Promise<void> =>
    change(
      'add',
      async () => {
        const { addPasskey } = await import('#console/factors/passkey-sign-in.ts')
        await addPasskey(name)
      },
      securityTexts.passkeyAdded,
    )
  const params = (passkey: PasskeyInfo) => ({ id: passkey.id })
  return (
    <Part
      title={securityTexts.passkeys}
      about={isPossible ? securityTexts.passkeysAbout : securityTexts.passkeysImpossible}
      failure={failure}
      buttons={
        isPossible && (
          <ConnectedButton
            label={securityTexts.addPasskey}
            icon={<IconPlus size={18} aria-hidden />}
            busy={isRunning('add')}
            onClick={() => setOpened({ kind: 'add' })}
          />
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className={classes.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={classes.item}>
              <div className={classes.words}>
                <div className={classes.name}>
                  <Text fw={600}>{passkey.name}</Text>
                  {passkey.may_be_copied && (
                    <StatusPill tone="failed">{securityTexts.mayBeCopied}</StatusPill>
                  )}
                </div>
                <Text size="sm" c="dimmed">
                  {securityTexts.passkeyUse(
                    formatDateTime(passkey.created_at),
                    passkey.last_used_at === null ? null : formatDateTime(passkey.last_used_at),
                  )}
                </Text>
              </div>
              {isPossible && (
                <>
                  <ConnectedButton
                    label={securityTexts.rename}
                    icon={<IconPencil size={18} aria-hidden />}
                    busy={isRunning(`rename ${passkey.id}`)}
                    onClick={() => setOpened({ kind: 'rename', passkey })}
                  />
                  <ConnectedButton
                    label={securityTexts.remove}
                    icon={<IconTrash size={18} aria-hidden />}
                    busy={isRunning(`remove ${passkey.id}`)}
                    onClick={() => setOpened({ kind: 'remove', passkey })}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {opened?.kind === 'add' && (
        <NameDialog title={securityTexts.addPasskey} name="" onName={add} onClose={close} />
      )}
      {opened?.kind === 'rename' && (
        <NameDialog
          title={securityTexts.renamePasskey}
          name={opened.passkey.name}
          onName={(name) =>
            change(
              `rename ${opened.passkey.id}`,
              async () => {
                const renamed = { params: params(opened.passkey), body: { name } }
                await call(passkeyEndpoints.renamePasskey, renamed)
              },
              securityTexts.passkeyRenamed,
            )
          }
          onClose={close}
        />
      )}
      {opened?.kind === 'remove' && (
        <Confirm
          title={securityTexts.removePasskey}
          text={securityTexts.removePasskeyText(opened.passkey.name)}
          yes={securityTexts.remove}
          focused="no"
          onYes={() =>
            void change(
              `remove ${opened.passkey.id}`,
              async () => {
                await call(passkeyEndpoints.removePasskey, { params: params(opened.passkey) })
              },
              securityTexts.passkeyRemoved,
            )
          }
          onCancel={close}
        />
      )}
    </Part>
  )
}
