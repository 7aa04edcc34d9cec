/** Setting up the second factor (console.md section 2, `/2fa-setup`). */
import { useState } from 'react'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { explain, faults } from '#contract/faults.ts'
import { messages } from '#contract/messages.ts'
import { faultFacts } from '#console/data/fault.ts'
import { Entering } from '#console/screens/public/entering.tsx'
import { PublicPage } from '#console/screens/public/public-page.tsx'
import {
  MissingTemporaryData,
  startSetup,
  type IssuedSecret,
} from '#console/screens/public/sign-in.ts'
import { TwoFactorDialog } from '#console/screens/public/two-factor-dialog.tsx'
import { endSession, skipSecondFactor } from '#console/session/session.ts'

export function TwoFactorSetup() {
  const navigate = useNavigate()
  const asking = useQuery(setupQuery)
  const [closed, setClosed] = useState(false)
  const [done, setDone] = useState(false)
  const retry = (): void => {
    setClosed(false)
    void asking.refetch()
  }
  const logOut = (): void => {
    endSession('logout')
    void navigate({ to: '/login' })
  }
  const skip = (): void => {
    skipSecondFactor()
    void navigate({ to: '/dashboard' })
  }
  if (done) return <Entering />
  const failure = asking.isFetching ? null : failureOf(asking.error, asking.data, closed)
  return (
    <PublicPage title={messages.setupTitle}>
      <Stack>
        <Text size="sm">{messages.setupHint}</Text>
        {failure && (
          <Alert color="red" role="alert">
            {failure.text}
          </Alert>
        )}
        <Group>
          <Button onClick={retry} aria-busy={asking.isFetching}>
            {messages.retrySetup}
          </Button>
          {failure?.maySkip && (
            <Button variant="default" onClick={skip}>
              {messages.skipSetup}
            </Button>
          )}
          <Button variant="default" onClick={logOut}>
            {messages.logout}
          </Button>
        </Group>
      </Stack>
      {asking.data && !asking.isFetching && !closed && (
        <TwoFactorDialog
          qrCodeUrl={asking.data.qrCodeUrl}
          secret={asking.data.secret}
          onDone={() => setDone(true)}
          onCancel={() => setClosed(true)}
        />
      )}
    </PublicPage>
  )
}

/** Asked once when the page opens and once for each retry; offline it fails at once, so that skipping is offered. */
const setupQuery = queryOptions({
  queryKey: ['two-factor-setup'],
  queryFn: startSetup,
  networkMode: 'always',
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

function failureOf(
  error: Error | null,
  issued: IssuedSecret | null | undefined,
  closed: boolean,
): { text: string; maySkip: boolean } | null {
  if (error instanceof MissingTemporaryData) {
    return { text: faults.missingTemporaryData, maySkip: false }
  }
  if (error) {
    const facts = faultFacts(error)
    return { text: explain(facts, faults.twoFactorSetup), maySkip: facts.kind === 'network' }
  }
  if (issued === null) return { text: faults.twoFactorSetup.shape, maySkip: false }
  return closed ? { text: messages.setupOpen, maySkip: false } : null
}
