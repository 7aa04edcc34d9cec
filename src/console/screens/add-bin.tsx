/** 'Add Bin' only says that it is to come (decisions.md 5.14). */
import { useState } from 'react'
import { Button, Modal, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { messages } from '#contract/messages.ts'

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
