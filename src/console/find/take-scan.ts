/** What a scan does: it opens the one thing that has this code, or the box with a choice. */
import type { RegisteredRouter } from '@tanstack/react-router'
import type { ScanReading } from '#contract/scan/gs1.ts'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { scanTexts } from '#contract/texts/own/scan-texts.ts'
import { closeBox, openBox, openedBox } from '#console/find/box-state.ts'
import { findNow, partsNow } from '#console/find/found-index.ts'
import { type LookedUp, lookUp } from '#console/find/look-up.ts'
import { openFound } from '#console/find/open-found.ts'
import { readRecent, recentlyOpened } from '#console/find/recent.ts'
import { readSession } from '#console/session/session.ts'
import { notifyConcern } from '#console/ui/notify.tsx'

export async function takeScan(router: RegisteredRouter, reading: ScanReading): Promise<void> {
  const { token } = readSession()
  if (reading.scan.kind === 'misread' && openedBox() === null) {
    notifyConcern(scanTexts.misread)
    return
  }
  const isPlain = openedBox() === null && !isOccupied(router)
  if (!isPlain) openBox(reading)
  const [{ others }] = await Promise.all([findNow(), readRecent()])
  if (!isPlain || readSession().token !== token) return
  const here = lookUp(reading, partsNow(), recentlyOpened())
  if (here.hits.length === 1) {
    openOnly(router, here)
    return
  }
  openBox(reading)
  if (here.hits.length > 1) return
  await others
  const now = lookUp(reading, partsNow(), recentlyOpened())
  // The person has not begun to type, or closed the box.
  if (now.hits.length !== 1 || openedBox()?.scan !== reading) return
  openOnly(router, now)
  closeBox()
}

/** What the camera saw from within the box. One hit opens at once, as after a scan without the box. */
export async function takeSeen(router: RegisteredRouter, reading: ScanReading): Promise<void> {
  const { token } = readSession()
  const [{ others }] = await Promise.all([findNow(), readRecent()])
  const look = (): LookedUp => lookUp(reading, partsNow(), recentlyOpened())
  if (look().hits.length === 0) await others
  const here = look()
  if (openedBox() === null || readSession().token !== token) return
  if (here.hits.length !== 1 || isOccupied(router, 1)) {
    openBox(reading)
    return
  }
  openOnly(router, here)
  closeBox()
}

function openOnly(router: RegisteredRouter, { hits: [only], isCase, about }: LookedUp): void {
  if (!only) return
  openFound(router, only)
  const said = [about, isCase ? findTexts.ofCase : null].filter((text) => text !== null)
  if (said.length > 0) notifyConcern(said.join('. '))
}

/** Whether a dialog or a form is open, in which a scan must change nothing. Details are left as by a link in them. */
function isOccupied(router: RegisteredRouter, ownDialogs = 0): boolean {
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]').length
  const details = 'open' in router.state.location.search ? 1 : 0
  return dialogs > details + ownDialogs || document.querySelector('form') !== null
}
