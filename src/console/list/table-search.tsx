/** The search over all columns. */
import { useState } from 'react'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { messages } from '#contract/messages.ts'
import classes from '#console/list/table-search.module.css'

interface TableSearchProps {
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** Keeps what is typed by itself, so that a key never waits for the table. */
export function TableSearch({ value, onSearch }: TableSearchProps) {
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
  return (
    <TextInput
      className={classes.field}
      type="search"
      aria-label={messages.searchAll}
      placeholder={messages.searchAll}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={(event) => search(event.currentTarget.value)}
      rightSection={
        typed === '' ? null : <CloseButton aria-label="Clear search" onClick={() => search('')} />
      }
    />
  )
}
