/** The colour scheme: light, dark, or the device's. */
import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { messages } from '#contract/texts/messages.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

const SCHEMES = [
  { scheme: 'light', word: messages.lightScheme, Sign: IconSun },
  { scheme: 'dark', word: messages.darkScheme, Sign: IconMoon },
  { scheme: 'auto', word: messages.deviceScheme, Sign: IconDeviceDesktop },
] as const

export function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Present = SCHEMES.find(({ scheme }) => scheme === colorScheme)?.Sign ?? IconDeviceDesktop
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Tooltip label={messages.colours} withinPortal={false}>
          <ActionIcon size={TOUCH_TARGET_PX} aria-label={messages.colours}>
            <Present aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(chosen) => {
            const known = SCHEMES.find(({ scheme }) => scheme === chosen)
            if (known) setColorScheme(known.scheme)
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
