/** A dialog that asks one question. */
import { Button, Group, Modal, Text } from '@mantine/core'
import { messages } from '#contract/messages.ts'

interface ConfirmProps {
  readonly title: string
  readonly text: string
  readonly yes: string
  readonly onYes: () => void
  readonly onCancel: () => void
}

export function Confirm({ title, text, yes, onYes, onCancel }: ConfirmProps) {
  return (
    <Modal opened title={title} onClose={onCancel}>
      <Text>{text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {messages.cancel}
        </Button>
        <Button color="red" onClick={onYes} data-autofocus>
          {yes}
        </Button>
      </Group>
    </Modal>
  )
}
