/** What reads from the server. Not around all pages, because the sign-in page is there before the library. */
import type { ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#console/data/api/query-client.ts'

interface QueriesProps {
  readonly children: ReactNode
}

/** Components within may use queries. */
export function Queries({ children }: QueriesProps) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
