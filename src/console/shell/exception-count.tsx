/** Keeps the number of open exceptions up to date, in the menu and on the app's icon. */
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
  const isQuiet = useFirstListsLoaded()
  useQuery({ ...casesQuery(), enabled: isOffered && isOpen && may && isQuiet })
  useEffect(startCountingExceptions, [])
  return null
}

/** How long no list must be loading: the first screen asks for its list only once its code has arrived. */
const QUIET_MS = 1_000

/**
 * Whether the first lists have loaded. Asked for earlier, the cases would take one of the four request slots from the
 * list on the screen, and cost it a round trip.
 */
function useFirstListsLoaded(): boolean {
  const isLoading = useIsFetchingCollections()
  const [haveLoaded, setHaveLoaded] = useState(false)
  const waits = !isLoading && !haveLoaded
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => setHaveLoaded(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [waits])
  return haveLoaded
}
