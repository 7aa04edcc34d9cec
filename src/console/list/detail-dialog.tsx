/** A titled dialog with a second, smaller table (60vh). */
import { useEffect, useState, type ReactNode } from 'react'
import { Modal, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { DIALOG_TABLE_MAX_HEIGHT } from '#contract/constants.ts'
import type { View } from '#console/data/engine/view-index.ts'
import { DataTable } from '#console/list/data-table.tsx'
import type { ShapedTable } from '#console/list/list-screen.ts'
import { viewOf } from '#console/list/table-address.ts'

interface DetailDialogProps {
  readonly title: string
  /** What to say where there is nothing to show. */
  readonly empty: string
  readonly content: ShapedTable
  /** As of when the rows are. */
  readonly age: ReactNode
  /** When the rows were true, in ms; null where that is not known. */
  readonly asOf: () => number | null
  /** Another dialog lies over it, which Escape closes. */
  readonly isCovered?: boolean
  readonly onClose: () => void
}

export function DetailDialog(props: DetailDialogProps) {
  const { title, empty, content, age, asOf, isCovered = false, onClose } = props
  const narrow = useMediaQuery('(max-width: 899px)')
  const [view, setView] = useState<View>(viewOf({}))
  const [openedFrom] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (openedFrom instanceof HTMLElement) openedFrom.focus({ preventScroll: true })
    },
    [openedFrom],
  )
  return (
    <Modal
      opened
      title={title}
      size="80rem"
      fullScreen={narrow ?? false}
      closeOnEscape={!isCovered}
      onClose={onClose}
    >
      {age}
      {content.rows.length === 0 ? (
        <Text>{empty}</Text>
      ) : (
        <DataTable
          name={title}
          content={content}
          view={view}
          onView={setView}
          maxHeight={DIALOG_TABLE_MAX_HEIGHT}
          asOf={asOf}
        />
      )}
    </Modal>
  )
}
