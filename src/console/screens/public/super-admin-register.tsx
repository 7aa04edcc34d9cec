/** Registration of a new admin (specification.md section 2, `/super-admin-register`). */
import { useState } from 'react'
import { Alert, Button, Checkbox, Modal, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { collectionOf } from '#contract/collections.ts'
import { endpoints } from '#contract/endpoints.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import { adminForm } from '#contract/forms.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { isSameName } from '#contract/records/name-key.ts'
import { refusals } from '#contract/refusals.ts'
import { call, sendCall } from '#console/data/api/call.ts'
import { useFirstAdminNeeded, useRegistrationClosed } from '#console/data/api/config.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { unwrapList } from '#console/data/api/fetch-collection.ts'
import { renewConfig } from '#console/data/api/host/load-config.ts'
import { AdminFields, type AdminValues } from '#console/people/admins/admin-fields.tsx'
import { formLimits } from '#console/people/form-limits.ts'
import { LinkToLogin, PageLinks } from '#console/screens/public/page-links.tsx'
import { PublicPage } from '#console/screens/public/public-page.tsx'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { useSending } from '#console/ui/forms/sending.ts'

const EMPTY: AdminValues = {
  username: '',
  company_name: '',
  company_email: '',
  phone_number: '',
  password: '',
  confirm_password: '',
}

export function SuperAdminRegister() {
  const form = useContractForm(adminForm(formLimits()), EMPTY, { validatesOnBlur: true })
  const isFirst = useFirstAdminNeeded()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const asSuperAdmin = chosen ?? isFirst
  const [registered, setRegistered] = useState(false)
  const isClosed = useRegistrationClosed() && !registered
  const { busy, failure, submit } = useSending(
    form,
    async () => {
      await register(form.values, asSuperAdmin)
      // Behind the welcome, the box keeps what was registered.
      setChosen(asSuperAdmin)
      setRegistered(true)
      // The first super admin closes the registration.
      void renewConfig()
    },
    (thrown) =>
      thrown instanceof Taken ? thrown.message : explain(faultFacts(thrown), faults.register),
  )
  return (
    <PublicPage title={signInTexts.registerTitle} wide>
      <Form onSubmit={submit}>
        <Stack gap="md">
          {isClosed && (
            <Alert role="status" color="amber" icon={<IconInfoCircle aria-hidden />}>
              {refusals.registrationClosed}
            </Alert>
          )}
          <SimpleGrid type="container" cols={{ base: 1, '560px': 2 }} spacing="md">
            <AdminFields form={form} account="own" />
          </SimpleGrid>
          <Checkbox
            size="md"
            label={signInTexts.asSuperAdmin}
            checked={asSuperAdmin}
            onChange={(event) => setChosen(event.currentTarget.checked)}
          />
          <Problem text={failure} />
          <BusyButton type="submit" busy={busy} fullWidth>
            {signInTexts.register}
          </BusyButton>
          <PageLinks>
            <LinkToLogin />
          </PageLinks>
        </Stack>
      </Form>
      {registered && <Welcome username={form.values.username} />}
    </PublicPage>
  )
}

/** The name or the email is taken. */
class Taken extends Error {}

/** @throws Taken, from the pre-check; Fault of the call */
async function register(values: AdminValues, asSuperAdmin: boolean): Promise<void> {
  const taken = await takenBefore(values)
  if (taken !== null) throw new Taken(taken)
  const company_name = values.company_name.trim()
  const body = { ...values, company_name, is_super_admin: asSuperAdmin }
  await call(endpoints.register, { body })
}

/** Pre-checks against the admin list; if that fails, the registration goes on (specification.md section 5). */
async function takenBefore(values: AdminValues): Promise<string | null> {
  try {
    const { body } = await sendCall(listEndpoint('admins'), { keepsSession: true })
    const admins = unwrapList(body, collectionOf('admins').key) ?? []
    const equals = (value: unknown, typed: string): boolean => isSameName(String(value), typed)
    if (admins.some((admin) => equals(admin['username'], values.username))) {
      return faults.usernameTaken
    }
    const sameEmail = admins.some((admin) => equals(admin['company_email'], values.company_email))
    return sameEmail ? faults.emailTaken : null
  } catch {
    return null
  }
}

function Welcome({ username }: { readonly username: string }) {
  const navigate = useNavigate()
  const goOn = (): void =>
    void navigate({ to: '/login', search: { message: signInTexts.registered } })
  return (
    <Modal opened title={signInTexts.welcomeTitle} onClose={goOn}>
      <Stack>
        <Text>{signInTexts.welcomeText(username)}</Text>
        <Button onClick={goOn} data-autofocus fullWidth>
          {signInTexts.continueToLogin}
        </Button>
      </Stack>
    </Modal>
  )
}
