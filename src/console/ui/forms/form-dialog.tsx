/** A form in a dialog: fields, failure or success message, Cancel and the submit button. */
import { useEffect, useState, type ReactNode } from 'react'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { CREATE_DIALOG_CLOSE_AFTER_MS } from '#contract/constants.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { AskBeforeLeaving, AskToDiscard } from '#console/ui/forms/ask-before-leaving.tsx'
import { Form, Problem, Success } from '#console/ui/forms/form-frame.tsx'
import type { ContractForm } from '#console/ui/forms/form.ts'
import { SaveButton } from '#console/ui/forms/save-button.tsx'
import type { Sending } from '#console/ui/forms/sending.ts'
import classes from '#console/ui/forms/form-dialog.module.css'
import { useReturnFocus } from '#console/ui/use-return-focus.ts'

interface FormDialogProps {
  readonly title: string
  readonly form: Pick<ContractForm<unknown>, 'isChanged'>
  readonly sending: Sending
  /** The label of the submit button. */
  readonly verb: string
  /** The success message; the dialog closes a second later. */
  readonly done?: string | null
  /** What to do about a failure besides trying again. */
  readonly remedy?: ReactNode
  readonly size?: 'md' | 'lg'
  readonly onClose: () => void
  readonly children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { title, form, sending, verb, done = null, remedy, size = 'lg', onClose, children } = props
  const narrow = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false })
  const [asks, setAsks] = useState(false)
  useReturnFocus()
  const isDone = done !== null
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(onClose, CREATE_DIALOG_CLOSE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isDone, onClose])
  const changed = form.isChanged && !isDone
  const close = (): void => {
    // Waits for the request: a person must not be left wondering whether it succeeded.
    if (sending.busy) return
    if (changed) setAsks(true)
    else onClose()
  }
  return (
    <>
      <Modal
        opened
        title={title}
        size={size}
        fullScreen={narrow}
        closeOnEscape={!asks}
        classNames={{ content: classes.content }}
        onClose={close}
      >
        <Form onSubmit={sending.submit}>
          <Stack gap="md">
            {children}
            <div className={classes.foot}>
              <Success text={done} />
              <Problem text={sending.failure} />
              <Group justify="flex-end">
                {sending.failure !== null && remedy}
                <Button variant="default" onClick={close} aria-disabled={sending.busy}>
                  {formTexts.cancel}
                </Button>
                <SaveButton type="submit" busy={sending.busy} disabled={isDone}>
                  {verb}
                </SaveButton>
              </Group>
            </div>
          </Stack>
        </Form>
      </Modal>
      {asks && <AskToDiscard onDiscard={onClose} onKeep={() => setAsks(false)} />}
      <AskBeforeLeaving changed={changed} />
    </>
  )
}
