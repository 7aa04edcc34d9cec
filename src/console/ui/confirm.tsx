/** A dialog that asks one question. */
import { Button, Group, Modal, Text } from '@mantine/core'
import { formTexts } from '#contract/texts/form-texts.ts'
import { useReturnFocus } from '#console/ui/use-return-focus.ts'

interface ConfirmProps {
  readonly title: string
  readonly text: string
  readonly yes: string
  /** The label for declining, where 'Cancel' would be ambiguous. */
  readonly no?: string
  /** The button that has the focus first, and so answers to Enter: never the one that cannot be undone. */
  readonly focused?: 'yes' | 'no'
  readonly onYes: () => void
  readonly onCancel: () => void
}

/** Above every other dialog, below lists of choices and notices. */
const ABOVE_DIALOGS = 260

export function Confirm(props: ConfirmProps) {
  const { title, text, yes, no = formTexts.cancel, focused = 'yes', onYes, onCancel } = props
  useReturnFocus()
  return (
    <Modal opened title={title} zIndex={ABOVE_DIALOGS} onClose={onCancel}>
      <Text>{text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus={focused === 'no' || undefined}>
          {no}
        </Button>
        <Button color="red" onClick={onYes} data-autofocus={focused === 'yes' || undefined}>
          {yes}
        </Button>
      </Group>
    </Modal>
  )
}
