/** Reads a code with the camera or from a photo. Loaded on first use (decisions/product/scanning.md). */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconBulb, IconCamera, IconX } from '@tabler/icons-react'
import { EXPORT_EXCUSE_MS } from '#contract/constants.ts'
import { readScan, type ScanReading } from '#contract/scan/gs1.ts'
import { scanTexts } from '#contract/texts/own/scan-texts.ts'
import type { CameraState } from '#console/camera/watch-camera.ts'
import type { Camera } from '#console/camera/video-stream.ts'
import { useCamera } from '#console/camera/use-camera.ts'
import { allowHiddenUntil } from '#console/session/clock.ts'
import { onSessionEnd } from '#console/session/session.ts'
import classes from '#console/camera/camera-scan.module.css'

export interface CameraScanProps {
  /** Called for each code that comes into sight, and for one in a photo. */
  readonly onScan: (reading: ScanReading) => void
  /** Called by the close button, and when the session ends: the camera is off then. */
  readonly onClose: () => void
}

/** The camera is on as long as this is shown on a visible page. What it sees never leaves the device. */
export function CameraScan({ onScan, onClose }: CameraScanProps) {
  const tell = (raw: string): void => {
    navigator.vibrate?.(50)
    onScan({ raw, scan: readScan(raw) })
  }
  const { video, state, light, read } = useCamera(tell)
  const [photo, setPhoto] = useState<'none' | 'reading' | 'without-code' | 'unread'>('none')
  // Another stream begins in the dark.
  const [lit, setLit] = useState<Camera['light']>(null)
  const isLit = lit !== null && lit === light
  const forgetPhoto = useRef<() => void>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => onSessionEnd(() => close()), [])

  const readPhoto = async (file: File | null): Promise<void> => {
    if (!file) return
    setPhoto('reading')
    const codes = await read(file).catch(() => null)
    // The same photo may be chosen again.
    forgetPhoto.current?.()
    const [code] = codes ?? []
    setPhoto(codes === null ? 'unread' : code === undefined ? 'without-code' : 'none')
    if (code !== undefined) tell(code)
  }
  const turnLight = (): void => {
    void light?.(!isLit).then(
      () => setLit(() => (isLit ? null : light)),
      () => undefined,
    )
  }
  return (
    <Stack gap="sm" role="group" aria-label={scanTexts.camera}>
      <video
        ref={video}
        className={classes.picture}
        data-on={state === 'on' || undefined}
        muted
        playsInline
        aria-label={scanTexts.cameraPicture}
      />
      <Text role="status">{photo === 'none' ? STATES[state] : PHOTOS[photo]}</Text>
      <Group gap="sm">
        <FileButton
          accept="image/*"
          capture="environment"
          resetRef={forgetPhoto}
          onChange={(file) => void readPhoto(file)}
        >
          {(props) => (
            <Button
              leftSection={<IconCamera size={18} aria-hidden />}
              onClick={() => {
                // The camera of the device covers the page (decisions/console/session.md).
                allowHiddenUntil(Date.now() + EXPORT_EXCUSE_MS)
                props.onClick()
              }}
            >
              {scanTexts.takePhoto}
            </Button>
          )}
        </FileButton>
        {light && (
          <Button
            variant="default"
            aria-pressed={isLit}
            leftSection={<IconBulb size={18} aria-hidden />}
            onClick={turnLight}
          >
            {scanTexts.light}
          </Button>
        )}
        <Button variant="default" leftSection={<IconX size={18} aria-hidden />} onClick={onClose}>
          {scanTexts.closeCamera}
        </Button>
      </Group>
    </Stack>
  )
}

const STATES: Readonly<Record<CameraState, string>> = {
  starting: scanTexts.cameraStarting,
  on: scanTexts.holdCode,
  silent: scanTexts.cameraSilent,
  refused: scanTexts.cameraRefused,
  missing: scanTexts.cameraMissing,
  unread: scanTexts.readerMissing,
}

const PHOTOS = {
  reading: scanTexts.readingPhoto,
  'without-code': scanTexts.noCodeInPhoto,
  unread: scanTexts.readerMissing,
} as const
