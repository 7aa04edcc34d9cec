/** The frame of every form: one submit at a time, focus on the first error, and a message with the result. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Alert, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { showFirstError } from '#console/ui/forms/first-error.ts'

interface FormProps {
  /** Resolves when the submit is over; no other one starts before. */
  readonly onSubmit: () => Promise<void>
  readonly children: ReactNode
}

/**
 * Focuses the first invalid field after each submit, so that a screen reader announces its message.
 * If the field had the focus already, the message is announced explicitly.
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
  /** Nothing is rendered without a text. */
  readonly text: string | null | undefined
}

/** A failure message; announced at once. */
export function Problem({ text }: SentenceProps) {
  return text ? (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {text}
    </Alert>
  ) : null
}

/** A success message; announced politely. */
export function Success({ text }: SentenceProps) {
  return text ? (
    <Alert color="green" role="status" icon={<IconCheck aria-hidden />}>
      {text}
    </Alert>
  ) : null
}
