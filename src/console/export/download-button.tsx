/** The buttons that open the download dialog of a table. */
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { DownloadDialog } from '#console/export/download-dialog.tsx'
import type { ExportScope } from '#console/export/files/export-plan.ts'
import type { ExportSource } from '#console/export/export-source.ts'
import classes from '#console/export/download-dialog.module.css'
import { ToolbarButton } from '#console/table/columns/toolbar-button.tsx'

interface DownloadButtonProps {
  readonly source: ExportSource
  /** True until all rows have loaded. */
  readonly disabled: boolean
}

export function DownloadButton({ source, disabled }: DownloadButtonProps) {
  const { button, open, dialog } = useDownloadDialog(source, 'filtered')
  return (
    <>
      <ToolbarButton ref={button} label={tableTexts.download} disabled={disabled} onClick={open}>
        <IconDownload size={20} aria-hidden />
      </ToolbarButton>
      {dialog}
    </>
  )
}

/** The same for the selected rows. */
export function ExportSelected({ source }: Pick<DownloadButtonProps, 'source'>) {
  const { button, open, dialog } = useDownloadDialog(source, 'selected')
  return (
    <>
      <Button
        ref={button}
        size="sm"
        px="xs"
        className={classes.export}
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={open}
      >
        {tableTexts.exportSelected}
      </Button>
      {dialog}
    </>
  )
}

interface DialogOfButton {
  /** Gets the focus back when the dialog closes. */
  readonly button: RefObject<HTMLButtonElement | null>
  readonly open: () => void
  readonly dialog: ReactNode
}

function useDownloadDialog(source: ExportSource, scope: ExportScope): DialogOfButton {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setIsOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  return {
    button,
    open: () => setIsOpen(true),
    dialog: isOpen && <DownloadDialog source={source} scope={scope} onClose={close} />,
  }
}
