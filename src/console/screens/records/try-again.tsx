/** A super admin's 'Try again' for a failed booking (decisions/server/bookings.md). */
import { createContext, use, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { IconRefresh } from '@tabler/icons-react'
import { endpoints } from '#contract/endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { call } from '#console/data/api/call.ts'
import { useOffers } from '#console/data/api/config.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { refetchList } from '#console/data/collections/refetch-list.ts'
import { unmaskFault } from '#console/data/api/cors-masked-errors.ts'
import { isAnothersTurn, readSession, useSession } from '#console/session/session.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { notifyFailure, notifySuccess } from '#console/ui/notify.tsx'

interface TryAgainProps {
  readonly collection: FloorCollection
  readonly id: string | null
}

/** Counts and receipts are not booked, so there is nothing to retry. */
const BOOKED: readonly FloorCollection[] = ['binAdjustmentRecords', 'binTransfer']

/** Whether the dialog around offers it already. */
export const OffersTryAgain = createContext(false)

export function TryAgain({ collection, id }: TryAgainProps) {
  const { isSuperAdmin } = useSession()
  const books = useOffers().includes('bookings')
  const client = useQueryClient()
  // By its id: a page or a pane may go on to the next record while this one is being booked.
  const [busy, setBusy] = useState<readonly string[]>([])
  const isOffered = use(OffersTryAgain)
  if (isOffered || !books || !isSuperAdmin || id === null || !BOOKED.includes(collection))
    return null
  const retry = async (): Promise<void> => {
    const { username: by } = readSession()
    setBusy((before) => [...before, id])
    try {
      const { outcome, message } = await call(endpoints.retryBooking, {
        params: { collection, id },
      })
      if (isAnothersTurn(by)) return
      if (outcome === 'succeeded') notifySuccess(recordTexts.bookedAgain)
      else notifyFailure(message)
    } catch (thrown) {
      const fault = await unmaskFault(thrown)
      if (isAnothersTurn(by)) return
      notifyFailure(explain(faultFacts(fault), faults.retryBooking))
    }
    await refetchList(client, collection)
    setBusy((before) => before.filter((one) => one !== id))
  }
  return (
    <ConnectedButton
      label={recordTexts.tryAgain}
      busyLabel={recordTexts.tryingAgain}
      busy={busy.includes(id)}
      icon={<IconRefresh size={18} aria-hidden />}
      onClick={() => void retry()}
    />
  )
}
