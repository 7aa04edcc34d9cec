/** Looks for codes in what the camera sees. */
import type { CodeReader } from '#console/camera/code-reader.ts'
import { type Camera, type NoPicture, turnOnCamera } from '#console/camera/video-stream.ts'

/** What the camera does. `silent` is one that is allowed and shows nothing, as some installed consoles on iPads do. */
export type CameraState = 'starting' | 'on' | 'silent' | 'unread' | NoPicture

export interface CameraListeners {
  readonly onState: (state: CameraState, light: Camera['light']) => void
  readonly onCode: (code: string) => void
}

/** A fifth of a second is quick enough for a hand, and leaves a slow tablet time for the page. */
const FRAME_EVERY_MS = 200
/** How long the first picture may take, the person's permission included, until another way is offered. */
const FIRST_PICTURE_MS = 8_000
/** A code that was out of sight for that long is a new scan. */
const GONE_MS = 1_500
const RETRY_MS = 3_000

/**
 * Turns the camera on and reads five pictures a second.
 * @param video shows what the camera sees
 * @returns a function that stops it and turns the camera off
 */
export function watchCamera(
  video: HTMLVideoElement,
  reader: CodeReader,
  { onState, onCode }: CameraListeners,
): () => void {
  const { signal, stop } = stopper()
  const silent = setTimeout(() => onState('silent', null), FIRST_PICTURE_MS)
  const show = (state: CameraState, light: Camera['light'] = null): void => {
    clearTimeout(silent)
    if (!signal.aborted) onState(state, light)
  }
  const run = async (): Promise<void> => {
    const camera = await turnOnCamera()
    if (typeof camera === 'string') return show(camera)
    const end = (): void => {
      camera.stop()
      video.srcObject = null
    }
    if (signal.aborted) return end()
    signal.addEventListener('abort', end)
    // The last frame can still be decoded and would look like a live picture.
    const taken = (): void => {
      show('silent')
      stop()
    }
    for (const track of camera.stream.getTracks()) track.addEventListener('ended', taken)
    video.srcObject = camera.stream
    // Rejected when it is stopped before it starts.
    await video.play().catch(() => undefined)
    await readFrames(video, reader, signal, {
      onState: (state) => show(state, camera.light),
      onCode,
    })
  }
  onState('starting', null)
  void run()
  return () => {
    clearTimeout(silent)
    stop()
  }
}

async function readFrames(
  video: HTMLVideoElement,
  reader: CodeReader,
  signal: AbortSignal,
  {
    onState,
    onCode,
  }: { readonly onState: (state: CameraState) => void; readonly onCode: (code: string) => void },
): Promise<void> {
  const isNew = newCodes()
  while (!signal.aborted) {
    const began = performance.now()
    let pause = FRAME_EVERY_MS
    if (video.videoWidth > 0) {
      try {
        const [code] = await reader.read(await createImageBitmap(video))
        // Stopped meanwhile.
        if (signal.aborted) return
        onState('on')
        if (code !== undefined && isNew(code, performance.now())) onCode(code)
      } catch {
        onState('unread')
        pause = RETRY_MS
      }
    }
    await passed(Math.max(0, pause - (performance.now() - began)))
  }
}

/** Tells a code that is shown from one that has been in sight since it was read. */
function newCodes(): (code: string, now: number) => boolean {
  let last = { code: '', at: Number.NEGATIVE_INFINITY }
  return (code, now) => {
    const isKnown = code === last.code && now - last.at < GONE_MS
    last = { code, at: now }
    return !isKnown
  }
}

function stopper(): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, stop: () => controller.abort() }
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
