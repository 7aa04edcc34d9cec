/** Create Admin and Edit Admin (specification.md sections 2 and 5). */
import { Checkbox, SimpleGrid, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { isYes, shownFeatures, type AdminFeatures } from '#contract/access.ts'
import { endpoints } from '#contract/endpoints.ts'
import { faults } from '#contract/faults.ts'
import { ADMIN_FEATURE_GROUPS } from '#contract/texts/feature-words.ts'
import { adminEditForm, adminForm, emailForm } from '#contract/forms.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { isSameName } from '#contract/records/name-key.ts'
import type { Admin } from '#contract/records/people.ts'
import { firstProblem } from '#contract/rules.ts'
import { call } from '#console/data/api/call.ts'
import { useCollection } from '#console/data/collections/use-collection.ts'
import { PROFILE_KEY } from '#console/data/collections/queries.ts'
import { AdminFields, type AdminValues } from '#console/people/admins/admin-fields.tsx'
import { BOX } from '#console/people/checkbox-classes.ts'
import { FeatureBoxes } from '#console/people/feature-boxes.tsx'
import { formLimits } from '#console/people/form-limits.ts'
import { formText } from '#console/people/form-text.ts'
import { versionHeader } from '#console/people/optimistic-lock.ts'
import { useSavingPerson } from '#console/people/use-saving-person.tsx'
import { isSameAdmin, useSession } from '#console/session/session.ts'
import { FormDialog } from '#console/ui/forms/form-dialog.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'

interface AdminFormProps {
  /** The admin to edit; without one the form creates an admin. */
  readonly admin?: Admin
  /** Reopens the form with the server's current values. */
  readonly onPresent: (admin: Admin) => void
  readonly onClose: () => void
}

interface Values extends AdminValues {
  readonly is_super_admin: boolean
  readonly features: AdminFeatures
}

export function AdminForm({ admin, onPresent, onClose }: AdminFormProps) {
  const client = useQueryClient()
  const { isSuperAdmin, username: ownName } = useSession()
  const { snapshot } = useCollection('admins')
  const others = (snapshot?.rows ?? []).filter((row) => row['username'] !== admin?.username)
  const emails = others.map((row) => formText(row['company_email'])).filter((email) => email !== '')
  const schema = admin ? adminEditForm(formLimits(), emails) : adminForm(formLimits(), emails)
  const form = useContractForm(schema, valuesOf(admin), {
    validatesOnBlur: true,
    secrets: PASSWORDS,
    draftName: `admin ${admin ? `${admin.username} ${admin.row_version ?? ''}` : ''}`,
  })
  const { values, change } = form
  const isOwn = admin !== undefined && isSameAdmin(admin.username, ownName ?? '')
  const saving = useSavingPerson(form, {
    collection: 'admins',
    id: admin?.username,
    save: async () => {
      await (admin ? saveAdmin(admin, values, isSuperAdmin) : createAdmin(values, isSuperAdmin))
      if (isOwn) void client.invalidateQueries({ queryKey: PROFILE_KEY })
    },
    success: admin ? peopleTexts.adminUpdated : peopleTexts.adminCreated,
    faults: admin ? faults.updateAdmin : faults.createAdmin,
    onPresent,
    onClose,
  })
  return (
    <FormDialog
      title={admin ? peopleTexts.editAdmin : peopleTexts.createAdmin}
      form={form}
      {...saving}
      verb={admin ? formTexts.save : formTexts.create}
      onClose={onClose}
    >
      <SimpleGrid type="container" cols={{ base: 1, '480px': 2 }} spacing="md">
        <AdminFields
          form={form}
          account={admin ? 'present' : 'new'}
          emailTaken={takenText(emails, values.company_email)}
        />
      </SimpleGrid>
      {isSuperAdmin && (
        <Checkbox
          classNames={BOX}
          label={signInTexts.asSuperAdmin}
          checked={values.is_super_admin}
          onChange={(event) => change('is_super_admin', event.currentTarget.checked)}
        />
      )}
      {isOwn && isYes(admin.is_super_admin) && !values.is_super_admin && (
        <Text size="sm" role="status">
          {peopleTexts.losesSuperAdmin}
        </Text>
      )}
      <FeatureBoxes
        groups={ADMIN_FEATURE_GROUPS}
        flags={values.features}
        onFlags={(features) => change('features', { ...values.features, ...features })}
      />
    </FormDialog>
  )
}

/** Never stored, not even encrypted. */
const PASSWORDS = ['password', 'confirm_password']

function valuesOf(admin: Admin | undefined): Values {
  return {
    username: admin?.username ?? '',
    company_name: formText(admin?.company_name),
    company_email: formText(admin?.company_email),
    phone_number: formText(admin?.phone_number),
    password: '',
    confirm_password: '',
    is_super_admin: isYes(admin?.is_super_admin),
    features: shownFeatures(admin?.features),
  }
}

/** The error for an email that another admin has, shown before anything else is filled in. */
function takenText(emails: readonly string[], email: string): string | null {
  const isTaken = emails.some((other) => isSameName(other, email))
  return isTaken
    ? (firstProblem(emailForm(emails), { company_email: email })?.message ?? null)
    : null
}

async function createAdmin(values: Values, isSuperAdmin: boolean): Promise<void> {
  const { password, confirm_password } = values
  const body = { ...profileOf(values, isSuperAdmin), password, confirm_password }
  await call(endpoints.createAdmin, { body })
}

/** Leaves out a blank password, which keeps the current one (specification.md section 5). */
async function saveAdmin(admin: Admin, values: Values, isSuperAdmin: boolean): Promise<void> {
  const { password, confirm_password } = values
  const given = password === '' ? {} : { password, confirm_password }
  await call(endpoints.updateAdmin, {
    params: { username: admin.username },
    body: { ...profileOf(values, isSuperAdmin), ...given },
    headers: versionHeader(admin),
  })
}

/** Only a super admin sends who is one; the flag goes with it, for servers that read it there. */
function profileOf(values: Values, isSuperAdmin: boolean) {
  const { username, company_email, phone_number, is_super_admin, features } = values
  const profile = {
    username,
    company_name: values.company_name.trim(),
    company_email,
    phone_number,
  }
  return isSuperAdmin
    ? { ...profile, is_super_admin, features: { ...features, superAdmin: is_super_admin } }
    : { ...profile, features }
}
