/** Custom fields of the account, each a further column of its list. */
import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { listOf } from '#contract/lists.ts'
import {
  CUSTOM_FIELD_KINDS,
  CUSTOM_FIELD_LISTS,
  CUSTOM_FIELD_PREFIXES,
  type CustomField,
} from '#contract/own/read-rules.ts'
import { readRulesTexts } from '#contract/texts/own/read-rules-texts.ts'
import classes from '#console/screens/erp-setup/read-rules/read-rules.module.css'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

interface CustomFieldsProps {
  readonly fields: readonly CustomField[]
  readonly onFields: (fields: CustomField[]) => void
  readonly isWrong: boolean
}

const NEW_FIELD: CustomField = { list: 'bins', name: '', column: '', kind: 'text' }

const LISTS = CUSTOM_FIELD_LISTS.map((value) => ({ value, label: listOf(value).title }))
const KINDS = CUSTOM_FIELD_KINDS.map((value) => ({ value, label: readRulesTexts.kinds[value] }))

export function CustomFields({ fields, onFields, isWrong }: CustomFieldsProps) {
  const put = (nth: number, more: Partial<CustomField>): void =>
    onFields(fields.map((field, at) => (at === nth ? { ...field, ...more } : field)))
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {readRulesTexts.fieldsHint}
      </Text>
      {fields.map((field, nth) => (
        <FieldRow
          // A row has no name of its own while it is typed.
          key={`${fields.length}:${nth}`}
          field={field}
          isWrong={isWrong}
          onChange={(more) => put(nth, more)}
          onRemove={() => onFields(fields.filter((_, at) => at !== nth))}
        />
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => onFields([...fields, NEW_FIELD])}
        >
          {readRulesTexts.addField}
        </Button>
      </Group>
    </Stack>
  )
}

interface FieldRowProps {
  readonly field: CustomField
  readonly isWrong: boolean
  readonly onChange: (more: Partial<CustomField>) => void
  readonly onRemove: () => void
}

function FieldRow({ field, isWrong, onChange, onRemove }: FieldRowProps) {
  const { column, kind, list, name } = field
  return (
    <div className={classes.field} role="group" aria-label={name || readRulesTexts.fields}>
      <NativeSelect
        size="md"
        label={readRulesTexts.fieldList}
        data={LISTS}
        value={list}
        onChange={({ currentTarget: { value } }) => {
          const chosen = CUSTOM_FIELD_LISTS.find((one) => one === value)
          if (chosen) onChange({ list: chosen })
        }}
      />
      <TextInput
        label={readRulesTexts.fieldName}
        value={name}
        maxLength={40}
        autoComplete="off"
        error={isWrong && name.trim() === ''}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={readRulesTexts.fieldColumn}
        placeholder={`${CUSTOM_FIELD_PREFIXES[list][0]}_…`}
        value={column}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={isWrong}
        onChange={(event) => onChange({ column: event.currentTarget.value })}
      />
      <NativeSelect
        size="md"
        label={readRulesTexts.fieldKind}
        data={KINDS}
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          const chosen = CUSTOM_FIELD_KINDS.find((one) => one === value)
          if (chosen) onChange({ kind: chosen })
        }}
      />
      <ActionIcon
        size={TOUCH_TARGET_PX}
        variant="default"
        aria-label={readRulesTexts.removeField(name)}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
