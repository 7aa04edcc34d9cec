/** Opens the download dialog of a table. */
import { useRef, useState } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { tableTexts } from '#contract/table-texts.ts'
import { DownloadDialog } from '#console/list/export/download-dialog.tsx'
import type { ExportSource } from '#console/list/export/export-table.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

interface DownloadButtonProps {
  readonly source: ExportSource
}

export function DownloadButton({ source }: DownloadButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setIsOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <ActionIcon
        ref={button}
        size={TOUCH_TARGET_PX}
        variant="default"
        aria-label={tableTexts.download}
        title={tableTexts.download}
        onClick={() => setIsOpen(true)}
      >
        <IconDownload size={20} aria-hidden />
      </ActionIcon>
      {isOpen && <DownloadDialog source={source} onClose={close} />}
    </>
  )
}
