/** The dialog about a row; nested content replaces it, with a way back. */
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { DIALOG_TABLE_MAX_HEIGHT } from '#contract/constants.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { View } from '#console/data/engine/types.ts'
import { DataTable } from '#console/table/data-table.tsx'
import { type DetailPage, type RawValue, StepContext } from '#console/list/details/detail-page.ts'
import { Facts } from '#console/list/details/facts.tsx'
import { viewOf } from '#console/table/columns/table-address.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import classes from '#console/list/details/detail-dialog.module.css'
import { EmptyState } from '#console/ui/status/empty-state.tsx'
import { useReturnFocus } from '#console/ui/use-return-focus.ts'

interface DetailDialogProps {
  readonly page: DetailPage
  /** The steps from the row to this dialog. */
  readonly path?: readonly string[]
  /** The age of the rows. */
  readonly age: ReactNode
  /** Below the title of the row's own dialog. */
  readonly bar?: ReactNode
  /** When the rows were read from the ERP, in ms; null if unknown. */
  readonly asOf: () => number | null
  /** Whether it was opened from other details, which a step back shows again. */
  readonly isOnTop?: boolean
  /** Another dialog is on top, and Escape closes that one. */
  readonly isCovered?: boolean
  /** Opens the next dialog or goes back; absent if there is nothing inside. */
  readonly onStep?: (step: string) => void
  readonly onBack?: () => void
  readonly onClose: () => void
}

export function DetailDialog(props: DetailDialogProps) {
  const { page, path = NO_STEPS, age, bar, asOf, isCovered = false, onClose } = props
  const { onStep = nowhere, onBack = nowhere, isOnTop = false } = props
  const narrow = useMediaQuery('(max-width: 899px)')
  useReturnFocus()
  const body = useRef<HTMLDivElement>(null)
  useFocusInside(body, path)
  const isInner = isOnTop || path.length > 0
  return (
    <Modal
      opened
      title={page.title}
      size="80rem"
      fullScreen={narrow ?? false}
      closeOnEscape={!isInner && !isCovered}
      onKeyDown={(event) => {
        // Closes one dialog at a time, following the steps back.
        if (event.key === 'Escape' && isInner && !isCovered && !event.defaultPrevented) onBack()
      }}
      onClose={onClose}
    >
      <StepContext value={onStep}>
        <div
          ref={body}
          tabIndex={-1}
          data-details
          className={classes.body}
          data-autofocus={isInner || undefined}
        >
          {(page.name ?? '') !== '' && page.name !== page.title && (
            <Text className={classes.name}>{page.name}</Text>
          )}
          {!isInner && bar}
          {isInner && (
            <Button
              variant="subtle"
              size="sm"
              mih={TOUCH_TARGET_PX}
              leftSection={<IconArrowLeft size={18} aria-hidden />}
              onClick={onBack}
            >
              {recordTexts.back}
            </Button>
          )}
          {age}
          <PageBody key={path.join('/')} page={page} asOf={asOf} />
        </div>
      </StepContext>
    </Modal>
  )
}

const NO_STEPS: readonly string[] = []
const nowhere = (): void => {}

interface PageBodyProps {
  readonly page: DetailPage
  readonly asOf: () => number | null
}

function PageBody({ page, asOf }: PageBodyProps) {
  const { title, empty, lead, facts = [], content, actions, more, raw = [] } = page
  const [view, setView] = useState<View>(viewOf({}))
  const hasRows = content !== undefined && content.rows.length > 0
  return (
    <>
      {lead}
      {facts.length > 0 && <Facts facts={facts} />}
      {actions && <Group mb="md">{actions}</Group>}
      {hasRows && (
        <DataTable
          name={title}
          content={content}
          view={view}
          onView={setView}
          maxHeight={DIALOG_TABLE_MAX_HEIGHT}
          asOf={asOf}
        />
      )}
      {!hasRows && (content !== undefined || facts.length === 0) && <EmptyState text={empty} />}
      {more}
      {raw.map((stored) => (
        <Raw key={stored.show} {...stored} />
      ))}
    </>
  )
}

/** A value as stored, for anyone who has to find out what an app or the ERP sent. */
function Raw({ show, hide, value }: RawValue) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={classes.raw}>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        mih={TOUCH_TARGET_PX}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? hide : show}
      </Button>
      {isShown && <pre className={classes.json}>{JSON.stringify(value, null, 2)}</pre>}
    </div>
  )
}

/** Moves the focus with the steps: into what was opened, and back to the button that opened it. */
function useFocusInside(
  body: { readonly current: HTMLDivElement | null },
  path: readonly string[],
): void {
  const place = path.join('/')
  const before = useRef(place)
  useLayoutEffect(() => {
    if (before.current === place) return
    const left = before.current.startsWith(place) ? before.current.slice(place.length) : null
    before.current = place
    const step = left?.replace(/^\//, '').split('/')[0]
    const openers = body.current?.querySelectorAll<HTMLElement>('[data-step]') ?? []
    const opener = [...openers].find(({ dataset }) => dataset['step'] === step)
    ;(opener ?? body.current)?.focus()
  }, [body, place])
}
