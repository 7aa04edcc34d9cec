/** Opens the download dialog of a table. */
import { useRef, useState } from 'react'
import { IconDownload } from '@tabler/icons-react'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { DownloadDialog } from '#console/export/download-dialog.tsx'
import type { ExportSource } from '#console/export/export-source.ts'
import { ToolbarButton } from '#console/table/columns/toolbar-button.tsx'

interface DownloadButtonProps {
  readonly source: ExportSource
  /** True until all rows have loaded. */
  readonly disabled: boolean
}

export function DownloadButton({ source, disabled }: DownloadButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setIsOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <ToolbarButton
        ref={button}
        label={tableTexts.download}
        disabled={disabled}
        onClick={() => setIsOpen(true)}
      >
        <IconDownload size={20} aria-hidden />
      </ToolbarButton>
      {isOpen && <DownloadDialog source={source} onClose={close} />}
    </>
  )
}
