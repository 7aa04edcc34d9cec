/** The recovery codes after the set-up of an authenticator, shown once. */
import { useEffect, useRef, useState } from 'react'
import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { explain } from '#contract/faults.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { secondFactorFaults } from '#contract/texts/own/second-factor-faults.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { RecoveryCodes } from '#console/factors/recovery-codes.tsx'
import {
  forgetSavedCodes,
  makeRecoveryCodes,
  useUnsavedCodes,
} from '#console/factors/unsaved-codes.ts'
import { PublicPage } from '#console/screens/public/public-page.tsx'
import { Problem } from '#console/ui/forms/form-frame.tsx'

interface SaveCodesProps {
  readonly onDone: () => void
}

export function SaveCodes({ onDone }: SaveCodesProps) {
  const codes = useUnsavedCodes()
  const [failure, setFailure] = useState<string | null>(null)
  const isAsked = useRef(false)
  const make = async (): Promise<void> => {
    setFailure(null)
    try {
      await makeRecoveryCodes()
    } catch (thrown) {
      setFailure(explain(faultFacts(thrown), secondFactorFaults.makeCodes))
    }
  }
  useEffect(() => {
    // Each call makes other codes, so a second effect of strict mode must not ask again.
    if (isAsked.current) return
    isAsked.current = true
    // Codes of an earlier factor are void, and must not be shown as the new ones.
    forgetSavedCodes()
    void make()
  })
  return (
    <PublicPage title={secondFactorTexts.saveCodesTitle}>
      {codes ? (
        <RecoveryCodes
          key={codes[0]}
          codes={codes}
          onDone={() => {
            // First the next page: without codes this one would wait for others.
            onDone()
            forgetSavedCodes()
          }}
        />
      ) : failure === null ? (
        <Group gap="sm">
          <Loader size="sm" aria-hidden />
          <Text role="status">{secondFactorTexts.makingCodes}</Text>
        </Group>
      ) : (
        <Stack>
          <Problem text={failure} />
          <Group>
            <Button onClick={() => void make()}>{listTexts.retry}</Button>
            <Button variant="default" onClick={onDone}>
              {secondFactorTexts.laterInSecurity}
            </Button>
          </Group>
        </Stack>
      )}
    </PublicPage>
  )
}
