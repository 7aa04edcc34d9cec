/** 'Add Bin' only announces the feature (decisions/console/people-forms.md). */
import { useState } from 'react'
import { Button, Modal, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { messages } from '#contract/texts/messages.ts'

export function AddBin() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {messages.addBin}
      </Button>
      <Modal opened={opened} title={messages.addBin} onClose={() => setOpened(false)}>
        <Text>{messages.soon}</Text>
      </Modal>
    </>
  )
}
