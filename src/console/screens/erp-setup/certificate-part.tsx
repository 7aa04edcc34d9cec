/** The certificate in use and the next one: making one, downloading it, and when it ends. */
import { useState } from 'react'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { IconCertificate, IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { explain, faults } from '#contract/faults.ts'
import { type ErpSignIn, erpSignInEndpoints } from '#contract/own/erp-sign-in-endpoints.ts'
import { erpSignInTexts } from '#contract/texts/own/erp-sign-in-texts.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { sameGeneration } from '#console/data/device/write-guard.ts'
import { saveFile } from '#console/export/save-file.ts'
import { dayInWords, dayOf } from '#console/rows/days.ts'
import { ERP_SIGN_IN_KEY } from '#console/screens/erp-setup/erp-queries.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { Problem } from '#console/ui/forms/form-frame.tsx'

interface CertificatePartProps {
  readonly state: ErpSignIn
}

export function CertificatePart({ state }: CertificatePartProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { certificate, key, next_certificate: next } = state
  const make = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const isWanted = sameGeneration()
    try {
      const made = await call(erpSignInEndpoints.makeErpCertificate, {})
      // An earlier read may still be answered. The new certificate would vanish from the page, and Download would give the
      // previous one.
      await client.cancelQueries({ queryKey: ERP_SIGN_IN_KEY })
      if (isWanted()) client.setQueryData(ERP_SIGN_IN_KEY, made)
    } catch (thrown) {
      setFailure(explain(faultFacts(thrown), faults.makeErpCertificate))
    }
    setBusy(false)
  }
  return (
    <Stack gap="sm">
      <Text size="sm">{erpSignInTexts.steps}</Text>
      <List size="sm" listStyleType="none">
        {certificate && <List.Item>{erpSignInTexts.inUse(endOf(certificate))}</List.Item>}
        {!certificate && key && <List.Item>{erpSignInTexts.inUseWithoutEnd}</List.Item>}
        {next && <List.Item>{erpSignInTexts.next(endOf(next))}</List.Item>}
      </List>
      <Group>
        <ConnectedButton
          label={(next ?? certificate) ? erpSignInTexts.makeNew : erpSignInTexts.make}
          busyLabel={erpSignInTexts.making}
          busy={busy}
          icon={<IconCertificate size={18} aria-hidden />}
          onClick={() => void make()}
        />
        {(next ?? certificate) && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => download((next ?? certificate)?.pem ?? '')}
          >
            {next ? erpSignInTexts.downloadNew : erpSignInTexts.download}
          </Button>
        )}
      </Group>
      <Problem text={failure} />
    </Stack>
  )
}

const FILE_NAME = 'dockside-certificate.pem'

function download(pem: string): void {
  saveFile(new Blob([pem], { type: 'application/x-pem-file' }), FILE_NAME)
}

function endOf({ ends_at: endsAt }: { readonly ends_at: string | null }): string {
  return endsAt === null ? '-' : dayInWords(dayOf(Date.parse(endsAt)))
}
