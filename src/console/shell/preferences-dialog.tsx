/** Appearance, density, clock, order of dates and menu of the person who is signed in. */
import { Modal, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { preferenceTexts } from '#contract/texts/preference-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { DENSITIES } from '#contract/views/view-config.ts'
import { useOffers } from '#console/data/api/config.ts'
import { setPreference, usePreference } from '#console/preferences/preferences.ts'
import { CLOCKS, DATE_ORDERS } from '#console/rows/date-format.ts'
import { useDensity } from '#console/table/columns/density.ts'
import type { Closable } from '#console/ui/lazy/lazy-dialog.tsx'
import { useReturnFocus } from '#console/ui/use-return-focus.ts'

const SCHEMES = ['auto', 'light', 'dark'] as const
const MENUS = ['open', 'closed'] as const

export function PreferencesDialog({ onClose }: Closable) {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = usePreference('scheme')
  const { density } = useDensity()
  const clock = usePreference('clock') ?? '12'
  const order = usePreference('date-order')
  const isMenuOpen = usePreference('drawer-open')
  const isKept = useOffers().includes('preferences')
  useReturnFocus()
  return (
    <Modal opened title={preferenceTexts.title} onClose={onClose}>
      <Stack gap="md">
        <Choice
          label={preferenceTexts.appearance}
          values={SCHEMES}
          words={preferenceTexts.schemes}
          value={scheme}
          onValue={(next) => {
            setColorScheme(next)
            setPreference('scheme', next)
          }}
        />
        <Choice
          label={tableTexts.density}
          values={DENSITIES}
          words={tableTexts.densities}
          value={density}
          onValue={(next) => setPreference('density', next)}
        />
        <Choice
          label={preferenceTexts.clock}
          values={CLOCKS}
          words={preferenceTexts.clocks}
          value={clock}
          onValue={(next) => setPreference('clock', next)}
        />
        <Choice
          label={preferenceTexts.dateOrder}
          values={DATE_ORDERS}
          words={preferenceTexts.dateOrders}
          value={order}
          onValue={(next) => setPreference('date-order', next)}
        />
        <Choice
          label={preferenceTexts.menu}
          values={MENUS}
          words={preferenceTexts.menus}
          value={isMenuOpen ? 'open' : 'closed'}
          onValue={(next) => setPreference('drawer-open', next === 'open')}
        />
        <Text size="sm" c="dimmed">
          {isKept ? preferenceTexts.kept : preferenceTexts.keptHere}
        </Text>
      </Stack>
    </Modal>
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly values: readonly T[]
  readonly words: Readonly<Record<T, string>>
  readonly value: T
  readonly onValue: (value: T) => void
}

function Choice<T extends string>({ label, values, words, value, onValue }: ChoiceProps<T>) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <SegmentedControl
        fullWidth
        aria-label={label}
        data={values.map((each) => ({ value: each, label: words[each] }))}
        value={value}
        onChange={(chosen) => {
          const known = values.find((each) => each === chosen)
          if (known !== undefined) onValue(known)
        }}
      />
    </div>
  )
}
