/** A link from one thing to another: its details open on top, and going back returns here. */
import type { ReactNode } from 'react'
import { Anchor } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { opensRoute } from '#contract/access.ts'
import { listOf } from '#contract/lists.ts'
import { DETAIL_SCREENS, type LinkedList, stepsOnTop } from '#console/related/open-details.ts'
import { principalOf, useSession } from '#console/session/session.ts'
import classes from '#console/related/related.module.css'

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
  const next = stepsOnTop(state, isOpen)
  return (
    <Anchor
      className={classes.link}
      renderRoot={(props) => (
        <Link
          to={DETAIL_SCREENS[list]}
          search={{ open }}
          state={next}
          resetScroll={false}
          {...props}
        />
      )}
    >
      {children}
    </Anchor>
  )
}
