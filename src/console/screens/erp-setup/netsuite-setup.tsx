/** ERP Setup (specification.md section 2, `/netsuite-setup`). */
import { useState } from 'react'
import { ActionIcon, Box, Button, Group, Skeleton, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ERP_FIELDS, type ErpField } from '#contract/forms.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { erpSetupTexts } from '#contract/texts/erp-setup-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { useOffers } from '#console/data/api/config.ts'
import { SERVER_STATE_KEY } from '#console/data/collections/queries.ts'
import { Notice } from '#console/ui/status/notice.tsx'
import { ErpForm } from '#console/screens/erp-setup/erp-form.tsx'
import {
  ERP_SIGN_IN_KEY,
  ERP_STATUS_KEY,
  erpSignInQuery,
  erpStatusQuery,
  RULE_CHOICES_KEY,
} from '#console/screens/erp-setup/erp-queries.ts'
import { ReadRulesSection } from '#console/screens/erp-setup/read-rules/read-rules.tsx'
import { SignInWay } from '#console/screens/erp-setup/sign-in-way.tsx'
import { ThisServer } from '#console/screens/erp-setup/this-server.tsx'
import { useSession } from '#console/session/session.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

export function NetsuiteSetup() {
  const client = useQueryClient()
  const { isSuperAdmin } = useSession()
  const offers = useOffers()
  const tells = offers.includes('erp-status')
  const signIn = useQuery({
    ...erpSignInQuery(),
    enabled: isSuperAdmin && offers.includes('erp-sign-in'),
  })
  const status = useQuery({ ...erpStatusQuery(), enabled: isSuperAdmin && tells })
  const isLoading = status.isLoading || signIn.isLoading
  const [isShown, setShown] = useState(!isLoading)
  // Once shown, the form stays: another attempt, or a role that is granted meanwhile, loads again, and what was typed
  // would go with the form.
  if (!isLoading && !isShown) setShown(true)
  const [saved, setSaved] = useState(0)
  // Only fields that this server reported as set may be left blank; the others are required.
  const said = tells ? status.data?.data : undefined
  const isSet = new Set<ErpField>(
    ERP_FIELDS.map(({ key }) => key).filter((key) => said?.[key] === true),
  )
  const onSaved = (): void => {
    setSaved(saved + 1)
    for (const queryKey of [ERP_STATUS_KEY, ERP_SIGN_IN_KEY, SERVER_STATE_KEY, RULE_CHOICES_KEY])
      void client.invalidateQueries({ queryKey })
  }
  return (
    <section aria-labelledby="screen-title">
      <Group mb="md">
        <ActionIcon
          component={Link}
          to="/dashboard"
          size={TOUCH_TARGET_PX}
          aria-label={erpSetupTexts.backToDashboard}
        >
          <IconArrowLeft aria-hidden />
        </ActionIcon>
        <Title order={1} size="h3" id="screen-title">
          {erpSetupTexts.erpTitle}
        </Title>
      </Group>
      {!isSuperAdmin && tells && (
        <Box mb="lg" maw={640}>
          <Notice tone="old">{erpSetupTexts.onlySuperAdmins}</Notice>
        </Box>
      )}
      {status.isError && (
        <Box mb="lg" maw={640}>
          <Notice
            role="alert"
            tone="failed"
            action={
              <Button variant="default" onClick={() => void status.refetch()}>
                {listTexts.retry}
              </Button>
            }
          >
            {erpSetupTexts.erpStatusFailed}
          </Notice>
        </Box>
      )}
      {!isShown ? (
        <Skeleton height={480} maw={640} aria-label={deviceTexts.loading} />
      ) : signIn.data ? (
        <SignInWay
          key={`${saved} ${signIn.data.way}`}
          state={signIn.data}
          isSet={isSet}
          onSaved={onSaved}
        />
      ) : (
        <ErpForm key={saved} isSet={isSet} onSaved={onSaved} />
      )}
      <ReadRulesSection />
      <ThisServer />
    </section>
  )
}
