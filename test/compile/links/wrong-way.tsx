import { useNavigate } from '@tanstack/react-router'
import type {} from '#console/router.tsx'

export function useWayToBins() {
  const navigate = useNavigate()
  return () => navigate({ to: '/bin' })
}
