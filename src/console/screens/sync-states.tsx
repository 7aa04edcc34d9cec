/** How the sync of each area stands: it opens in place when one is started, and stays to be read. */
import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { collectionOf, type PulledCollection } from '#contract/collections.ts'
import { messages } from '#contract/messages.ts'
import { useSyncState } from '#console/data/sync.ts'
import classes from '#console/screens/sync-states.module.css'

interface SyncStatesProps {
  /** The areas that the admin may see. */
  readonly areas: readonly PulledCollection[]
}

export function SyncStates({ areas }: SyncStatesProps) {
  return (
    <ul className={classes.areas} aria-label={messages.syncStates}>
      {areas.map((name) => (
        <AreaState key={name} name={name} />
      ))}
    </ul>
  )
}

/** Title and how it went, told by sign and word; nothing while nobody has started it. */
function AreaState({ name }: { readonly name: PulledCollection }) {
  const state = useSyncState(name)
  if (state.kind === 'idle') return null
  return (
    <li className={classes.area} data-state={state.kind}>
      {state.kind === 'syncing' && <Loader size={14} aria-hidden />}
      {state.kind === 'success' && <IconCheck size={16} aria-hidden />}
      {state.kind === 'error' && <IconAlertTriangle size={16} aria-hidden />}
      <span>
        <strong>{collectionOf(name).title}</strong>{' '}
        {state.kind === 'syncing' && messages.syncUnderWay}
        {state.kind === 'success' && messages.syncDone}
        {state.kind === 'error' && messages.syncFailed(state.reason)}
      </span>
    </li>
  )
}
