/** The filters, the custom fields, and the number of rows that they would bring. */
import { Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCalculator } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { explain } from '#contract/faults.ts'
import { listOf } from '#contract/lists.ts'
import {
  INACTIVE_LISTS,
  ORDER_STATUSES,
  type ReadRules,
  SHIPMENT_STATUSES,
} from '#contract/own/read-rules.ts'
import { draftOf, readRulesForm, rulesOf } from '#contract/own/read-rules-form.ts'
import { readRulesEndpoints } from '#contract/own/read-rules-endpoints.ts'
import { readRulesFaults, readRulesTexts } from '#contract/texts/own/read-rules-texts.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { useIsErpSetUp } from '#console/data/collections/server-state.ts'
import { ruleChoicesQuery } from '#console/screens/erp-setup/erp-queries.ts'
import { Boxes } from '#console/screens/erp-setup/read-rules/checkbox-list.tsx'
import { CustomFields } from '#console/screens/erp-setup/read-rules/custom-fields.tsx'
import { RowCounts, useRowCounts } from '#console/screens/erp-setup/read-rules/row-counts.tsx'
import { AskBeforeLeaving } from '#console/ui/forms/ask-before-leaving.tsx'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { SaveButton } from '#console/ui/forms/save-button.tsx'
import { useSending } from '#console/ui/forms/sending.ts'
import { notifySuccess } from '#console/ui/notify.tsx'

interface RulesFormProps {
  readonly rules: ReadRules
  /** Called with what the server has now. */
  readonly onSaved: (saved: ReadRules) => Promise<void>
}

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([id, name]) => ({ id, name }))

const ORDERS = choicesOf(ORDER_STATUSES)
const SHIPMENTS = choicesOf(SHIPMENT_STATUSES)
const INACTIVE = INACTIVE_LISTS.map((list) => ({ id: list, name: listOf(list).title }))

export function RulesForm({ rules, onSaved }: RulesFormProps) {
  const isSetUp = useIsErpSetUp()
  const choices = useQuery({ ...ruleChoicesQuery(), enabled: isSetUp === true })
  const form = useContractForm(readRulesForm, draftOf(rules), { draftName: 'erp reading' })
  const { values, change } = form
  const { busy, failure, submit } = useSending(
    form,
    async () => {
      const saved = rulesOf(values)
      await call(readRulesEndpoints.saveReadRules, { body: saved })
      // What was changed while the answer was under way is not saved yet, so it stays.
      form.forget(values)
      return () => {
        notifySuccess(readRulesTexts.saved)
        void onSaved(saved)
      }
    },
    (thrown) => explain(faultFacts(thrown), readRulesFaults.save),
  )
  const counts = useRowCounts(values)
  const days = form.field('changed_within_days')
  const { subsidiaries = [], locations = [], sentence = null } = choices.data ?? {}
  const whyNone = choices.isError
    ? explain(faultFacts(choices.error), readRulesFaults.choices)
    : sentence
  const whyFailed = whyNone === null ? null : readRulesTexts.choicesFailed(whyNone)
  const noChoices = isSetUp === false ? readRulesTexts.choicesLater : whyFailed
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text size="sm">{readRulesTexts.intro}</Text>
        {noChoices !== null && (
          <Text size="sm" role="status">
            {noChoices}
          </Text>
        )}
        {(subsidiaries.length > 0 || values.subsidiaries.length > 0) && (
          <Boxes
            legend={readRulesTexts.subsidiaries}
            hint={readRulesTexts.placeHint}
            choices={subsidiaries}
            chosen={values.subsidiaries}
            onChosen={(chosen) => change('subsidiaries', chosen)}
          />
        )}
        {(locations.length > 0 || values.locations.length > 0) && (
          <Boxes
            legend={readRulesTexts.locations}
            hint={readRulesTexts.placeHint}
            choices={locations}
            chosen={values.locations}
            onChosen={(chosen) => change('locations', chosen)}
          />
        )}
        <Boxes
          legend={readRulesTexts.orderStatuses}
          choices={ORDERS}
          chosen={values.order_statuses}
          onChosen={(chosen) => change('order_statuses', chosen as typeof values.order_statuses)}
        />
        <Boxes
          legend={readRulesTexts.shipmentStatuses}
          choices={SHIPMENTS}
          chosen={values.shipment_statuses}
          onChosen={(chosen) =>
            change('shipment_statuses', chosen as typeof values.shipment_statuses)
          }
        />
        <TextInput
          {...days}
          label={readRulesTexts.changedWithin}
          description={readRulesTexts.changedWithinHint}
          inputMode="numeric"
          autoComplete="off"
        />
        <Boxes
          legend={readRulesTexts.withoutInactive}
          isLeftOut
          choices={INACTIVE}
          chosen={values.without_inactive}
          onChosen={(chosen) =>
            change('without_inactive', chosen as typeof values.without_inactive)
          }
        />
        <Fieldset legend={readRulesTexts.fields}>
          <CustomFields
            fields={values.fields}
            onFields={(fields) => change('fields', fields)}
            isWrong={form.errorOf('fields') !== null}
          />
        </Fieldset>
        <Problem text={failure ?? form.errorOf('fields')} />
        <Group>
          <SaveButton busy={busy}>{busy ? readRulesTexts.saving : readRulesTexts.save}</SaveButton>
          <ConnectedButton
            label={readRulesTexts.count}
            busyLabel={readRulesTexts.counting}
            busy={counts.busy}
            icon={<IconCalculator size={18} aria-hidden />}
            onClick={() => {
              if (form.check()) void counts.run(values)
            }}
          />
        </Group>
        <RowCounts counts={counts} />
      </Stack>
      <AskBeforeLeaving changed={form.isChanged} />
    </Form>
  )
}
