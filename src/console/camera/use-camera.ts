/** The camera of a component: on while it is shown, off while the page is hidden. */
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { openCodeReader, type CodeReader } from '#console/camera/code-reader.ts'
import type { Picture } from '#console/camera/reader-messages.ts'
import type { Camera } from '#console/camera/video-stream.ts'
import { type CameraState, watchCamera } from '#console/camera/watch-camera.ts'

interface UsedCamera {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly state: CameraState
  readonly light: Camera['light']
  /** Reads a photo; with the same reader. */
  readonly read: (picture: Picture) => Promise<readonly string[]>
}

/** @param onCode called for each code that comes into sight */
export function useCamera(onCode: (code: string) => void): UsedCamera {
  const video = useRef<HTMLVideoElement>(null)
  const reader = useRef<Promise<CodeReader> | null>(null)
  const [shown, setShown] = useState<{ state: CameraState; light: Camera['light'] }>(OFF)
  const tell = useEffectEvent(onCode)

  const open = (): Promise<CodeReader> => (reader.current ??= openCodeReader())
  const start = useEffectEvent((signal: AbortSignal) => {
    void open().then((opened) => {
      if (signal.aborted || !video.current) return
      const stop = watchCamera(video.current, opened, {
        onState: (state, light) => setShown({ state, light }),
        onCode: tell,
      })
      signal.addEventListener('abort', stop)
    })
  })

  useEffect(() => {
    let run: AbortController | null = null
    const look = (): void => {
      if (document.visibilityState === 'hidden') {
        run?.abort()
        run = null
      } else if (!run) {
        run = new AbortController()
        start(run.signal)
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      run?.abort()
      const last = reader.current
      reader.current = null
      void last?.then(({ close }) => close())
    }
  }, [])

  const read = async (picture: Picture): Promise<readonly string[]> => (await open()).read(picture)
  return { video, ...shown, read }
}

const OFF: { state: CameraState; light: Camera['light'] } = { state: 'starting', light: null }
