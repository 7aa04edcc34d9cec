import { Link } from '@tanstack/react-router'
import type {} from '#console/router.tsx'

export function ToRedBins() {
  return (
    <Link to="/bins" search={{ colour: 'red' }}>
      Red bins
    </Link>
  )
}
