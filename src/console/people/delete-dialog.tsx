/** Asks before deleting an account; a failure is shown in the same dialog. */
import { useRef, useState } from 'react'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { Problem, Success } from '#console/ui/forms/form-frame.tsx'
import { SaveButton } from '#console/ui/forms/save-button.tsx'
import { screenBehind, useReturnFocus } from '#console/ui/use-return-focus.ts'

interface DeleteDialogProps {
  readonly question: string
  /** A consequence that the person might not expect. */
  readonly warning?: string | null
  /** Replaces the question once the account is deleted and something follows on its own. */
  readonly done?: string | null
  /** Deletes and closes. @throws what `why` turns into a message */
  readonly onYes: () => Promise<void>
  readonly why: (thrown: unknown) => string
  readonly onClose: () => void
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { question, warning, done, onYes, why, onClose } = props
  const [busy, setBusy] = useState(false)
  const isDeleted = useRef(false)
  // The button that opened the dialog goes with its row.
  useReturnFocus((opener) =>
    isDeleted.current || opener?.isConnected !== true ? screenBehind() : null,
  )
  const [failure, setFailure] = useState<string | null>(null)
  const remove = async (): Promise<void> => {
    setFailure(null)
    setBusy(true)
    try {
      isDeleted.current = true
      await onYes()
    } catch (thrown) {
      // Somebody else was faster.
      isDeleted.current = faultFacts(thrown).status === 404
      setFailure(why(thrown))
    }
    setBusy(false)
  }
  const close = (): void => {
    if (!busy && !done) onClose()
  }
  return (
    <Modal opened title={peopleTexts.confirmDelete} withCloseButton={!done} onClose={close}>
      <Stack gap="md">
        {!done && <Text>{question}</Text>}
        {!done && warning && <Text>{warning}</Text>}
        <Success text={done} />
        <Problem text={failure} />
        {!done && (
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus aria-disabled={busy}>
              {formTexts.cancel}
            </Button>
            <SaveButton type="button" color="red" busy={busy} onClick={() => void remove()}>
              {peopleTexts.delete}
            </SaveButton>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}
