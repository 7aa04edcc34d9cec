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

export async function handleScan(router: RegisteredRouter, reading: ScanReading): Promise<void> {
  const { token } = readSession()
  const wasOpen = openedBox() !== null
  if (reading.scan.kind === 'misread' && !wasOpen) {
    notifyConcern(scanTexts.misread)
    return
  }
  const mayOpen = !isOccupied(wasOpen)
  if (wasOpen || !mayOpen) openBox(reading)
  const [{ others }] = await Promise.all([findNow(), readRecent()])
  const isOver = (): boolean => openedBox()?.scan !== reading || readSession().token !== token
  if (!mayOpen || (wasOpen && isOver()) || readSession().token !== token) return
  // A dialog or a form may have been opened while the device was searched.
  if (isOccupied(openedBox() !== null)) {
    openBox(reading)
    return
  }
  const here = lookUp(reading, partsNow(), recentlyOpened())
  if (here.hits.length === 1) {
    openOnly(router, here)
    return
  }
  openBox(reading)
  if (here.hits.length > 1) return
  await others
  const now = lookUp(reading, partsNow(), recentlyOpened())
  if (now.hits.length === 1 && !isOver()) openOnly(router, now)
}

function openOnly(router: RegisteredRouter, { hits: [only], isCase, about }: LookedUp): void {
  if (!only) return
  openFound(router, only)
  closeBox()
  const said = [about, isCase ? findTexts.ofCase : null].filter((text) => text !== null)
  if (said.length > 0) notifyConcern(said.join('. '))
}

/** Whether a dialog or a form is open, in which a scan must change nothing. Details are left as by a link in them. */
function isOccupied(isBoxOpen: boolean): boolean {
  const dialogs = document.querySelectorAll('[role=dialog]').length
  const details = document.querySelector('[data-details]') === null ? 0 : 1
  const own = isBoxOpen ? 1 : 0
  return dialogs > details + own || document.querySelector('form') !== null
}
