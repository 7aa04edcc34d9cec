/** QR code, secret and the first code. Escape does not close it (console.md section 2); Cancel does. */
import { useEffect, useState } from 'react'
import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { explain, faults } from '#contract/faults.ts'
import { totpSetupForm } from '#contract/forms.ts'
import { messages } from '#contract/messages.ts'
import { faultFacts } from '#console/data/fault.ts'
import { finishSetup, MissingTemporaryData } from '#console/screens/public/sign-in.ts'
import { BusyButton } from '#console/ui/busy-button.tsx'
import { CodeInput } from '#console/ui/code-input.tsx'
import { Form, Problem } from '#console/ui/form-frame.tsx'
import { useContractForm } from '#console/ui/form.ts'

interface TwoFactorDialogProps {
  readonly qrCodeUrl: string
  readonly secret: string
  readonly onDone: () => void
  readonly onCancel: () => void
}

export function TwoFactorDialog({ qrCodeUrl, secret, onDone, onCancel }: TwoFactorDialogProps) {
  const form = useContractForm(totpSetupForm, { totp_code: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const image = useQrImage(qrCodeUrl)
  const submit = async (): Promise<void> => {
    setFailure(null)
    if (!form.check()) return
    setBusy(true)
    try {
      await finishSetup(secret, form.values.totp_code)
      onDone()
    } catch (thrown) {
      setFailure(
        thrown instanceof MissingTemporaryData
          ? faults.missingTemporaryData
          : explain(faultFacts(thrown), faults.twoFactorEnable),
      )
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      title={messages.setupDialogTitle}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      onClose={onCancel}
    >
      <Form onSubmit={submit}>
        <Stack align="stretch">
          <Text size="sm">{messages.setupScan}</Text>
          {image && <img src={image} alt={messages.setupQrCode} width={200} height={200} />}
          <Code block>{secret}</Code>
          <Group>
            {qrCodeUrl.startsWith('otpauth:') && (
              <Button component="a" href={qrCodeUrl} variant="default">
                {messages.openAuthenticator}
              </Button>
            )}
            <CopyButton value={secret}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? messages.copied : messages.copySecret}
                </Button>
              )}
            </CopyButton>
          </Group>
          <Problem text={failure} />
          <CodeInput
            label={messages.verificationCode}
            value={form.values.totp_code}
            error={form.errorOf('totp_code')}
            onChange={(code) => form.change('totp_code', code)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <BusyButton type="submit" busy={busy}>
              {messages.verify}
            </BusyButton>
          </Group>
        </Stack>
      </Form>
    </Modal>
  )
}

/** An `otpauth:` address is drawn here; an image address is shown as it is (decisions.md 3.8). */
function useQrImage(url: string): string | null {
  const [image, setImage] = useState<string | null>(null)
  useEffect(() => {
    let wanted = true
    void imageOf(url).then((drawn) => {
      if (wanted) setImage(drawn)
    })
    return () => {
      wanted = false
    }
  }, [url])
  return image
}

async function imageOf(url: string): Promise<string> {
  if (!url.startsWith('otpauth:')) return url
  const { toDataURL } = await import('qrcode')
  return toDataURL(url, { width: 200, margin: 1 })
}
