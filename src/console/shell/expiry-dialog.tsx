/** 'Your session is about to expire.' with its two answers (console.md section 4). */
import { useState } from 'react'
import { Button, Group, Modal, Text } from '@mantine/core'
import { endpoints } from '#contract/endpoints.ts'
import { messages } from '#contract/messages.ts'
import { call } from '#console/data/call.ts'
import { endSession, isStill, readSession, replaceToken } from '#console/session/session.ts'
import { BusyButton } from '#console/ui/busy-button.tsx'

interface ExpiryDialogProps {
  readonly onClose: () => void
}

export function ExpiryDialog({ onClose }: ExpiryDialogProps) {
  const [busy, setBusy] = useState(false)
  const extend = async (): Promise<void> => {
    const sent = readSession().token
    setBusy(true)
    try {
      const fresh = await call(endpoints.tokenRefresh, {})
      const { access_token: token, features, cache_key: cacheKey } = fresh
      if (!isStill(sent)) return
      replaceToken({ token, features, cacheKey }, Date.now())
      onClose()
    } catch {
      // Whoever has signed in since keeps the session.
      if (isStill(sent) || readSession().token === null) endSession('refresh-failed')
    }
  }
  return (
    <Modal
      opened
      title={messages.sessionEndingTitle}
      role="alertdialog"
      withCloseButton={false}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <Text>{messages.sessionEnding}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => endSession('logout')}>
          {messages.endSession}
        </Button>
        <BusyButton busy={busy} onClick={() => void extend()} data-autofocus>
          {messages.extendSession}
        </BusyButton>
      </Group>
    </Modal>
  )
}
