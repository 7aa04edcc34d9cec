import { Link } from '@tanstack/react-router'
import type {} from '#console/router.tsx'

export function ToBins() {
  return <Link to="/bin">Bins</Link>
}
