/** The colour scheme: light, dark, or the device's. */
import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { setPreference } from '#console/preferences/preferences.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

const SCHEMES = [
  { scheme: 'light', word: shellTexts.lightScheme, Sign: IconSun },
  { scheme: 'dark', word: shellTexts.darkScheme, Sign: IconMoon },
  { scheme: 'auto', word: shellTexts.deviceScheme, Sign: IconDeviceDesktop },
] as const

export function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Present = SCHEMES.find(({ scheme }) => scheme === colorScheme)?.Sign ?? IconDeviceDesktop
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Tooltip label={shellTexts.colours} withinPortal={false}>
          <ActionIcon size={TOUCH_TARGET_PX} aria-label={shellTexts.colours}>
            <Present aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(chosen) => {
            const known = SCHEMES.find(({ scheme }) => scheme === chosen)
            if (!known) return
            setColorScheme(known.scheme)
            setPreference('scheme', known.scheme)
          }}
        >
          {SCHEMES.map(({ scheme, word }) => (
            <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick>
              {word}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
