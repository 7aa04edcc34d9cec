/** Keeps the number in the menu and on the app's icon. */
import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { opensRoute } from '#contract/access.ts'
import { useOffers } from '#console/data/api/config.ts'
import { useIsFetchingCollections } from '#console/data/collections/use-collection.ts'
import { casesQuery } from '#console/data/exceptions/cases.ts'
import { startCountingExceptions } from '#console/data/exceptions/open-count.ts'
import { exceptionsScreen } from '#console/screens/registry.ts'
import { principalOf, useSession } from '#console/session/session.ts'

export function ExceptionCount() {
  const session = useSession()
  const isOffered = useOffers().includes('exceptions')
  const isOpen = session.token !== null && session.twoFactorVerified
  const may = opensRoute(exceptionsScreen.access, principalOf(session))
  const isTime = useListsAreThere()
  useQuery({ ...casesQuery(), enabled: isOffered && isOpen && may && isTime })
  useEffect(startCountingExceptions, [])
  return null
}

/** For how long no list was loading. Meanwhile the code of the first screen arrives, and asks for its list. */
const QUIET_MS = 1_000

/**
 * Whether the first lists have arrived. Before that, the cases would take one of four requests from the list on the
 * screen, and cost it a round trip.
 */
function useListsAreThere(): boolean {
  const isLoading = useIsFetchingCollections()
  const [wereThere, setWereThere] = useState(false)
  const waits = !isLoading && !wereThere
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => setWereThere(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [waits])
  return wereThere
}
