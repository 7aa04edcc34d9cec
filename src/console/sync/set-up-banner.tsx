/** Says once, instead of each failed sync, that NetSuite is not set up yet (decisions/server/server-state.md). */
import { Alert, Button, Group } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { startTexts } from '#contract/texts/start-texts.ts'
import type { SyncRefusal } from '#console/data/collections/server-state.ts'

interface SetUpBannerProps {
  readonly refusal: SyncRefusal
}

export function SetUpBanner({ refusal: { reason, maySetUp } }: SetUpBannerProps) {
  return (
    <Alert role="status" color="amber" mb="sm" icon={<IconPlugConnected aria-hidden />}>
      <Group justify="space-between">
        {reason}
        {maySetUp && (
          <Button component={Link} to="/netsuite-setup" variant="default">
            {startTexts.openErpSetup}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
