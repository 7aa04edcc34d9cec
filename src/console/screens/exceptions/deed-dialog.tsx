/** The dialogs of the actions that need words: to whom, how it was resolved, and a note. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Autocomplete, Modal, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import {
  ERP_NUMBER_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  RESOLVABLE_HOW,
} from '#contract/records/exceptions.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { exceptionTexts } from '#contract/texts/exception-texts.ts'
import { collectionQuery } from '#console/data/collections/queries.ts'
import type { Deed } from '#console/data/exceptions/act-on-cases.ts'
import { doDeed, type Target } from '#console/screens/exceptions/do-deed.ts'
import { Form } from '#console/ui/forms/form-frame.tsx'
import { SaveButton } from '#console/ui/forms/save-button.tsx'
import { useReturnFocus } from '#console/ui/use-return-focus.ts'
import classes from '#console/screens/exceptions/exceptions.module.css'

/** Which dialog is open. */
export type Asked = 'assign' | 'resolve' | 'note'

const TITLES = {
  assign: exceptionScreenTexts.assign,
  resolve: exceptionScreenTexts.resolve,
  note: exceptionScreenTexts.note,
} as const satisfies Record<Asked, string>

interface DeedDialogProps {
  readonly asked: Asked
  readonly target: Target
  readonly onClose: () => void
}

export function DeedDialog({ asked, target, onClose }: DeedDialogProps) {
  const [assignee, setAssignee] = useState('')
  const [how, setHow] = useState<(typeof RESOLVABLE_HOW)[number]>('booked-by-hand')
  const [number, setNumber] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const admins = useAdminNames(asked === 'assign')
  useReturnFocus()
  const deedOf = (): Deed | null => {
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
    const deed = deedOf()
    const { needsName, needsNote } = exceptionScreenTexts
    setProblem(deed ? null : asked === 'assign' ? needsName : needsNote)
    if (!deed) return
    setBusy(true)
    const isDone = await doDeed(deed, target)
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Modal
      opened
      title={exceptionScreenTexts.titleOf(TITLES[asked], target.stated.length)}
      onClose={onClose}
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
              onChange={setAssignee}
            />
          )}
          {asked === 'resolve' && (
            <>
              <Radio.Group
                label={exceptionScreenTexts.how}
                value={how}
                onChange={(chosen) => {
                  const known = RESOLVABLE_HOW.find((each) => each === chosen)
                  if (known) setHow(known)
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
                  onChange={({ currentTarget }) => setNumber(currentTarget.value)}
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
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <SaveButton busy={busy} fullWidth>
            {TITLES[asked]}
          </SaveButton>
        </Stack>
      </Form>
    </Modal>
  )
}

/** Only super admins assign to others, and they may see the list. */
function useAdminNames(isNeeded: boolean): string[] {
  const rows = useQuery({ ...collectionQuery('admins'), enabled: isNeeded }).data?.rows ?? []
  return [
    ...new Set(rows.flatMap(({ username }) => (typeof username === 'string' ? username : []))),
  ]
}
