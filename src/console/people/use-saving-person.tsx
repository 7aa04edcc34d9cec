/** The sending of a form over a person, new or present. */
import { useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { PeopleCollection, RecordOf } from '#contract/collections.ts'
import { explain, type FaultTexts } from '#contract/faults.ts'
import { messages } from '#contract/texts/messages.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { collectionKey } from '#console/data/collections/queries.ts'
import { isOutdated } from '#console/people/optimistic-lock.ts'
import { useCurrentRow } from '#console/people/use-current-row.ts'
import type { ContractForm } from '#console/ui/forms/form.ts'
import { notifySuccess } from '#console/ui/notify.tsx'
import { useSending, type Sending } from '#console/ui/forms/sending.ts'

interface SavingOptions<N extends PeopleCollection> {
  readonly collection: N
  /** What names the person; without it one is created. */
  readonly id: string | undefined
  readonly save: () => Promise<void>
  /** What is said when it worked. */
  readonly success: string
  readonly faults: FaultTexts
  /** Opens the form anew over what the server has by now. */
  readonly onPresent: (row: RecordOf<N>) => void
  readonly onClose: () => void
}

/** What the dialog around the form is given. */
interface Saving {
  readonly sending: Sending
  readonly done: string | null
  readonly remedy: ReactNode
}

/** A created person is told of in the dialog, a changed one beside the list; whose values are outdated may see the present ones. */
export function useSavingPerson<N extends PeopleCollection>(
  form: Pick<ContractForm<unknown>, 'check' | 'isWrong'>,
  { collection, id, save, success, faults, onPresent, onClose }: SavingOptions<N>,
): Saving {
  const client = useQueryClient()
  const [done, setDone] = useState<string | null>(null)
  const [outdated, setOutdated] = useState(false)
  const showPresent = useCurrentRow(collection, id, onPresent)
  const sending = useSending(
    form,
    async () => {
      await save()
      void client.invalidateQueries({ queryKey: collectionKey(collection) })
      if (id === undefined) return setDone(success)
      notifySuccess(success)
      return onClose()
    },
    (thrown) => {
      setOutdated(isOutdated(thrown))
      return explain(faultFacts(thrown), faults)
    },
  )
  const remedy = outdated && (
    <Button variant="default" onClick={() => void showPresent()}>
      {messages.showPresentValues}
    </Button>
  )
  return { sending, done, remedy }
}
