/** The dialogs of saved views: name, share, delete, and a change that somebody else made first. */
import { useState } from 'react'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { explain, faults } from '#contract/faults.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { viewTexts } from '#contract/texts/view-texts.ts'
import { cutText } from '#contract/rules.ts'
import { VIEW_NAME_MAX_LENGTH, type SavedView } from '#contract/views/saved-views.ts'
import { viewScreenOf } from '#contract/views/view-screens.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { clockTime } from '#console/rows/formats.ts'
import { Confirm } from '#console/ui/confirm.tsx'
import { forgetDraftState, useDraftState } from '#console/ui/forms/draft-state.ts'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { PersistentDialog } from '#console/ui/forms/persistent-dialog.tsx'
import { SaveButton } from '#console/ui/forms/save-button.tsx'
import { notifyFailure, notifySuccess } from '#console/ui/notify.tsx'
import { useReturnFocus } from '#console/ui/use-return-focus.ts'
import { createView, deleteView, updateView, ViewConflict } from '#console/views/save-views.ts'
import { ShareDialog } from '#console/views/share-dialog.tsx'
import {
  nameDraft,
  questionDraft,
  type ViewDialogsProps,
  type ViewQuestion,
} from '#console/views/view-questions.ts'

export function ViewDialogs(props: ViewDialogsProps) {
  const { question, onClose, onOpen, onSettled, onDeleted, views } = props
  const client = useQueryClient()
  const remove = async (view: SavedView): Promise<void> => {
    onClose()
    try {
      await deleteView(client, view)
      onDeleted(view)
      notifySuccess(viewTexts.deleted(view.name))
    } catch (thrown) {
      notifyFailure(explain(faultFacts(thrown), faults.view))
    }
  }
  switch (question.kind) {
    case 'delete': {
      const { name, audience } = question.view
      return (
        <Confirm
          title={viewTexts.deleteTitle}
          text={audience === 'me' ? viewTexts.deleteText(name) : viewTexts.deleteShared(name)}
          yes={viewTexts.yesDelete}
          focused="no"
          onYes={() => void remove(question.view)}
          onCancel={onClose}
        />
      )
    }
    case 'share':
      return <ShareDialog {...props} view={question.view} />
    case 'conflict':
      return (
        <Conflict
          question={question}
          onMine={(next) => props.onQuestion(next)}
          onTheirs={() => {
            onClose()
            if (views.open) onSettled(views.open)
            onOpen(question.present.id)
          }}
          onClose={onClose}
        />
      )
    case 'new':
    case 'rename':
      // Keyed, so that a copy after a conflict begins with its own name.
      return <NameDialog key={question.kind} {...props} question={question} />
  }
}

interface NameDialogProps extends Omit<ViewDialogsProps, 'question'> {
  readonly question: Extract<ViewQuestion, { kind: 'new' | 'rename' }>
}

function NameDialog({ path, question, presentConfig, onClose, ...rest }: NameDialogProps) {
  const client = useQueryClient()
  const draft = nameDraft(path, question.kind === 'new' ? null : question.view)
  const before = question.kind === 'new' ? question.name : question.view.name
  const [name, setName] = useDraftState(draft, before)
  const [problem, setProblem] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    if (question.kind === 'rename') {
      await updateView(client, question.view, { name })
      return
    }
    const screen = viewScreenOf(path.slice(1))
    if (screen === undefined) return
    const config = { ...question.config }
    const saved = await createView(client, { screen, name: name.trim(), config })
    if (rest.views.open) rest.onSettled(rest.views.open)
    rest.onOpen(saved.id)
  }
  const submit = async (): Promise<void> => {
    setProblem(null)
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    setBusy(true)
    try {
      await send()
      // Also if a lock has closed the dialog meanwhile.
      for (const each of [draft, questionDraft(path)]) forgetDraftState(each)
      notifySuccess(viewTexts.saved(name.trim()))
      onClose()
    } catch (thrown) {
      if (thrown instanceof ViewConflict && question.kind === 'rename')
        rest.onQuestion({
          kind: 'conflict',
          before: question.view,
          present: thrown.present,
          config: presentConfig(),
        })
      else setProblem(explain(faultFacts(thrown), faults.view))
      setBusy(false)
    }
  }
  return (
    <PersistentDialog
      title={question.kind === 'new' ? viewTexts.newTitle : viewTexts.renameTitle}
      changed={name !== before}
      busy={busy}
      onClose={onClose}
    >
      <Form onSubmit={submit}>
        <Stack>
          <Problem text={problem} />
          <TextInput
            label={viewTexts.name}
            value={name}
            maxLength={VIEW_NAME_MAX_LENGTH}
            error={isMissing && viewTexts.nameNeeded}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <SaveButton busy={busy} fullWidth>
            {viewTexts.save}
          </SaveButton>
        </Stack>
      </Form>
    </PersistentDialog>
  )
}

interface ConflictProps {
  readonly question: Extract<ViewQuestion, { kind: 'conflict' }>
  readonly onMine: (next: ViewQuestion) => void
  readonly onTheirs: () => void
  readonly onClose: () => void
}

/** Somebody else was first: neither change is lost. */
function Conflict({ question, onMine, onTheirs, onClose }: ConflictProps) {
  const { before, present, config } = question
  useReturnFocus()
  const time = clockTime(Date.parse(present.changed_at), serverNow())
  const name = cutText(viewTexts.copyOf(before.name), VIEW_NAME_MAX_LENGTH)
  return (
    <Modal opened title={viewTexts.conflictTitle} onClose={onClose}>
      <Text role="alert">{viewTexts.conflict(present.changed_by, time)}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {formTexts.cancel}
        </Button>
        <Button variant="default" onClick={() => onMine({ kind: 'new', name, config })}>
          {viewTexts.keepMine}
        </Button>
        <Button data-autofocus onClick={onTheirs}>
          {viewTexts.takeTheirs}
        </Button>
      </Group>
    </Modal>
  )
}
