/** A warning with a link to ERP Setup. */
import type { ReactNode } from 'react'
import { Alert, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { startTexts } from '#contract/texts/start-texts.ts'
import classes from '#console/sync/erp-setup-banner.module.css'

interface ErpSetupBannerProps {
  readonly icon: ReactNode
  readonly text: string
  /** Whether this person may open ERP Setup. */
  readonly hasLink: boolean
}

export function ErpSetupBanner({ icon, text, hasLink }: ErpSetupBannerProps) {
  return (
    <Alert
      role="status"
      color="amber"
      mb="sm"
      icon={icon}
      {...(hasLink && { classNames: { wrapper: classes.besideButton } })}
    >
      <Group justify="space-between">
        {text}
        {hasLink && (
          <Button component={Link} to="/netsuite-setup" variant="default">
            {startTexts.openErpSetup}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
