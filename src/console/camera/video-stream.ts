/** The stream of the camera that looks away from the person. */

/** Why there is no picture. */
export type NoPicture = 'refused' | 'missing'

/** A camera that is on. */
export interface Camera {
  readonly stream: MediaStream
  /** Turns its light on or off; null without one. */
  readonly light: ((isOn: boolean) => Promise<void>) | null
  readonly stop: () => void
}

const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1_280 }, height: { ideal: 720 } },
}

/**
 * Turns the camera on, which asks the person the first time.
 * @returns the camera, or why it stays off
 */
export async function turnOnCamera(): Promise<Camera | NoPicture> {
  // Browsers have none on a page without TLS.
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices }
  if (!mediaDevices) return 'missing'
  try {
    const stream = await mediaDevices.getUserMedia(WANTED)
    const [track] = stream.getVideoTracks()
    return {
      stream,
      light: track ? lightOf(track) : null,
      stop: () => {
        for (const each of stream.getTracks()) each.stop()
      },
    }
  } catch (thrown) {
    const isRefused = thrown instanceof DOMException && thrown.name === 'NotAllowedError'
    return isRefused ? 'refused' : 'missing'
  }
}

function lightOf(track: MediaStreamTrack): Camera['light'] {
  const { torch } = (track.getCapabilities?.() ?? {}) as { readonly torch?: boolean }
  if (torch !== true) return null
  return (isOn) =>
    track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
}
