/** What every form has: sending without the browser's own bubbles, and the sentence of what went wrong or well. */
import type { ReactNode } from 'react'
import { Alert } from '@mantine/core'

interface FormProps {
  readonly onSubmit: () => Promise<void>
  readonly children: ReactNode
}

export function Form({ onSubmit, children }: FormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {children}
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
    <Alert color="red" role="alert">
      {text}
    </Alert>
  ) : null
}

/** What went well; announced politely. */
export function Success({ text }: SentenceProps) {
  return text ? (
    <Alert color="green" role="status">
      {text}
    </Alert>
  ) : null
}
