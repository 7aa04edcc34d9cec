/** The dialogs of the actions that need words: to whom, how it was resolved, and a note. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Autocomplete, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import {
  ERP_NUMBER_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  RESOLVABLE_HOW,
} from '#contract/records/exceptions.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { exceptionTexts } from '#contract/texts/exception-texts.ts'
import { collectionQuery } from '#console/data/collections/queries.ts'
import type { CaseChange } from '#console/data/exceptions/act-on-cases.ts'
import { submitChange, type PinnedTarget } from '#console/screens/exceptions/submit-change.ts'
import { isAnothersTurn, readSession } from '#console/session/session.ts'
import { forgetDraftState, useDraftState } from '#console/ui/forms/draft-state.ts'
import { Form } from '#console/ui/forms/form-frame.tsx'
import { PersistentDialog } from '#console/ui/forms/persistent-dialog.tsx'
import { SaveButton } from '#console/ui/forms/save-button.tsx'
import classes from '#console/screens/exceptions/exceptions.module.css'

/** Which dialog is open. */
export type Asked = 'assign' | 'resolve' | 'note'

const TITLES = {
  assign: exceptionScreenTexts.assign,
  resolve: exceptionScreenTexts.resolve,
  note: exceptionScreenTexts.note,
} as const satisfies Record<Asked, string>

/** An action that is being put into words. It is plain data, so that it survives a reload. */
export interface PendingChange {
  readonly asked: Asked
  readonly pinned: PinnedTarget
}

/** The name under which an open dialog survives a lock. */
export const CHANGE_DRAFT = 'exception change'
const WORDS_DRAFT = 'exception change fields'

type How = (typeof RESOLVABLE_HOW)[number]
interface Words {
  readonly assignee: string
  readonly how: How
  readonly number: string
  readonly note: string
}
const NO_WORDS: Words = { assignee: '', how: 'booked-by-hand', number: '', note: '' }

interface ChangeDialogProps {
  readonly pending: PendingChange
  /** What is left to do; null when the dialog closes. */
  readonly onPending: (pending: PendingChange | null) => void
}

export function ChangeDialog({ pending: { asked, pinned }, onPending }: ChangeDialogProps) {
  const [words, setWords] = useDraftState(WORDS_DRAFT, NO_WORDS)
  const { assignee, how, number, note } = words
  const editWords = (changed: Partial<Words>): void =>
    setWords((before) => ({ ...before, ...changed }))
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const admins = useAdminNames(asked === 'assign')
  const changeOf = (): CaseChange | null => {
    const noted = note.trim() === '' ? {} : { note: note.trim() }
    if (asked === 'assign')
      return assignee.trim() === ''
        ? null
        : { action: 'assign', assignee: assignee.trim(), ...noted }
    if (asked === 'note') return note.trim() === '' ? null : { action: 'note', text: note.trim() }
    const erp = how === 'booked-by-hand' && number.trim() !== ''
    return { action: 'resolve', how, ...(erp && { erp_number: number.trim() }), ...noted }
  }
  const submit = async (): Promise<void> => {
    const change = changeOf()
    const { needsName, needsNote } = exceptionScreenTexts
    setProblem(change ? null : asked === 'assign' ? needsName : needsNote)
    if (!change) return
    setBusy(true)
    const { username: by } = readSession()
    const left = await submitChange(change, pinned)
    setBusy(false)
    // Also if a lock has closed the dialog meanwhile: what is done must not be offered again by this page. By then
    // another admin may be writing in the same dialog.
    if (!left && !isAnothersTurn(by))
      for (const name of [CHANGE_DRAFT, WORDS_DRAFT]) forgetDraftState(name)
    onPending(left && { asked, pinned: left })
  }
  return (
    <PersistentDialog
      title={exceptionScreenTexts.titleOf(TITLES[asked], pinned.count)}
      changed={assignee !== '' || number !== '' || note !== ''}
      busy={busy}
      zIndex={ABOVE_RECORD}
      onClose={() => onPending(null)}
    >
      <Form onSubmit={submit}>
        <Stack>
          {asked === 'assign' && (
            <Autocomplete
              size="md"
              data-autofocus
              data={admins}
              label={exceptionScreenTexts.assigneeLabel}
              autoCapitalize="none"
              autoComplete="off"
              value={assignee}
              error={problem}
              onChange={(typed) => editWords({ assignee: typed })}
            />
          )}
          {asked === 'resolve' && (
            <>
              <Radio.Group
                label={exceptionScreenTexts.how}
                value={how}
                onChange={(chosen) => {
                  const known = RESOLVABLE_HOW.find((each) => each === chosen)
                  if (known) editWords({ how: known })
                }}
              >
                {RESOLVABLE_HOW.map((each) => (
                  <Radio
                    key={each}
                    value={each}
                    label={exceptionTexts.resolvedHow[each]}
                    className={classes.choice}
                  />
                ))}
              </Radio.Group>
              {how === 'booked-by-hand' && (
                <TextInput
                  size="md"
                  label={exceptionScreenTexts.erpNumber}
                  maxLength={ERP_NUMBER_MAX_LENGTH}
                  value={number}
                  onChange={({ currentTarget }) => editWords({ number: currentTarget.value })}
                />
              )}
            </>
          )}
          <Textarea
            size="md"
            rows={asked === 'note' ? 4 : 2}
            data-autofocus={asked === 'note' || undefined}
            label={exceptionScreenTexts.noteLabel}
            maxLength={NOTE_MAX_LENGTH}
            value={note}
            error={asked === 'note' ? problem : null}
            onChange={({ currentTarget }) => editWords({ note: currentTarget.value })}
          />
          <SaveButton busy={busy} fullWidth>
            {TITLES[asked]}
          </SaveButton>
        </Stack>
      </Form>
    </PersistentDialog>
  )
}

/** After a reload the page of the record may open later than this dialog; lists of choices are above both. */
const ABOVE_RECORD = 250

/** Only super admins assign to others, and they may see the list. */
function useAdminNames(isNeeded: boolean): string[] {
  const rows = useQuery({ ...collectionQuery('admins'), enabled: isNeeded }).data?.rows ?? []
  return [
    ...new Set(rows.flatMap(({ username }) => (typeof username === 'string' ? username : []))),
  ]
}
