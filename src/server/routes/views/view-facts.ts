/** What the audit trail says about a shared view (decisions/server/views.md). */
import type { ToldView } from '#server/db/repositories/views.ts'

type ViewFacts = Readonly<Record<string, string>>

/** The list, the owner and the readers of a view. Its name is the target of the entry. */
export function viewFacts({ screen, owner, audience, readers }: ToldView): ViewFacts {
  const whom = { me: 'the owner only', everyone: 'everyone', admins: readers.join(', ') }
  return { list: screen, owner, shared_with: whom[audience] }
}

/** The facts of a changed view, and those that were different before, with the name if it is another. */
export function changedFacts(
  before: ToldView,
  after: ToldView,
): { readonly before: ViewFacts; readonly after: ViewFacts } {
  const isRenamed = before.name !== after.name
  const facts = (view: ToldView): ViewFacts =>
    isRenamed ? { ...viewFacts(view), name: view.name } : viewFacts(view)
  const present = facts(after)
  const differing = Object.entries(facts(before)).filter(([fact, was]) => present[fact] !== was)
  return { before: Object.fromEntries(differing), after: present }
}
