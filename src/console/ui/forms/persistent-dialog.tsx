/** A dialog that does not close on what is typed in it: it waits for its request, and asks before it discards input. */
import { useState, type ReactNode } from 'react'
import { getDefaultZIndex, Modal } from '@mantine/core'
import { AskBeforeLeaving, AskToDiscard } from '#console/ui/forms/ask-before-leaving.tsx'
import { useUnsaved } from '#console/ui/forms/unsaved.ts'
import { useReturnFocus } from '#console/ui/use-return-focus.ts'

interface PersistentDialogProps {
  readonly title: string
  /** Whether it holds input that is not saved. */
  readonly changed: boolean
  /** Whether a request runs: the person must not be left wondering whether it succeeded. */
  readonly busy: boolean
  readonly zIndex?: number
  readonly onClose: () => void
  readonly children: ReactNode
}

export function PersistentDialog(props: PersistentDialogProps) {
  const { title, changed, busy, zIndex = getDefaultZIndex('modal'), onClose, children } = props
  const [asks, setAsks] = useState(false)
  useUnsaved(changed)
  useReturnFocus()
  const close = (): void => {
    if (busy) return
    if (changed) setAsks(true)
    else onClose()
  }
  return (
    <>
      <Modal opened title={title} zIndex={zIndex} closeOnEscape={!asks} onClose={close}>
        {children}
      </Modal>
      {asks && <AskToDiscard onDiscard={onClose} onKeep={() => setAsks(false)} />}
      <AskBeforeLeaving changed={changed} />
    </>
  )
}
