import { Link, useNavigate } from '@tanstack/react-router'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/api/call.ts'
import { listScreen } from '#console/list/list-screen.ts'
import type {} from '#console/router.tsx'

export const items = listScreen({
  path: '/items',
  title: 'Items',
  icon: 'tag',
  group: 'Master Data',
  collection: 'items',
  rows: (records) => records.map(({ name }) => ({ called: name })),
  columns: (c) => [c.text('called', 'Name')],
})

export function ToBins() {
  const navigate = useNavigate()
  const remove = () => call(endpoints.deleteAdmin, { params: { username: 'a' } })
  return (
    <>
      <button type="button" onClick={() => void navigate({ to: '/locations' })}>
        Locations
      </button>
      <button type="button" onClick={() => void remove()}>
        Delete
      </button>
      <Link to="/bins" search={{ page: 2, q: 'A-01' }}>
        Bins
      </Link>
    </>
  )
}
