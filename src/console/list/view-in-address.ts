/** The view of a list screen, kept in its address. */
import { useState } from 'react'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { View } from '#console/data/engine/view-index.ts'
import { readListSearch, searchOf, viewOf } from '#console/list/table-address.ts'
import { useSteady } from '#console/list/use-steady.ts'

interface ViewInAddress {
  readonly view: View
  readonly setView: (view: View) => void
  /** The key of the row that is open. */
  readonly openKey: string | null
  readonly setOpenKey: (key: string | null) => void
}

interface Held {
  readonly view: View
  /** The address that was seen last. */
  readonly address: string
  /** Addresses on their way: asked for by this table and not yet seen. */
  readonly sent: readonly string[]
}

/**
 * The view that the address asks for; without an order of its own, the screen's. A key that is
 * pressed is seen at once: the address follows. A page turned and a row opened are steps back leads over.
 */
export function useViewInAddress(sortedBy: string | undefined): ViewInAddress {
  const navigate = useNavigate()
  const router = useRouter()
  const { open, ...rest } = readListSearch({ ...useSearch({ strict: false }) })
  const address = JSON.stringify(rest)
  const [opened, setOpened] = useState<string | null>(null)
  const [held, setHeld] = useState<Held>(() => ({
    view: sorted(viewOf(rest), sortedBy),
    address,
    sent: [],
  }))
  if (address !== held.address) {
    const own = held.sent.indexOf(address)
    setHeld(
      own === -1
        ? { view: sorted(viewOf(rest), sortedBy), address, sent: [] }
        : { ...held, address, sent: held.sent.slice(own + 1) },
    )
  }
  const setView = useSteady((next: View): void => {
    const isUsual = next.sort?.id === sortedBy && !next.sort?.descending
    const search = searchOf(isUsual ? { ...next, sort: null } : next)
    const sent = JSON.stringify(search)
    const isNew = sent !== (held.sent.at(-1) ?? held.address)
    setHeld({ ...held, view: next, sent: isNew ? [...held.sent, sent] : held.sent })
    if (!isNew) return
    void navigate({
      to: '.',
      search: { ...search, ...(open !== undefined && { open }) },
      replace: next.page === held.view.page || next.page === 0,
      resetScroll: false,
    })
  })
  const setOpenKey = useSteady((key: string | null): void => {
    setOpened(key)
    // What was opened here is one step behind; a link that came with an open row has none.
    if (key === null && opened !== null && opened === open) router.history.back()
    else
      void navigate({
        to: '.',
        search: { ...rest, ...(key !== null && { open: key }) },
        replace: key === null,
        resetScroll: false,
      })
  })
  return { view: held.view, setView, openKey: open ?? null, setOpenKey }
}

function sorted(view: View, sortedBy: string | undefined): View {
  return view.sort || !sortedBy ? view : { ...view, sort: { id: sortedBy, descending: false } }
}
