/** The location of a mobile user: the browser offers the names of the known locations. */
import { useId, useMemo } from 'react'
import { TextInput } from '@mantine/core'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { opensRoute } from '#contract/access.ts'
import { collectionOf, type Row } from '#contract/collections.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { useCollection } from '#console/data/collections/use-collection.ts'
import { compareTexts } from '#console/data/engine/collate.ts'
import { comparable } from '#console/data/engine/comparable.ts'
import { textOf } from '#console/rows/loose/loose.ts'
import { principalOf, useSession } from '#console/session/session.ts'
import type { FieldProps } from '#console/ui/forms/form.ts'
import classes from '#console/people/mobile-users/location-input.module.css'

interface LocationInputProps {
  readonly field: FieldProps
}

/** An admin who may not read the locations types the name. */
export function LocationInput({ field }: LocationInputProps) {
  const mayRead = opensRoute(collectionOf('locations').access, principalOf(useSession()))
  return mayRead ? <OfferingInput field={field} /> : <PlainInput field={field} />
}

function OfferingInput({ field }: LocationInputProps) {
  const { snapshot } = useCollection('locations')
  const rows = snapshot?.rows
  const names = useMemo(() => namesOf(rows ?? []), [rows])
  const list = useId()
  return (
    <>
      <PlainInput
        field={field}
        list={list}
        hint={mayBecome(field.value, names) ? null : peopleTexts.unknownLocation}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  )
}

interface PlainInputProps extends LocationInputProps {
  /** The id of the names that the browser offers. */
  readonly list?: string
  readonly hint?: string | null
}

function PlainInput({ field, list, hint = null }: PlainInputProps) {
  return (
    <TextInput
      label={fieldTitles.location}
      autoComplete="off"
      {...(list !== undefined && { list, classNames: { input: classes.input } })}
      {...(hint !== null && { description: hint })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...field}
    />
  )
}

/** The names of locations in natural order, each once. */
function namesOf(rows: readonly Row[]): string[] {
  const names = rows.flatMap((row) => textOf(row['name']) ?? textOf(row['location']) ?? [])
  return [...new Set(names)].toSorted(compareTexts)
}

/** Whether a text is the beginning of a known name, or no names are known. */
function mayBecome(text: string, names: readonly string[]): boolean {
  const typed = comparable(text.trim())
  return names.length === 0 || names.some((name) => comparable(name).startsWith(typed))
}
