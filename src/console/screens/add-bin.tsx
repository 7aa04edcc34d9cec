/** 'Add Bin' only announces the feature (decisions/console/people-forms.md). */
import { useState } from 'react'
import { Button, Modal, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { listTexts } from '#contract/texts/list-texts.ts'

export function AddBin() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {listTexts.addBin}
      </Button>
      <Modal opened={opened} title={listTexts.addBin} onClose={() => setOpened(false)}>
        <Text>{listTexts.soon}</Text>
      </Modal>
    </>
  )
}
