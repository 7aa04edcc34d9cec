/** What every form has: one sending at a time, the focus where something is wrong, and the sentence of how it went. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Alert, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { showFirstError } from '#console/ui/forms/first-error.ts'

interface FormProps {
  /** Resolves when the sending is over; until then no other begins. */
  readonly onSubmit: () => Promise<void>
  readonly children: ReactNode
}

/**
 * After each sending the first field in error has the focus; a screen reader then says its message.
 * Where the focus was there already nothing would be said, so the message is announced.
 */
export function Form({ onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const underWay = useRef(false)
  const [sendings, setSendings] = useState(0)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    if (sendings > 0 && form.current) setAnnounced(showFirstError(form.current))
  }, [sendings])
  const send = async (): Promise<void> => {
    if (underWay.current) return
    underWay.current = true
    setAnnounced('')
    await onSubmit()
    underWay.current = false
    setSendings((before) => before + 1)
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {children}
      <VisuallyHidden aria-live="assertive">{announced}</VisuallyHidden>
    </form>
  )
}

interface SentenceProps {
  /** Nothing is drawn without one. */
  readonly text: string | null | undefined
}

/** What went wrong; announced at once. */
export function Problem({ text }: SentenceProps) {
  return text ? (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {text}
    </Alert>
  ) : null
}

/** What went well; announced politely. */
export function Success({ text }: SentenceProps) {
  return text ? (
    <Alert color="green" role="status" icon={<IconCheck aria-hidden />}>
      {text}
    </Alert>
  ) : null
}
