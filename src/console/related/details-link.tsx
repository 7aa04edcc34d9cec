/** A link from one thing to another: its details open on top, and going back returns here. */
import type { ReactNode } from 'react'
import { Anchor } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { opensRoute } from '#contract/access.ts'
import { listOf, type ListName } from '#contract/lists.ts'
import { principalOf, useSession } from '#console/session/session.ts'
import classes from '#console/related/related.module.css'

/** The lists whose rows have details, and the addresses of their screens. */
const SCREENS = {
  items: '/items',
  bins: '/bins',
  locations: '/locations',
  salesOrders: '/sales-orders',
  inboundShipments: '/inbound-shipment',
  binCountRecords: '/bin-count-records',
  binAdjustmentRecords: '/bin-adjustment-records',
  binTransfer: '/bin-transfer',
  inboundDataRecords: '/inbound-data-records',
} as const satisfies { readonly [N in ListName]?: string }

export type LinkedList = keyof typeof SCREENS

interface DetailsLinkProps {
  readonly list: LinkedList
  /** The id of the row; without one it is only named. */
  readonly open: string | null | undefined
  readonly children: ReactNode
}

export function DetailsLink({ list, open, children }: DetailsLinkProps) {
  const session = useSession()
  const { state, isOpen } = useLocation({
    select: (place) => ({ state: place.state, isOpen: 'open' in place.search }),
    structuralSharing: true,
  })
  if (!open || !opensRoute(listOf(list).access, principalOf(session))) return <>{children}</>
  const { dialogs = 0, below = 0 } = state
  // Details that arrived as a link have no list behind them that closing could return to.
  const next = {
    dialogs: isOpen && dialogs === 0 ? 0 : dialogs + 1,
    below: isOpen ? below + 1 : 0,
  }
  return (
    <Anchor
      className={classes.link}
      renderRoot={(props) => (
        <Link to={SCREENS[list]} search={{ open }} state={next} resetScroll={false} {...props} />
      )}
    >
      {children}
    </Anchor>
  )
}
