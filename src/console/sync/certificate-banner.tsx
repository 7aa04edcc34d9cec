/** Warns super admins on the dashboard before the certificate for NetSuite ends (decisions/server/erp-addresses.md). */
import { IconCertificate } from '@tabler/icons-react'
import { CERTIFICATE_WARNING_DAYS } from '#contract/constants.ts'
import { erpSignInTexts } from '#contract/texts/own/erp-sign-in-texts.ts'
import { ErpSetupBanner } from '#console/sync/erp-setup-banner.tsx'

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
    <ErpSetupBanner
      icon={<IconCertificate aria-hidden />}
      text={erpSignInTexts.endsSoon(days)}
      hasLink
    />
  )
}
