/** 'Your session is about to expire.' with its two answers (specification.md section 4). */
import { useState } from 'react'
import { Button, getDefaultZIndex, Group, Modal, Text } from '@mantine/core'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { logOut } from '#console/data/api/log-out.ts'
import { refreshToken } from '#console/data/api/refresh-token.ts'
import { containEscape } from '#console/table/columns/contain-escape.ts'
import { endSession } from '#console/session/session.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { useFocusTrap } from '#console/ui/focus-trap.ts'
import { useReturnFocus } from '#console/ui/use-return-focus.ts'

interface ExpiryDialogProps {
  readonly onClose: () => void
}

/**
 * Covers every other dialog, menu and notice, and holds the focus: a form restored with its draft
 * opens after the warning and must neither cover it nor share its Escape.
 */
export function ExpiryDialog({ onClose }: ExpiryDialogProps) {
  const [busy, setBusy] = useState(false)
  const [isWaiting, setIsWaiting] = useState(false)
  useReturnFocus()
  const heldFocus = useFocusTrap()
  const extend = async (): Promise<void> => {
    setBusy(true)
    try {
      if (await refreshToken(() => setIsWaiting(true))) onClose()
    } catch {
      endSession('refresh-failed')
    }
  }
  return (
    <Modal
      opened
      title={signInTexts.sessionEndingTitle}
      zIndex={getDefaultZIndex('overlay')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={onClose}
      {...containEscape}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <Text>{signInTexts.sessionEnding}</Text>
      <Text role="status" size="sm" c="dimmed" mt="xs">
        {isWaiting && signInTexts.extendWaiting}
      </Text>
      <Group ref={heldFocus} justify="flex-end" mt="lg">
        <Button variant="default" onClick={logOut}>
          {signInTexts.endSession}
        </Button>
        <BusyButton busy={busy} onClick={() => void extend()} data-autofocus>
          {signInTexts.extendSession}
        </BusyButton>
      </Group>
    </Modal>
  )
}
