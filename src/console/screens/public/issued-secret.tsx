/** The secret of a setup as QR code, as text, as a link for this device and as a copy (decisions/console/second-factor.md). */
import { useRef, useState } from 'react'
import { Button, Code, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EXPORT_EXCUSE_MS } from '#contract/constants.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { QR_SIZE_PX, qrImageQuery } from '#console/screens/public/qr-image.ts'
import type { IssuedSecret } from '#console/screens/public/second-factor.ts'
import { allowHiddenUntil } from '#console/session/clock.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { copyShownText } from '#console/ui/copy-text.ts'
import classes from '#console/screens/public/issued-secret.module.css'

interface IssuedSecretViewProps {
  readonly issued: IssuedSecret
}

export function IssuedSecretView({ issued: { qrCodeUrl, secret } }: IssuedSecretViewProps) {
  return (
    <div className={classes.ways}>
      <QrCode url={qrCodeUrl} />
      <div className={classes.texts}>
        <CopiedSecret secret={secret} />
        {qrCodeUrl.startsWith('otpauth:') && (
          <Button
            component="a"
            href={qrCodeUrl}
            onClick={excuse}
            variant="default"
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            {signInTexts.openAuthenticator}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The authenticator is on this device: while the person is there, the page is hidden (decisions/console/session.md). */
function excuse(): void {
  allowHiddenUntil(Date.now() + EXPORT_EXCUSE_MS)
}

function QrCode({ url }: { readonly url: string }) {
  const image = useQuery(qrImageQuery(url))
  const [broken, setBroken] = useState(false)
  if (image.isError)
    return (
      <Stack className={classes.code} align="flex-start" gap="xs">
        <Text>{signInTexts.setupNoQrCode}</Text>
        <BusyButton variant="default" busy={image.isFetching} onClick={() => void image.refetch()}>
          {listTexts.retry}
        </BusyButton>
      </Stack>
    )
  if (broken) return <Text className={classes.code}>{signInTexts.setupNoQrCode}</Text>
  return (
    <div className={classes.code}>
      {image.data && (
        <img
          src={image.data}
          alt={signInTexts.setupQrCode}
          width={QR_SIZE_PX}
          height={QR_SIZE_PX}
          onError={() => setBroken(true)}
        />
      )}
    </div>
  )
}

function CopiedSecret({ secret }: { readonly secret: string }) {
  const shown = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = async (): Promise<void> => {
    excuse()
    if (shown.current) setCopied(await copyShownText(shown.current))
  }
  return (
    <>
      <Text size="sm">{signInTexts.setupSecret}</Text>
      <Code ref={shown} className={classes.secret}>
        {secret}
      </Code>
      <Button
        variant="default"
        onClick={() => void copy()}
        leftSection={
          copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
        }
      >
        {signInTexts.copySecret}
      </Button>
      <Text size="sm" role="status" className={classes.copied}>
        {copied === null ? '' : copied ? signInTexts.copied : signInTexts.copyByHand}
      </Text>
    </>
  )
}
