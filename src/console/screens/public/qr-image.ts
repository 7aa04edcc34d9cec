/** The QR code of a setup as an image (decisions/console/second-factor.md). */
import { queryOptions } from '@tanstack/react-query'

/** The width of the code, in px. */
export const QR_SIZE_PX = 200

/** Draws an `otpauth:` address here; shows an image address as is. */
export function qrImageQuery(url: string) {
  return queryOptions({
    queryKey: ['qr-image', url],
    queryFn: () => imageOf(url),
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

async function imageOf(url: string): Promise<string> {
  if (!url.startsWith('otpauth:')) return url
  const { toDataURL } = await import('qrcode')
  // Twice the size for high-density displays; the margin is needed in the dark scheme too.
  return toDataURL(url, { width: 2 * QR_SIZE_PX, margin: 2 })
}
