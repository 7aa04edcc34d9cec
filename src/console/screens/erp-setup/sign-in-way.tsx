/** The choice between a certificate and an access token, for servers that offer it. */
import { useState } from 'react'
import { SegmentedControl, Stack, Text } from '@mantine/core'
import type { ErpField } from '#contract/forms.ts'
import type { ErpSignIn } from '#contract/own/erp-sign-in-endpoints.ts'
import { erpSignInTexts } from '#contract/texts/own/erp-sign-in-texts.ts'
import { CertificateForm } from '#console/screens/erp-setup/certificate-form.tsx'
import { ErpForm } from '#console/screens/erp-setup/erp-form.tsx'

interface SignInWayProps {
  readonly state: ErpSignIn
  readonly isSet: ReadonlySet<ErpField>
  readonly onSaved: () => void
}

export function SignInWay({ state, isSet, onSaved }: SignInWayProps) {
  // The specified fields stay in view until a certificate is in use.
  const [way, setWay] = useState(state.way === 'oauth2' ? 'oauth2' : 'token')
  return (
    <Stack>
      <Stack gap={4} maw={640}>
        <Text size="sm" fw={600} id="sign-in-way">
          {erpSignInTexts.way}
        </Text>
        <SegmentedControl
          aria-labelledby="sign-in-way"
          value={way}
          onChange={setWay}
          fullWidth
          data={[
            { value: 'oauth2', label: erpSignInTexts.oauth2 },
            { value: 'token', label: erpSignInTexts.token },
          ]}
        />
        {way === 'token' && <Text size="sm">{erpSignInTexts.tokenEnds}</Text>}
        {state.way === 'file' && <Text size="sm">{erpSignInTexts.byFile}</Text>}
      </Stack>
      {way === 'token' ? (
        <ErpForm isSet={isSet} onSaved={onSaved} />
      ) : (
        <CertificateForm state={state} isSet={isSet} onSaved={onSaved} />
      )}
    </Stack>
  )
}
