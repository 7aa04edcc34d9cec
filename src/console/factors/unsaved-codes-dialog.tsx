/** Shows recovery codes that are not saved yet, on whatever screen the person is. */
import { forgetSavedCodes, useUnsavedCodes } from '#console/factors/unsaved-codes.ts'
import { lazyDialog } from '#console/ui/lazy/lazy-dialog.tsx'

const SaveCodesDialog = lazyDialog(() =>
  import('#console/factors/save-codes-dialog.tsx').then((m) => m.SaveCodesDialog),
)

export function UnsavedCodes() {
  const codes = useUnsavedCodes()
  // Other codes are another question: 'I have saved them' was about the first ones.
  return (
    codes && (
      // Closing the fallback of a dialog that did not load must not forget the codes.
      <SaveCodesDialog
        key={codes[0]}
        codes={codes}
        onSaved={forgetSavedCodes}
        onClose={() => undefined}
      />
    )
  )
}
