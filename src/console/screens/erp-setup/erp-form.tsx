/** The seven fields of ERP Setup in their groups; it says which are set, but never shows a value (decisions/server/erp-addresses.md). */
import { Fieldset, Group, Stack, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { ERP_FIELDS, type ErpField } from '#contract/forms.ts'
import { erpSetupTexts } from '#contract/texts/erp-setup-texts.ts'
import { startTexts } from '#contract/texts/start-texts.ts'
import { useOffers } from '#console/data/api/config.ts'
import { ConnectionSteps } from '#console/screens/erp-setup/connection-steps.tsx'
import { ErpInput } from '#console/screens/erp-setup/erp-input.tsx'
import { useErpForm, type ErpFormState } from '#console/screens/erp-setup/use-erp-form.ts'
import { AskBeforeLeaving } from '#console/ui/forms/ask-before-leaving.tsx'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { SaveButton } from '#console/ui/forms/save-button.tsx'

const database = erpSetupTexts.erpDatabase
const account = erpSetupTexts.erpAccount
const keys = erpSetupTexts.erpKeys
const address = erpSetupTexts.erpAddress
/** In the order of the fields (specification.md section 2). */
const GROUPS = [database, account, keys, address]
/** On our server the database is optional and last (decisions/server/erp-addresses.md). */
const OWN_GROUPS = [account, keys, address, database]

const GROUP_OF: Readonly<Record<ErpField, string>> = {
  POSTGRES_DATABASE_URL: database,
  NETSUITE_ACCOUNT_ID: account,
  NETSUITE_CONSUMER_KEY: keys,
  NETSUITE_CONSUMER_SECRET: keys,
  NETSUITE_TOKEN_ID: keys,
  NETSUITE_TOKEN_SECRET: keys,
  NETSUITE_BASE_URL: address,
}

interface ErpFormProps {
  /** The fields that are set on the server; only these may be left blank. */
  readonly isSet: ReadonlySet<ErpField>
  readonly onSaved: () => void
}

/** The form alone, where there is no other way to sign in. */
export function ErpForm({ isSet, onSaved }: ErpFormProps) {
  const state = useErpForm(isSet, onSaved)
  return (
    <>
      <TokenForm state={state} isSet={isSet} />
      <AskBeforeLeaving changed={state.form.isChanged} />
    </>
  )
}

interface TokenFormProps {
  readonly state: ErpFormState
  readonly isSet: ReadonlySet<ErpField>
}

/** The fields and buttons; whoever holds their state asks before the page is left. */
export function TokenForm({ state, isSet }: TokenFormProps) {
  const { form, optional, test } = state
  const { busy, failure, submit } = state.sending
  const offers = useOffers()
  const isOurs = offers.includes('server-state')
  const missing = ERP_FIELDS.map(({ key }) => form.errorOf(key)).find((text) => text !== null)
  const isMissing = (key: ErpField): boolean =>
    missing !== undefined && form.values[key].trim() === '' && !optional.has(key)
  return (
    <Form onSubmit={submit}>
      <Stack maw={640}>
        {(isOurs ? OWN_GROUPS : GROUPS).map((group) => (
          <Fieldset
            key={group}
            legend={isOurs && group === database ? startTexts.databaseSection : group}
          >
            <Stack gap="sm">
              {isOurs && group === database && <Text size="sm">{startTexts.databaseOptional}</Text>}
              {ERP_FIELDS.filter(({ key }) => GROUP_OF[key] === group).map((field) => (
                <ErpInput
                  key={field.key}
                  field={field}
                  form={form}
                  isSet={isSet.has(field.key)}
                  isWrong={
                    form.errorOf(field.key) !== null ||
                    (failure !== null && isNamedIn(failure, field)) ||
                    isMissing(field.key)
                  }
                />
              ))}
            </Stack>
          </Fieldset>
        ))}
        <Problem text={failure ?? missing} />
        <Group>
          <SaveButton busy={busy}>
            {busy ? erpSetupTexts.settingUp : erpSetupTexts.setUp}
          </SaveButton>
          {offers.includes('erp-test') && (
            <ConnectedButton
              label={erpSetupTexts.testConnection}
              busyLabel={erpSetupTexts.testing}
              busy={test.busy}
              icon={<IconPlugConnected size={18} aria-hidden />}
              onClick={() => void state.runTest()}
            />
          )}
        </Group>
        <ConnectionSteps test={test} />
      </Stack>
    </Form>
  )
}

/** The field that the server's message rejects: by its label, or by its name in a 422. */
function isNamedIn(failure: string, { key, label }: (typeof ERP_FIELDS)[number]): boolean {
  return failure.includes(label) || failure.includes(key)
}
