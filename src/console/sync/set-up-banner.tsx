/** Says once, instead of each failed sync, that NetSuite is not set up yet (decisions/server/server-state.md). */
import { IconPlugConnected } from '@tabler/icons-react'
import type { SyncRefusal } from '#console/data/collections/server-state.ts'
import { ErpSetupBanner } from '#console/sync/erp-setup-banner.tsx'

interface SetUpBannerProps {
  readonly refusal: SyncRefusal
}

export function SetUpBanner({ refusal: { reason, maySetUp } }: SetUpBannerProps) {
  return (
    <ErpSetupBanner icon={<IconPlugConnected aria-hidden />} text={reason} hasLink={maySetUp} />
  )
}
