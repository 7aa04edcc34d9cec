/** Notices: 3 seconds, longer where the text says so (console.md section 9). */
import { IconCheck, IconExclamationMark } from '@tabler/icons-react'
import { notifications } from '@mantine/notifications'
import { NOTICE_MS } from '#contract/constants.ts'

const CLOSE = { 'aria-label': 'Close' }

/** Something worked. */
export function notifySuccess(message: string, forMs: number = NOTICE_MS): void {
  notifications.show({
    message,
    color: 'green',
    icon: <IconCheck size={18} />,
    autoClose: forMs,
    role: 'status',
    closeButtonProps: CLOSE,
  })
}

/** Something failed. */
export function notifyFailure(message: string, forMs: number = NOTICE_MS): void {
  notifications.show({
    message,
    color: 'red',
    icon: <IconExclamationMark size={18} />,
    autoClose: forMs,
    role: 'alert',
    closeButtonProps: CLOSE,
  })
}
