/** Update Password of a mobile user (specification.md sections 2 and 5). */
import { useState } from 'react'
import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { MOBILE_PASSWORD_MAX_LENGTH } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { explain, faults, mayBeDone } from '#contract/faults.ts'
import { mobilePasswordForm } from '#contract/forms.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import type { MobileUser } from '#contract/records/people.ts'
import { keepNoSpaces } from '#contract/typing.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { refetchList } from '#console/data/collections/refetch-list.ts'
import { formLimits } from '#console/people/form-limits.ts'
import { dialogDraft } from '#console/people/row-dialogs.tsx'
import { forgetDraftState } from '#console/ui/forms/draft-state.ts'
import { FormDialog } from '#console/ui/forms/form-dialog.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { SecretInput } from '#console/ui/forms/secret-input.tsx'
import { useSending } from '#console/ui/forms/sending.ts'

/** Never stored, not even encrypted. */
const PASSWORDS = ['new_password']

interface MobilePasswordFormProps {
  readonly user: MobileUser
  readonly onClose: () => void
}

export function MobilePasswordForm({ user: { userid }, onClose }: MobilePasswordFormProps) {
  const client = useQueryClient()
  const limits = formLimits()
  const form = useContractForm(
    mobilePasswordForm(limits),
    { new_password: '' },
    { draftName: `mobile password ${userid}`, secrets: PASSWORDS },
  )
  const [done, setDone] = useState(false)
  const refreshList = (): void => void refetchList(client, 'wmsAiUsers')
  const sending = useSending(
    form,
    async (by) => {
      await call(endpoints.updateUser, { params: { userid }, body: form.values })
      // Forgotten here, not on closing: a lock may close the dialog first, and the next sign-in would offer the saved input again.
      form.forget()
      forgetDraftState(dialogDraft('wmsAiUsers'), undefined, by)
      setDone(true)
      refreshList()
    },
    (thrown) => {
      const facts = faultFacts(thrown)
      // The list has the version that the next edit must name.
      if (mayBeDone(facts)) refreshList()
      return explain(facts, faults.updateUserPassword)
    },
  )
  return (
    <FormDialog
      title={peopleTexts.updatePassword}
      form={form}
      sending={sending}
      verb={formTexts.save}
      done={done ? peopleTexts.userPasswordUpdated : null}
      size="md"
      onClose={onClose}
    >
      <Text>{peopleTexts.newPasswordOf(userid)}</Text>
      <SecretInput
        label={fieldTitles.newPassword}
        data-autofocus
        autoComplete="new-password"
        maxLength={Math.max(limits.passwordMinLength, MOBILE_PASSWORD_MAX_LENGTH)}
        {...form.field('new_password', keepNoSpaces)}
      />
    </FormDialog>
  )
}
