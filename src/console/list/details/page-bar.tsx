/** The line below a dialog's title: previous and next in the list's order, and the link to this row. */
import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconLink, IconShare2 } from '@tabler/icons-react'
import { recordPageTexts } from '#contract/texts/own/record-page-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { viewTexts } from '#contract/texts/view-texts.ts'
import { shareLink } from '#console/export/share-file.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { copyText } from '#console/ui/copy-text.ts'
import { notifyFailure, notifySuccess } from '#console/ui/notify.tsx'
import classes from '#console/list/details/page-bar.module.css'

/** The place of a row among the rows that match, counted from 0; -1 if it is not among them. */
export interface Neighbours {
  readonly place: number
  readonly count: number
  /** Opens the row that many places further. */
  readonly onMove: (by: 1 | -1) => void
}

interface PageBarProps {
  readonly neighbours: Neighbours | undefined
  /** The name of the row, for the share sheet. */
  readonly name: string
}

export function PageBar({ neighbours, name }: PageBarProps) {
  return (
    <Group gap={4} className={classes.bar}>
      {neighbours && <Moves {...neighbours} />}
      <span className={classes.space} />
      <Button
        {...QUIET}
        leftSection={<IconLink size={18} aria-hidden />}
        onClick={() => void copyLink()}
      >
        {viewTexts.copyLink}
      </Button>
      {typeof navigator.share === 'function' && (
        <Button
          {...QUIET}
          leftSection={<IconShare2 size={18} aria-hidden />}
          onClick={() => void share(name)}
        >
          {recordPageTexts.shareLink}
        </Button>
      )}
    </Group>
  )
}

const QUIET = {
  variant: 'subtle',
  color: 'gray',
  size: 'sm',
  px: 'xs',
  mih: TOUCH_TARGET_PX,
} as const

function Moves({ place, count, onMove }: Neighbours) {
  const isIn = place >= 0
  return (
    <>
      <Button
        {...QUIET}
        disabled={!isIn || place === 0}
        leftSection={<IconChevronLeft size={18} aria-hidden />}
        onClick={() => onMove(-1)}
      >
        {recordPageTexts.previous}
      </Button>
      <Text size="sm" c="dimmed" role="status" className={classes.place}>
        {isIn ? recordPageTexts.place(place + 1, count) : recordPageTexts.notInList}
      </Text>
      <Button
        {...QUIET}
        disabled={!isIn || place + 1 >= count}
        rightSection={<IconChevronRight size={18} aria-hidden />}
        onClick={() => onMove(1)}
      >
        {recordPageTexts.next}
      </Button>
    </>
  )
}

async function copyLink(): Promise<void> {
  if (await copyText(location.href)) notifySuccess(viewTexts.linkCopied)
  else notifyFailure(tableTexts.copyRefused)
}

async function share(name: string): Promise<void> {
  if (!(await shareLink(location.href, name))) await copyLink()
}
