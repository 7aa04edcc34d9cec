import { Link } from '@tanstack/react-router'
import type {} from '#console/router.tsx'

export function ToDashboard() {
  return (
    <Link to="/dashboard" search={{ page: 2 }}>
      Dashboard
    </Link>
  )
}
