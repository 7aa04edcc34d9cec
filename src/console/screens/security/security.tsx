/** The Security screen: one's own passkeys, recovery codes, authenticator and sessions. */
import { Button, Skeleton, Stack, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { explain } from '#contract/faults.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { secondFactorFaults } from '#contract/texts/own/second-factor-faults.ts'
import { securityTexts } from '#contract/texts/own/security-texts.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { Notice } from '#console/ui/status/notice.tsx'
import { AuthenticatorPart } from '#console/screens/security/authenticator-part.tsx'
import { CodesPart } from '#console/screens/security/codes-part.tsx'
import { PasskeysPart } from '#console/screens/security/passkeys-part.tsx'
import { SessionsPart } from '#console/screens/security/sessions-part.tsx'
import classes from '#console/screens/security/security.module.css'

const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call(secondFactorEndpoints.securityState, { signal }),
  gcTime: 0,
  retry: false,
})

export function Security() {
  const { data, error, refetch } = useQuery(securityQuery)
  const online = useOnline()
  const changed = async (): Promise<void> => {
    await refetch()
  }
  return (
    <section aria-labelledby="screen-title" className={classes.screen}>
      <Title order={1} size="h3" id="screen-title" mb="md">
        {securityTexts.title}
      </Title>
      {data ? (
        <Stack gap="lg">
          <PasskeysPart passkeys={data.passkeys} onChanged={changed} />
          <CodesPart codes={data.codes} onChanged={changed} />
          <AuthenticatorPart onChanged={changed} />
          <SessionsPart sessions={data.sessions} onChanged={changed} />
        </Stack>
      ) : error || !online ? (
        <Notice
          role="alert"
          tone={online ? 'failed' : 'old'}
          action={
            <Button variant="default" onClick={() => void refetch()}>
              {listTexts.retry}
            </Button>
          }
        >
          {online
            ? explain(faultFacts(error), secondFactorFaults.security)
            : deviceTexts.offlineReason}
        </Notice>
      ) : (
        <Skeleton height={480} aria-label={deviceTexts.loading} />
      )}
    </section>
  )
}
