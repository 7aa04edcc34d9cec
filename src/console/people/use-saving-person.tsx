/** Submits the form of a new or existing account. */
import { useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { PeopleCollection, RecordOf } from '#contract/collections.ts'
import { explain, mayBeDone, type FaultTexts } from '#contract/faults.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { refetchList } from '#console/data/collections/refetch-list.ts'
import { isOutdated } from '#console/people/optimistic-lock.ts'
import { dialogDraft } from '#console/people/row-dialogs.tsx'
import { useCurrentRow } from '#console/people/use-current-row.ts'
import type { ContractForm } from '#console/ui/forms/form.ts'
import { forgetDraftState } from '#console/ui/forms/draft-state.ts'
import { notifySuccess } from '#console/ui/notify.tsx'
import { useSending, type Sending } from '#console/ui/forms/sending.ts'

interface SavingOptions<N extends PeopleCollection> {
  readonly collection: N
  /** Identifies the account; without it one is created. */
  readonly id: string | undefined
  readonly save: () => Promise<void>
  /** The success message. */
  readonly success: string
  readonly faults: FaultTexts
  /** Reopens the form with the server's current values. */
  readonly onPresent: (row: RecordOf<N>) => void
  readonly onClose: () => void
}

/** The props for the dialog around the form. */
interface Saving {
  readonly sending: Sending
  readonly done: string | null
  readonly remedy: ReactNode
}

/** Reports a created account in the dialog and a changed one next to the list. After a conflict it offers the current values. */
export function useSavingPerson<N extends PeopleCollection>(
  form: Pick<ContractForm<unknown>, 'check' | 'forget' | 'isWrong'>,
  { collection, id, save, success, faults, onPresent, onClose }: SavingOptions<N>,
): Saving {
  const client = useQueryClient()
  const [done, setDone] = useState<string | null>(null)
  const [outdated, setOutdated] = useState(false)
  const showPresent = useCurrentRow(collection, id, onPresent)
  const refreshList = (): void => void refetchList(client, collection)
  const sending = useSending(
    form,
    async (by) => {
      await save()
      // Forgotten here, not on closing: a lock may close the dialog first, and the next sign-in would offer the saved input again.
      form.forget()
      forgetDraftState(dialogDraft(collection), undefined, by)
      refreshList()
      return () => {
        if (id === undefined) return setDone(success)
        notifySuccess(success)
        return onClose()
      }
    },
    (thrown) => {
      setOutdated(isOutdated(thrown))
      const facts = faultFacts(thrown)
      if (mayBeDone(facts)) refreshList()
      return explain(facts, faults)
    },
  )
  const remedy = outdated && (
    <Button variant="default" onClick={() => void showPresent()}>
      {formTexts.showPresentValues}
    </Button>
  )
  return { sending, done, remedy }
}
