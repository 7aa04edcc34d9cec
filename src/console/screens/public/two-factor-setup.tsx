/** Setting up the second factor (specification.md section 2, `/2fa-setup`). */
import { useState } from 'react'
import { Button, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { faults } from '#contract/faults.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { useOffers } from '#console/data/api/config.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { logOut } from '#console/data/api/log-out.ts'
import { withUnmaskedFault } from '#console/data/api/cors-masked-errors.ts'
import { MissingTemporaryData } from '#console/factors/renewed-session.ts'
import { SignInTransition } from '#console/screens/public/sign-in-transition.tsx'
import { explainCode } from '#console/screens/public/explain-code.ts'
import { PublicPage } from '#console/screens/public/public-page.tsx'
import { startSetup } from '#console/screens/public/second-factor.ts'
import { TwoFactorDialog } from '#console/screens/public/two-factor-dialog.tsx'
import { useSession } from '#console/session/session.ts'
import { skipSecondFactor } from '#console/session/steps.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { Problem } from '#console/ui/forms/form-frame.tsx'
import { lazyPart } from '#console/ui/lazy/lazy-part.tsx'
import { Queries } from '#console/ui/queries.tsx'
import classes from '#console/screens/public/public-page.module.css'

const SaveCodes = lazyPart(() =>
  import('#console/screens/public/recovery/save-codes.tsx').then((m) => m.SaveCodes),
)

export function TwoFactorSetup() {
  return (
    <Queries>
      <Setup />
    </Queries>
  )
}

function Setup() {
  const navigate = useNavigate()
  const { username } = useSession()
  const asking = useQuery(setupQuery(username))
  const [closed, setClosed] = useState(false)
  const [done, setDone] = useState<'codes' | 'all' | null>(null)
  const givesCodes = useOffers().includes('second-factor')
  const retry = (): void => {
    setClosed(false)
    void asking.refetch()
  }
  const leave = (): void => {
    logOut()
    void navigate({ to: '/login' })
  }
  const skip = (): void => {
    skipSecondFactor()
    void navigate({ to: '/dashboard' })
  }
  if (done === 'codes') return <SaveCodes onDone={() => setDone('all')} />
  if (done) return <SignInTransition />
  const { isFetching, error } = asking
  const issued = isFetching ? null : (asking.data ?? null)
  if (issued === 'enabled') return <Navigate to="/2fa-login" replace />
  return (
    <PublicPage title={signInTexts.setupTitle}>
      <Stack>
        <Text size="sm">{signInTexts.setupHint}</Text>
        <Text size="sm" role="status" className={classes.status}>
          {isFetching ? signInTexts.setupAsking : closed ? signInTexts.setupOpen : ''}
        </Text>
        {!isFetching && <Problem text={failureOf(error, issued)} />}
        <Group>
          <BusyButton busy={isFetching} onClick={retry}>
            {signInTexts.retrySetup}
          </BusyButton>
          {!isFetching && maySkip(error) && (
            <Button variant="default" onClick={skip}>
              {signInTexts.skipSetup}
            </Button>
          )}
          <Button variant="default" onClick={leave}>
            {shellTexts.logout}
          </Button>
        </Group>
      </Stack>
      {issued !== null && issued !== 'lacking' && !closed && (
        <TwoFactorDialog
          issued={issued}
          onDone={() => setDone(givesCodes ? 'codes' : 'all')}
          onCancel={() => setClosed(true)}
        />
      )}
    </PublicPage>
  )
}

/** Runs once when the page opens and once for each retry; offline it fails at once, so that skipping is offered. */
function setupQuery(username: string | null) {
  return queryOptions({
    queryKey: ['two-factor-setup', username],
    queryFn: () => withUnmaskedFault(startSetup(), 'network'),
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

function failureOf(error: Error | null, issued: unknown): string | null {
  if (error) return explainCode(error, faults.twoFactorSetup)
  return issued === 'lacking' ? faults.twoFactorSetup.shape : null
}

/** Only a network failure allows skipping (decisions/console/second-factor.md). */
function maySkip(error: Error | null): boolean {
  if (error === null || error instanceof MissingTemporaryData) return false
  return faultFacts(error).kind === 'network'
}
