/** Between the second factor and the console: fetches missing flags, then shows the transition for 2 seconds. */
import { useEffect, type ReactNode } from 'react'
import { Button, Group, Loader, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PRODUCT_NAME, REDIRECT_AFTER_MS } from '#contract/constants.ts'
import { explain, faults } from '#contract/faults.ts'
import { dashboardTexts } from '#contract/texts/dashboard-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { logOut } from '#console/data/api/log-out.ts'
import { withUnmaskedFault } from '#console/data/api/cors-masked-errors.ts'
import { fetchFeatures } from '#console/screens/public/second-factor.ts'
import { consumeReturnPlace } from '#console/session/return-place.ts'
import { readSession, useSession } from '#console/session/session.ts'
import { stageOf } from '#console/session/stage.ts'
import { Problem } from '#console/ui/forms/form-frame.tsx'
import { Mark } from '#console/ui/mark.tsx'
import { Queries } from '#console/ui/queries.tsx'
import classes from '#console/screens/public/sign-in-transition.module.css'

/** Once the flags are known, goes to the place of the last lock, or else to the dashboard (decisions/console/session.md, decisions/console/second-factor.md). */
export function SignInTransition() {
  const session = useSession()
  return <Queries>{stageOf(session) === 'feature-step' ? <FeatureStep /> : <Transition />}</Queries>
}

/** Fetches the flags; offers Retry and Logout when that fails. */
export function FeatureStep() {
  const loading = useQuery(featuresQuery)
  if (!loading.error || loading.isFetching) return <Waiting text={dashboardTexts.loadingFeatures} />
  return (
    <EnteringPage>
      <Problem text={explain(faultFacts(loading.error), faults.featureStep)} />
      <Group>
        <Button onClick={() => void loading.refetch()}>{listTexts.retry}</Button>
        <Button variant="default" onClick={logOut}>
          {shellTexts.logout}
        </Button>
      </Group>
    </EnteringPage>
  )
}

const featuresQuery = queryOptions({
  queryKey: ['features'],
  queryFn: async () => {
    await withUnmaskedFault(fetchFeatures())
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
      const place = consumeReturnPlace(readSession().username ?? '')
      void (place === null ? navigate({ to: '/dashboard' }) : navigate({ href: place }))
    }, REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return <Waiting text={signInTexts.transition} />
}

function Waiting({ text }: { readonly text: string }) {
  return (
    <EnteringPage>
      <Loader size="sm" color="var(--mantine-color-anchor)" aria-hidden />
      <Text role="status">{text}</Text>
    </EnteringPage>
  )
}

function EnteringPage({ children }: { readonly children: ReactNode }) {
  return (
    <main className={classes.page}>
      <Mark size={56} />
      <Title order={1} size="h3">
        {PRODUCT_NAME}
      </Title>
      {children}
    </main>
  )
}
