/** The search over all columns. */
import { memo, useRef, useState } from 'react'
import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { listTexts } from '#contract/texts/list-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { containsEscape } from '#console/table/columns/contain-escape.ts'
import classes from '#console/table/table-search.module.css'

const SHORTCUT = '/'
/** Elements where '/' is typed, or that are on top of the table. */
const OWN_KEYS = 'input:not([type="checkbox"]), textarea, select, [role="dialog"]'

interface TableSearchProps {
  readonly value: string
  readonly hasShortcut: boolean
  readonly onSearch: (text: string) => void
}

/** Holds the typed text itself, so that typing never waits for the table. */
export const TableSearch = memo(function TableSearch(props: TableSearchProps) {
  const { value, hasShortcut, onSearch } = props
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The address may change without typing: back, forward, a link.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  const search = (text: string): void => {
    setTyped(text)
    onSearch(text)
  }
  useWindowEvent('keydown', (event) => {
    if (!hasShortcut || !asksForSearch(event)) return
    event.preventDefault()
    field.current?.focus()
    field.current?.select()
  })
  return (
    <TextInput
      ref={field}
      className={classes.field}
      type="search"
      aria-label={listTexts.searchAll}
      aria-keyshortcuts={hasShortcut ? SHORTCUT : undefined}
      placeholder={listTexts.searchAll}
      leftSectionWidth={36}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={(event) => search(event.currentTarget.value)}
      {...(typed !== '' && containsEscape)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') search('')
      }}
      rightSectionWidth="var(--control-height)"
      rightSection={
        typed === '' ? (
          hasShortcut && <Kbd className={classes.shortcut}>{SHORTCUT}</Kbd>
        ) : (
          <CloseButton
            size="var(--control-height)"
            iconSize={18}
            aria-label={tableTexts.clearSearch}
            onClick={() => search('')}
          />
        )
      }
    />
  )
})

/** Whether a key is the search shortcut: a slash outside of fields and dialogs. */
function asksForSearch({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest(OWN_KEYS) !== null
  return key === SHORTCUT && !isTyping && !ctrlKey && !metaKey && !altKey
}
