/** The camera of the box: the button at its field, and the view, which is loaded when it is first wanted. */
import { Suspense } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { scanTexts } from '#contract/texts/own/scan-texts.ts'
import { handleScan } from '#console/find/handle-scan.ts'
import classes from '#console/find/find-box.module.css'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { lazyPart } from '#console/ui/lazy/lazy-part.tsx'

const CameraScan = lazyPart(() =>
  import('#console/camera/camera-scan.tsx').then((m) => m.CameraScan),
)

interface CameraPartProps {
  readonly isOn: boolean
  readonly onTurn: (isOn: boolean) => void
}

export function CameraButton({ isOn, onTurn }: CameraPartProps) {
  return (
    <ActionIcon
      size={TOUCH_TARGET_PX}
      variant={isOn ? 'light' : 'subtle'}
      aria-label={scanTexts.camera}
      aria-pressed={isOn}
      data-mantine-stop-propagation="true"
      onClick={() => onTurn(!isOn)}
    >
      <IconCamera aria-hidden />
    </ActionIcon>
  )
}

/** Goes off with the first code: what has it is what the person came for. */
export function CameraView({ isOn, onTurn }: CameraPartProps) {
  const router = useRouter()
  if (!isOn) return null
  return (
    <div className={classes.camera} data-mantine-stop-propagation="true">
      <Suspense>
        <CameraScan
          onScan={(reading) => {
            onTurn(false)
            void handleScan(router, reading)
          }}
          onClose={() => onTurn(false)}
        />
      </Suspense>
    </div>
  )
}
