/** Which factors an admin has, and resetting them with a reason (decisions/server/recovery.md). */
import { Modal, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { explain } from '#contract/faults.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { resetReasonForm } from '#contract/own/second-factor-forms.ts'
import type { Factors } from '#contract/own/security-state.ts'
import { refusals } from '#contract/refusals.ts'
import type { Admin } from '#contract/records/people.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { secondFactorFaults } from '#contract/texts/own/second-factor-faults.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { securityTexts } from '#contract/texts/own/security-texts.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { useServerState } from '#console/data/collections/server-state.ts'
import { dialogDraft } from '#console/people/row-dialogs.tsx'
import { isSameAdmin, useSession } from '#console/session/session.ts'
import { forgetDraftState } from '#console/ui/forms/draft-state.ts'
import { FormDialog } from '#console/ui/forms/form-dialog.tsx'
import { Problem } from '#console/ui/forms/form-frame.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { useSending } from '#console/ui/forms/sending.ts'
import { notifySuccess } from '#console/ui/notify.tsx'

interface SecondFactorDialogProps {
  readonly admin: Admin
  readonly onClose: () => void
}

export function SecondFactorDialog({ admin: { username }, onClose }: SecondFactorDialogProps) {
  const isOwn = isSameAdmin(username, useSession().username ?? '')
  const title = securityTexts.secondFactorOf(username)
  if (!isOwn) return <Reset username={username} title={title} onClose={onClose} />
  return (
    <Modal opened title={title} onClose={onClose}>
      <Stack>
        <FactorsOf username={username} />
        <Text size="sm">{securityTexts.ownFactor}</Text>
      </Stack>
    </Modal>
  )
}

interface ResetProps {
  readonly username: string
  readonly title: string
  readonly onClose: () => void
}

function Reset({ username, title, onClose }: ResetProps) {
  const { isSuperAdmin } = useSession()
  const mail = useServerState(isSuperAdmin)?.details?.mail
  const form = useContractForm(
    resetReasonForm,
    { reason: '' },
    { draftName: `reset of ${username}` },
  )
  const sending = useSending(
    form,
    async (by) => {
      const { reason } = form.values
      const params = { username }
      await call(secondFactorEndpoints.resetSecondFactor, { params, body: { reason } })
      // Also if a lock has closed the dialog meanwhile.
      form.forget()
      forgetDraftState(dialogDraft('admins'), undefined, by)
      return () => {
        notifySuccess(secondFactorTexts.resetDone(username))
        onClose()
      }
    },
    (thrown) => explain(faultFacts(thrown), secondFactorFaults.reset),
  )
  return (
    <FormDialog
      title={title}
      form={form}
      sending={sending}
      verb={securityTexts.reset}
      size="md"
      onClose={onClose}
    >
      <FactorsOf username={username} />
      <Text size="sm">
        {[securityTexts.resetAbout, mail === undefined ? [] : MAILED[mail]].flat().join(' ')}
      </Text>
      <Text size="sm">{securityTexts.makeSure}</Text>
      <Textarea
        label={securityTexts.reason}
        rows={3}
        name="reason"
        value={form.values.reason}
        error={form.errorOf('reason')}
        onChange={(event) => form.change('reason', event.currentTarget.value)}
      />
    </FormDialog>
  )
}

/** Nothing is said as long as the server has not told how it sends mail. */
const MAILED = {
  server: securityTexts.resetMailed,
  outbox: securityTexts.resetNotMailed,
} as const

/** What a super admin may know: which factors there are, and how many codes are left. */
function FactorsOf({ username }: { readonly username: string }) {
  const { data, error } = useQuery({
    queryKey: ['second-factors'],
    queryFn: ({ signal }) => call(secondFactorEndpoints.factorsOfAll, { signal }),
    gcTime: 0,
    retry: false,
  })
  if (error) return <Problem text={explain(faultFacts(error), secondFactorFaults.security)} />
  const factors = data?.data.find((one) => isSameAdmin(one.username, username))
  if (data && !factors) return <Problem text={refusals.adminMissing} />
  if (!factors) return <Skeleton height={72} aria-label={deviceTexts.loading} />
  return (
    <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {wordsOf(factors).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </Stack>
  )
}

function wordsOf({ has_authenticator, passkeys, codes_left }: Factors): string[] {
  return [
    has_authenticator ? securityTexts.hasAuthenticator : securityTexts.lacksAuthenticator,
    securityTexts.passkeyCount(passkeys),
    securityTexts.codesLeft(codes_left),
  ]
}
