/** Between the second factor and the console: the feature step where flags are missing, then 2 seconds of transition. */
import { useEffect } from 'react'
import { Alert, Button, Center, Group, Loader, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { REDIRECT_AFTER_MS } from '#contract/constants.ts'
import { explain, faults } from '#contract/faults.ts'
import { messages } from '#contract/messages.ts'
import { faultFacts } from '#console/data/fault.ts'
import { fetchFeatures } from '#console/screens/public/sign-in.ts'
import { endSession, readSession, takeReturnPlace, useSession } from '#console/session/session.ts'
import { stageOf } from '#console/session/stage.ts'

/** Goes to the place of the last lock, else to the dashboard, once the flags are known (decisions.md 3.4, 3.9, 3.13). */
export function Entering() {
  const session = useSession()
  return stageOf(session) === 'feature-step' ? <FeatureStep /> : <Transition />
}

/** Fetches the flags; offers Retry and Logout when that fails. */
export function FeatureStep() {
  const loading = useQuery(featuresQuery)
  const failed = loading.error && !loading.isFetching
  return (
    <Center mih="100dvh" p="md">
      <Stack align="center">
        {failed ? (
          <>
            <Alert color="red" role="alert">
              {explain(faultFacts(loading.error), faults.featureStep)}
            </Alert>
            <Group>
              <Button onClick={() => void loading.refetch()}>{messages.retry}</Button>
              <Button variant="default" onClick={() => endSession('logout')}>
                {messages.logout}
              </Button>
            </Group>
          </>
        ) : (
          <Waiting text={messages.loadingFeatures} />
        )}
      </Stack>
    </Center>
  )
}

const featuresQuery = queryOptions({
  queryKey: ['features'],
  queryFn: async () => {
    await fetchFeatures()
    return true
  },
  networkMode: 'always',
  retry: false,
  gcTime: 0,
})

function Transition() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => {
      const place = takeReturnPlace(readSession().username ?? '')
      void (place === null ? navigate({ to: '/dashboard' }) : navigate({ href: place }))
    }, REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Center mih="100dvh" p="md">
      <Stack align="center">
        <Waiting text={messages.transition} />
      </Stack>
    </Center>
  )
}

function Waiting({ text }: { readonly text: string }) {
  return (
    <>
      <Loader aria-hidden />
      <Text role="status">{text}</Text>
    </>
  )
}
