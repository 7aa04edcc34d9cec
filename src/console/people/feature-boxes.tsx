/** The features of an account as checkboxes, in groups that one press selects. */
import { useId } from 'react'
import { Button, Checkbox, Fieldset, Group, Stack, Text } from '@mantine/core'
import type { FeatureGroup } from '#contract/texts/feature-words.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { BOX } from '#console/people/checkbox-classes.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import classes from '#console/people/feature-boxes.module.css'

type Flags<F extends string> = Readonly<Record<F, boolean>>

interface FeatureBoxesProps<F extends string> {
  readonly groups: readonly FeatureGroup<F>[]
  readonly flags: Flags<F>
  readonly onFlags: (flags: Flags<F>) => void
  /** Whether there is a box that selects all of them (specification.md section 2, WMS Mobile Users). */
  readonly hasSelectAll?: boolean
}

export function FeatureBoxes<F extends string>(props: FeatureBoxesProps<F>) {
  const { groups, flags, onFlags, hasSelectAll = false } = props
  const all = groups.flatMap(namesOf)
  const set = (names: readonly F[], to: boolean): void =>
    onFlags({ ...flags, ...Object.fromEntries(names.map((name) => [name, to])) })
  const isEvery = all.every((name) => flags[name])
  return (
    <Fieldset legend={formTexts.features}>
      <Stack gap="md">
        {hasSelectAll && (
          <Checkbox
            classNames={BOX}
            label={formTexts.selectAllFeatures}
            checked={isEvery}
            indeterminate={!isEvery && all.some((name) => flags[name])}
            onChange={() => set(all, !isEvery)}
          />
        )}
        {groups.map((group) => (
          <Boxes key={group.title} group={group} flags={flags} onSet={set} />
        ))}
      </Stack>
    </Fieldset>
  )
}

interface BoxesProps<F extends string> {
  readonly group: FeatureGroup<F>
  readonly flags: Flags<F>
  readonly onSet: (names: readonly F[], to: boolean) => void
}

function Boxes<F extends string>({ group, flags, onSet }: BoxesProps<F>) {
  const id = useId()
  const names = namesOf(group)
  const isEvery = names.every((name) => flags[name])
  return (
    <div role="group" aria-labelledby={id} className={classes.group}>
      <Group justify="space-between">
        <Text id={id} fw={600}>
          {group.title}
        </Text>
        <Button
          variant="subtle"
          size="sm"
          mih={TOUCH_TARGET_PX}
          aria-label={isEvery ? formTexts.clear(group.title) : formTexts.selectGroup(group.title)}
          onClick={() => onSet(names, !isEvery)}
        >
          {isEvery ? formTexts.clearAll : formTexts.selectAll}
        </Button>
      </Group>
      <div className={classes.boxes}>
        {group.features.map(([name, label]) => (
          <Checkbox
            key={name}
            classNames={BOX}
            label={label}
            checked={flags[name]}
            onChange={(event) => onSet([name], event.currentTarget.checked)}
          />
        ))}
      </div>
    </div>
  )
}

function namesOf<F extends string>({ features }: FeatureGroup<F>): readonly F[] {
  return features.map(([name]) => name)
}
