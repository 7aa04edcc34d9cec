/** Pictures of a list that is opened for the first time over the slow link. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openColdList } from '#test/bench/link/cold-list.ts'
import type { Visit } from '#test/bench/link/visit.ts'

/** When the pictures are taken, in seconds after the list was opened. */
const AT_SECONDS = [1, 3, 6, 12]

/** Takes the pictures in a visit that nothing else is measured in: taking them costs the page time. */
export async function takePictures(visit: Visit, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const began = await openColdList(visit)
  for (const seconds of AT_SECONDS) {
    await visit.page.waitForTimeout(seconds * 1_000 - (performance.now() - began))
    await visit.page.screenshot({ path: join(folder, `inventory-${String(seconds)}-s.png`) })
  }
}
