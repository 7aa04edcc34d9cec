/** New recovery codes, which are shown once: a list with Copy, Download and Print. */
import { useRef, useState } from 'react'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconCopy, IconDownload, IconPrinter, type Icon } from '@tabler/icons-react'
import { EXPORT_EXCUSE_MS } from '#contract/constants.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { saveFile } from '#console/export/save-file.ts'
import classes from '#console/factors/recovery-codes.module.css'
import { allowHiddenUntil } from '#console/session/clock.ts'
import { readSession } from '#console/session/session.ts'
import { copyShownText } from '#console/ui/copy-text.ts'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const list = useRef<HTMLOListElement>(null)
  const [copied, setCopied] = useState<boolean | null>(null)
  const [saved, setSaved] = useState(false)
  const [username] = useState(() => readSession().username ?? '')
  const title = secondFactorTexts.codesFile(username)
  const copy = async (): Promise<void> => {
    // The person may go to another app to paste them.
    allowHiddenUntil(Date.now() + EXPORT_EXCUSE_MS)
    if (list.current) setCopied(await copyShownText(list.current))
  }
  const download = (): void => {
    const text = `${title}\r\n\r\n${codes.join('\r\n')}\r\n`
    saveFile(new Blob([text], { type: 'text/plain' }), CODES_FILE)
  }
  const print = (): void => {
    allowHiddenUntil(Date.now() + EXPORT_EXCUSE_MS)
    window.print()
  }
  return (
    <Stack>
      <Text size="sm">{secondFactorTexts.saveCodesHint}</Text>
      <div className={classes.printed} data-printed>
        <p className={classes.title}>{title}</p>
        <ol ref={list} className={classes.codes} aria-label={secondFactorTexts.codesList}>
          {codes.map((code) => (
            // The line break is for what is copied.
            <li key={code}>{`${code}\n`}</li>
          ))}
        </ol>
      </div>
      <Group gap="xs">
        <CodesButton
          label={secondFactorTexts.copyCodes}
          icon={IconCopy}
          onClick={() => void copy()}
        />
        <CodesButton
          label={secondFactorTexts.downloadCodes}
          icon={IconDownload}
          onClick={download}
        />
        <CodesButton label={secondFactorTexts.printCodes} icon={IconPrinter} onClick={print} />
      </Group>
      <Text size="sm" role="status" className={classes.copied}>
        {copied === null
          ? ''
          : copied
            ? secondFactorTexts.codesCopied
            : secondFactorTexts.copyCodesByHand}
      </Text>
      <Checkbox
        label={secondFactorTexts.codesSaved}
        checked={saved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
      />
      <Button
        onClick={() => {
          if (saved) onDone()
        }}
        aria-disabled={!saved}
        {...(!saved && { 'data-disabled': true })}
      >
        {secondFactorTexts.continue}
      </Button>
    </Stack>
  )
}

const CODES_FILE = 'recovery-codes.txt'

interface CodesButtonProps {
  readonly label: string
  readonly icon: Icon
  readonly onClick: () => void
}

function CodesButton({ label, icon: Picture, onClick }: CodesButtonProps) {
  return (
    <Button variant="default" leftSection={<Picture size={18} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}
