/** Dialogs that are loaded when they are first opened. Separate from lazy-part.tsx, because the sign-in page has no dialog. */
import { Suspense, type ComponentType } from 'react'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { lazyPart, type LazyPart, type Load } from '#console/ui/lazy/lazy-part.tsx'
import type { FallbackProps } from '#console/ui/lazy/missing-part.tsx'
import { useReturnFocus } from '#console/ui/use-return-focus.ts'

/** The props that every dialog has. */
export interface Closable {
  readonly onClose: () => void
}

const Nothing = () => null

/**
 * A dialog that is loaded when first opened; if that fails, a dialog says so. The screen below stays visible meanwhile.
 * @param Placeholder rendered while the dialog loads
 */
export function lazyDialog<P extends Closable>(
  load: Load<P>,
  Placeholder: ComponentType<P> = Nothing,
): LazyPart<P> {
  const Part = lazyPart(load, DialogFallback)
  function Dialog(props: P) {
    // The element that opened it, even if it mounted only after a retry.
    useReturnFocus()
    return (
      <Suspense fallback={<Placeholder {...props} />}>
        <Part {...props} />
      </Suspense>
    )
  }
  return Object.assign(Dialog, { preload: Part.preload })
}

/** A dialog in place of the missing one. */
function DialogFallback({ part, isReplaced, action }: FallbackProps<Closable>) {
  return (
    <Modal opened title={deviceTexts.dialogMissing} onClose={part.onClose}>
      <Stack gap="md">
        <Text role="alert">{isReplaced ? deviceTexts.newVersion : deviceTexts.partMissing}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={part.onClose}>
            {formTexts.cancel}
          </Button>
          {action}
        </Group>
      </Stack>
    </Modal>
  )
}
