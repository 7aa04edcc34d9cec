/** Choices as boxes to tick; a long list has a field that narrows it. */
import { useState } from 'react'
import { Checkbox, Fieldset, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { readRulesTexts } from '#contract/texts/own/read-rules-texts.ts'
import { comparable } from '#console/data/engine/comparable.ts'
import { searchable } from '#console/data/engine/lines.ts'
import { BOX } from '#console/people/checkbox-classes.ts'
import classes from '#console/screens/erp-setup/read-rules/read-rules.module.css'

interface Choice {
  readonly id: string
  readonly name: string
}

interface BoxesProps {
  readonly legend: string
  readonly hint?: string
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  readonly onChosen: (chosen: string[]) => void
  /** Whether a tick leaves something out; otherwise nothing ticked means everything. */
  readonly isLeftOut?: boolean
}

/** More than fit on a screen beside the rest. */
const MANY = 12

export function Boxes({ legend, hint, choices, chosen, onChosen, isLeftOut }: BoxesProps) {
  const [sought, setSought] = useState('')
  // What is saved stays visible, even if NetSuite no longer has it or did not answer.
  const gone = chosen.filter((id) => !choices.some((choice) => choice.id === id))
  const all = [...choices, ...gone.map((id) => ({ id, name: readRulesTexts.withId(id) }))]
  const shown = all.filter(({ name }) => comparable(name).includes(searchable(sought)))
  const tick = (id: string, isTicked: boolean): void =>
    onChosen(
      all.map((one) => one.id).filter((one) => (one === id ? isTicked : chosen.includes(one))),
    )
  return (
    <Fieldset legend={legend}>
      <Stack gap="xs">
        {(hint !== undefined || !isLeftOut) && (
          <Text size="sm" c="dimmed">
            {hint} {!isLeftOut && readRulesTexts.allUnless}
          </Text>
        )}
        {all.length > MANY && (
          <TextInput
            aria-label={readRulesTexts.seek(legend)}
            placeholder={readRulesTexts.seekHint}
            value={sought}
            autoComplete="off"
            onChange={(event) => setSought(event.currentTarget.value)}
          />
        )}
        <ScrollArea.Autosize mah={280} type="auto">
          <div className={classes.boxes}>
            {shown.map(({ id, name }) => (
              <Checkbox
                key={id}
                classNames={BOX}
                label={name}
                checked={chosen.includes(id)}
                onChange={(event) => tick(id, event.currentTarget.checked)}
              />
            ))}
          </div>
        </ScrollArea.Autosize>
      </Stack>
    </Fieldset>
  )
}
