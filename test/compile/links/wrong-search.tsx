import { Link } from '@tanstack/react-router'
import type {} from '#console/router.tsx'

export function ToSecondPage() {
  return (
    <Link to="/bins" search={{ page: 'two' }}>
      Second page
    </Link>
  )
}
