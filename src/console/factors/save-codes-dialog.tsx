/** The dialog with new recovery codes. Only 'I have saved them' closes it. */
import { Modal } from '@mantine/core'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { containEscape } from '#console/table/columns/contain-escape.ts'
import { RecoveryCodes } from '#console/factors/recovery-codes.tsx'
import { useUnsaved } from '#console/ui/forms/unsaved.ts'

/** Above any dialog that is open when the codes arrive, or after a lock. */
const ABOVE = 300

interface SaveCodesDialogProps {
  readonly codes: readonly string[]
  readonly onSaved: () => void
  /** Called by the fallback that replaces this dialog while its file is missing. */
  readonly onClose: () => void
}

export function SaveCodesDialog({ codes, onSaved, onClose }: SaveCodesDialogProps) {
  useUnsaved(true)
  return (
    <Modal
      opened
      size={560}
      title={secondFactorTexts.saveCodesTitle}
      zIndex={ABOVE}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      onClose={onClose}
      // A form below would take the Escape.
      {...containEscape}
    >
      <RecoveryCodes codes={codes} onDone={onSaved} />
    </Modal>
  )
}
