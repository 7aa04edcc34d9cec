/** Who sees a view: its owner only, everyone who may open the list, or named admins. */
import { useState } from 'react'
import { Radio, Stack, TagsInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { explain, faults } from '#contract/faults.ts'
import { viewTexts } from '#contract/texts/view-texts.ts'
import {
  AUDIENCES,
  VIEW_READERS_MAX,
  type Audience,
  type SavedView,
} from '#contract/views/saved-views.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { forgetDraftState, useDraftState } from '#console/ui/forms/draft-state.ts'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { PersistentDialog } from '#console/ui/forms/persistent-dialog.tsx'
import { SaveButton } from '#console/ui/forms/save-button.tsx'
import { notifySuccess } from '#console/ui/notify.tsx'
import { updateView, ViewConflict } from '#console/views/save-views.ts'
import {
  questionDraft,
  readersDraft,
  type ViewDialogsProps,
} from '#console/views/view-questions.ts'
import { isSame } from '#console/views/view-state.ts'
import classes from '#console/views/share-dialog.module.css'

interface ShareDialogProps extends Omit<ViewDialogsProps, 'question'> {
  readonly view: SavedView
}

const WORDS: Readonly<Record<Audience, string>> = {
  me: viewTexts.onlyMe,
  everyone: viewTexts.everyone,
  admins: viewTexts.namedAdmins,
}

export function ShareDialog(props: ShareDialogProps) {
  const { path, view, presentConfig, onQuestion, onClose } = props
  const client = useQueryClient()
  const draft = readersDraft(view)
  const [{ audience, readers }, setShared] = useDraftState(draft, {
    audience: view.audience,
    readers: view.readers,
  })
  const [isMissing, setMissing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    const lacks = audience === 'admins' && readers.length === 0
    setProblem(null)
    setMissing(lacks)
    if (lacks) return
    setBusy(true)
    try {
      await updateView(client, view, { audience, readers })
      for (const each of [draft, questionDraft(path)]) forgetDraftState(each)
      notifySuccess(viewTexts.saved(view.name))
      onClose()
    } catch (thrown) {
      if (thrown instanceof ViewConflict)
        onQuestion({
          kind: 'conflict',
          before: view,
          present: thrown.present,
          config: presentConfig(),
        })
      else setProblem(explain(faultFacts(thrown), faults.view))
      setBusy(false)
    }
  }
  return (
    <PersistentDialog
      title={viewTexts.shareTitle(view.name)}
      changed={audience !== view.audience || !isSame(readers, view.readers)}
      busy={busy}
      onClose={onClose}
    >
      <Form onSubmit={submit}>
        <Stack>
          <Problem text={problem} />
          <Radio.Group
            aria-label={viewTexts.shareTitle(view.name)}
            value={audience}
            onChange={(chosen) => {
              const known = AUDIENCES.find((each) => each === chosen)
              if (known) setShared({ audience: known, readers })
            }}
          >
            {AUDIENCES.map((each) => (
              <Radio
                key={each}
                value={each}
                label={WORDS[each]}
                classNames={{ body: classes.choice, labelWrapper: classes.label }}
              />
            ))}
          </Radio.Group>
          {audience === 'admins' && (
            <TagsInput
              size="md"
              label={viewTexts.admins}
              description={viewTexts.adminsHint}
              maxTags={VIEW_READERS_MAX}
              value={readers}
              error={isMissing && viewTexts.adminsNeeded}
              onChange={(named) => setShared({ audience, readers: named })}
            />
          )}
          <SaveButton busy={busy} fullWidth>
            {viewTexts.save}
          </SaveButton>
        </Stack>
      </Form>
    </PersistentDialog>
  )
}
