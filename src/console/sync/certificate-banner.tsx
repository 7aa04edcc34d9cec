/** Warns super admins on the dashboard before the certificate for NetSuite ends (decisions/server/erp-addresses.md). */
import { Alert, Button, Group } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { CERTIFICATE_WARNING_DAYS } from '#contract/constants.ts'
import { erpSignInTexts } from '#contract/texts/own/erp-sign-in-texts.ts'
import { startTexts } from '#contract/texts/start-texts.ts'

const DAY_MS = 86_400_000

interface CertificateBannerProps {
  /** ISO 8601; null or absent without a certificate. */
  readonly endsAt: string | null | undefined
  /** ms by the server's clock */
  readonly now: number
}

export function CertificateBanner({ endsAt, now }: CertificateBannerProps) {
  const days = endsAt ? Math.floor((Date.parse(endsAt) - now) / DAY_MS) : null
  if (days === null || days > CERTIFICATE_WARNING_DAYS) return null
  return (
    <Alert role="status" color="amber" mb="sm" icon={<IconCertificate aria-hidden />}>
      <Group justify="space-between">
        {erpSignInTexts.endsSoon(days)}
        <Button component={Link} to="/netsuite-setup" variant="default">
          {startTexts.openErpSetup}
        </Button>
      </Group>
    </Alert>
  )
}
