/** The QR code of a set-up, as an image (decisions/console/second-factor.md). */
import { queryOptions } from '@tanstack/react-query'

/** The width of the code, in px. */
export const QR_SIZE_PX = 200

/** An `otpauth:` address is drawn here; an image address is shown as it is. */
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
  // Twice the size, for displays with more than one dot a pixel; the margin also counts in the dark.
  return toDataURL(url, { width: 2 * QR_SIZE_PX, margin: 2 })
}
