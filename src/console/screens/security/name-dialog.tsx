/** Asks for the name of a passkey. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { passkeyNameForm } from '#contract/own/second-factor-forms.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { securityTexts } from '#contract/texts/own/security-texts.ts'
import { Form } from '#console/ui/forms/form-frame.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { SaveButton } from '#console/ui/forms/save-button.tsx'
import { useReturnFocus } from '#console/ui/use-return-focus.ts'

interface NameDialogProps {
  readonly title: string
  readonly name: string
  readonly onName: (name: string) => Promise<void>
  readonly onClose: () => void
}

export function NameDialog({ title, name, onName, onClose }: NameDialogProps) {
  const form = useContractForm(passkeyNameForm, { name })
  useReturnFocus()
  const submit = async (): Promise<void> => {
    if (form.check()) await onName(form.values.name.trim())
  }
  return (
    <Modal opened title={title} onClose={onClose}>
      <Form onSubmit={submit}>
        <Stack>
          <Text size="sm">{securityTexts.nameHint}</Text>
          <TextInput
            label={securityTexts.passkeyName}
            autoComplete="off"
            data-autofocus
            {...form.field('name')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {formTexts.cancel}
            </Button>
            <SaveButton type="submit" busy={false}>
              {securityTexts.next}
            </SaveButton>
          </Group>
        </Stack>
      </Form>
    </Modal>
  )
}
