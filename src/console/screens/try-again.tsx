/** A super admin's 'Try again' for a booking that failed (decisions.md 7.4). */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { IconRefresh } from '@tabler/icons-react'
import { endpoints } from '#contract/endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import { messages } from '#contract/messages.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { call } from '#console/data/call.ts'
import { useOffers } from '#console/data/config.ts'
import { faultFacts } from '#console/data/fault.ts'
import { collectionKey } from '#console/data/queries.ts'
import { faultBehind } from '#console/data/unseen.ts'
import { useSession } from '#console/session/session.ts'
import { ConnectedButton } from '#console/ui/connected-button.tsx'
import { notifyFailure, notifySuccess } from '#console/ui/notify.tsx'

interface TryAgainProps {
  readonly collection: FloorCollection
  readonly id: string | null
}

/** Counts and inbound records are not booked, so there is nothing to try. */
const BOOKED: readonly FloorCollection[] = ['binAdjustmentRecords', 'binTransfer']

export function TryAgain({ collection, id }: TryAgainProps) {
  const { isSuperAdmin } = useSession()
  const books = useOffers().includes('bookings')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  if (!books || !isSuperAdmin || id === null || !BOOKED.includes(collection)) return null
  const retry = async (): Promise<void> => {
    setBusy(true)
    try {
      const { outcome, message } = await call(endpoints.retryBooking, {
        params: { collection, id },
      })
      if (outcome === 'succeeded') notifySuccess(messages.bookedAgain)
      else notifyFailure(message)
    } catch (thrown) {
      notifyFailure(explain(faultFacts(await faultBehind(thrown)), faults.retryBooking))
    }
    await client.invalidateQueries({ queryKey: collectionKey(collection) })
    setBusy(false)
  }
  return (
    <ConnectedButton
      label={messages.tryAgain}
      busyLabel={messages.tryingAgain}
      busy={busy}
      icon={<IconRefresh size={18} aria-hidden />}
      onClick={() => void retry()}
    />
  )
}
