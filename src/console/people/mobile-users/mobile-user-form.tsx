/** Create WMS User and Edit WMS User (specification.md sections 2 and 5). */
import { SimpleGrid, Switch, TextInput } from '@mantine/core'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { completeMobileFeatures, isYes, type MobileFeatures } from '#contract/access.ts'
import { endpoints } from '#contract/endpoints.ts'
import { faults } from '#contract/faults.ts'
import { MOBILE_FEATURE_GROUPS } from '#contract/texts/feature-words.ts'
import { mobileUserEditForm, mobileUserForm } from '#contract/forms.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import type { MobileUser } from '#contract/records/people.ts'
import { keepNoSpaces, keepPersonName, keepUsername } from '#contract/typing.ts'
import { call } from '#console/data/api/call.ts'
import { BOX } from '#console/people/checkbox-classes.ts'
import { FeatureBoxes } from '#console/people/feature-boxes.tsx'
import { formLimits } from '#console/people/form-limits.ts'
import { formText } from '#console/people/form-text.ts'
import { versionHeader } from '#console/people/optimistic-lock.ts'
import { LocationInput } from '#console/people/mobile-users/location-input.tsx'
import { useSavingPerson } from '#console/people/use-saving-person.tsx'
import { FormDialog } from '#console/ui/forms/form-dialog.tsx'
import { useContractForm, type ContractForm } from '#console/ui/forms/form.ts'
import { SecretInput } from '#console/ui/forms/secret-input.tsx'

interface MobileUserFormProps {
  /** The user to edit; without one the form creates a user. */
  readonly user?: MobileUser
  /** Reopens the form with the server's current values. */
  readonly onPresent: (user: MobileUser) => void
  readonly onClose: () => void
}

interface Values {
  readonly userid: string
  readonly name: string
  readonly password: string
  readonly confirm_password: string
  readonly location: string
  readonly multi_location_enable: boolean
  readonly features: MobileFeatures
}

export function MobileUserForm({ user, onPresent, onClose }: MobileUserFormProps) {
  const schema = user ? mobileUserEditForm(formLimits()) : mobileUserForm(formLimits())
  const form = useContractForm(schema, valuesOf(user), {
    validatesOnBlur: true,
    secrets: PASSWORDS,
    draftName: `mobile user ${user ? `${user.userid} ${user.row_version ?? ''}` : ''}`,
  })
  const { values, change } = form
  const saving = useSavingPerson(form, {
    collection: 'wmsAiUsers',
    id: user?.userid,
    save: () => (user ? saveUser(user, values) : createUser(values)),
    success: user ? peopleTexts.userUpdated : peopleTexts.userCreated,
    faults: user ? faults.updateUser : faults.createUser,
    onPresent,
    onClose,
  })
  return (
    <FormDialog
      title={user ? peopleTexts.editUserTitle : peopleTexts.createUserTitle}
      form={form}
      {...saving}
      verb={user ? formTexts.save : formTexts.create}
      onClose={onClose}
    >
      <UserFields form={form} isPresent={user !== undefined} />
      <Switch
        classNames={BOX}
        label={peopleTexts.multiLocation}
        checked={values.multi_location_enable}
        onChange={(event) => change('multi_location_enable', event.currentTarget.checked)}
      />
      <FeatureBoxes
        groups={MOBILE_FEATURE_GROUPS}
        flags={values.features}
        onFlags={(features) => change('features', features)}
        hasSelectAll
      />
    </FormDialog>
  )
}

interface UserFieldsProps {
  readonly form: ContractForm<Values>
  readonly isPresent: boolean
}

function UserFields({ form: { field }, isPresent }: UserFieldsProps) {
  const hint = isPresent ? { description: formTexts.leaveBlank } : {}
  return (
    <SimpleGrid type="container" cols={{ base: 1, '480px': 2 }} spacing="md">
      <TextInput
        label={fieldTitles.userId}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        readOnly={isPresent}
        variant={isPresent ? 'filled' : 'default'}
        {...(!isPresent && { 'data-autofocus': true })}
        {...field('userid', keepUsername)}
      />
      <TextInput
        label={fieldTitles.name}
        autoComplete="off"
        {...(isPresent && { 'data-autofocus': true })}
        {...field('name', keepPersonName)}
      />
      <SecretInput
        label={fieldTitles.password}
        autoComplete="new-password"
        {...hint}
        {...field('password', keepNoSpaces)}
      />
      {isPresent && (
        <SecretInput
          label={fieldTitles.confirmPassword}
          toggleLabel={signInTexts.toggleConfirmation}
          autoComplete="new-password"
          {...hint}
          {...field('confirm_password', keepNoSpaces)}
        />
      )}
      <LocationInput field={field('location')} />
    </SimpleGrid>
  )
}

/** Never stored, not even encrypted. */
const PASSWORDS = ['password', 'confirm_password']

function valuesOf(user: MobileUser | undefined): Values {
  return {
    userid: user?.userid ?? '',
    name: formText(user?.name),
    password: '',
    confirm_password: '',
    location: formText(user?.location),
    multi_location_enable: isYes(user?.multi_location_enable),
    features: completeMobileFeatures(user?.features),
  }
}

async function createUser({ userid, password, ...values }: Values): Promise<void> {
  await call(endpoints.createUser, { body: { userid, password, ...profileOf(values) } })
}

/** Leaves out a blank password, which keeps the current one (specification.md section 5). */
async function saveUser(user: MobileUser, { password, ...values }: Values): Promise<void> {
  await call(endpoints.updateUser, {
    params: { userid: user.userid },
    body: { ...profileOf(values), ...(password !== '' && { password }) },
    headers: versionHeader(user),
  })
}

function profileOf(values: Omit<Values, 'userid' | 'password'>) {
  const { name, location, multi_location_enable, features } = values
  return { name: name.trim(), location: location.trim(), multi_location_enable, features }
}
