/** The choice between a certificate and an access token, for servers that offer it. */
import { SegmentedControl, Stack, Text } from '@mantine/core'
import type { ErpField } from '#contract/forms.ts'
import type { ErpSignIn } from '#contract/own/erp-sign-in-endpoints.ts'
import { erpSignInTexts } from '#contract/texts/own/erp-sign-in-texts.ts'
import { CertificateForm } from '#console/screens/erp-setup/certificate-form.tsx'
import { TokenForm } from '#console/screens/erp-setup/erp-form.tsx'
import { useCertificateForm } from '#console/screens/erp-setup/use-certificate-form.ts'
import { useErpForm } from '#console/screens/erp-setup/use-erp-form.ts'
import { AskBeforeLeaving } from '#console/ui/forms/ask-before-leaving.tsx'
import { useDraftState } from '#console/ui/forms/draft-state.ts'

interface SignInWayProps {
  readonly state: ErpSignIn
  readonly isSet: ReadonlySet<ErpField>
  readonly onSaved: () => void
}

export function SignInWay({ state, isSet, onSaved }: SignInWayProps) {
  // The specified fields stay in view until a certificate is in use. Afterwards the form that was in view stays there,
  // also after a lock or a save.
  const [way, setWay] = useDraftState(
    'erp sign-in way',
    state.way === 'oauth2' ? 'oauth2' : 'token',
  )
  // Held here, so that a look at the other form loses nothing.
  const token = useErpForm(isSet, onSaved, state.way !== 'file')
  const certificate = useCertificateForm(state, isSet, onSaved)
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
          // On a phone the words wrap: in one line the second choice would be cut.
          styles={{ label: { whiteSpace: 'normal' } }}
          data={[
            { value: 'oauth2', label: erpSignInTexts.oauth2 },
            { value: 'token', label: erpSignInTexts.token },
          ]}
        />
        {way === 'token' && <Text size="sm">{erpSignInTexts.tokenEnds}</Text>}
        {state.way === 'file' && <Text size="sm">{erpSignInTexts.byFile}</Text>}
      </Stack>
      {way === 'token' ? (
        <TokenForm state={token} isSet={isSet} />
      ) : (
        <CertificateForm signIn={state} state={certificate} />
      )}
      <AskBeforeLeaving changed={token.form.isChanged || certificate.form.isChanged} />
    </Stack>
  )
}
