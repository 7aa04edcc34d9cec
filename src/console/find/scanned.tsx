/** What was scanned, above what has this code. */
import { useState } from 'react'
import { Button, Text } from '@mantine/core'
import { IconBarcode, IconCheck, IconCopy } from '@tabler/icons-react'
import type { ScanReading } from '#contract/scan/gs1.ts'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { scanTexts } from '#contract/texts/own/scan-texts.ts'
import { type LookedUp, visibleText } from '#console/find/look-up.ts'
import classes from '#console/find/find-box.module.css'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { copyText } from '#console/ui/copy-text.ts'

interface ScannedProps {
  readonly reading: ScanReading
  readonly found: LookedUp
  /** Whether the whole device has been searched. */
  readonly isDone: boolean
}

export function Scanned({ reading, found, isDone }: ScannedProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => setCopied(await copyText(reading.raw))
  return (
    <div className={classes.scanned} role="status">
      <IconBarcode size={20} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        <Text className={classes.raw}>{visibleText(reading.raw)}</Text>
        {found.about !== null && <Text className={classes.about}>{found.about}</Text>}
        <Text className={classes.where}>{verdictOn(reading, found, isDone)}</Text>
      </div>
      <Button
        variant="subtle"
        size="sm"
        mih={TOUCH_TARGET_PX}
        leftSection={isCopied ? <IconCheck size={18} /> : <IconCopy size={18} aria-hidden />}
        data-mantine-stop-propagation="true"
        onClick={() => void copy()}
      >
        {isCopied ? findTexts.copied : findTexts.copy}
      </Button>
    </div>
  )
}

function verdictOn({ scan }: ScanReading, { hits, isCase }: LookedUp, isDone: boolean): string {
  if (scan.kind === 'misread') return scanTexts.misread
  const [first] = hits
  if (!first) return isDone ? findTexts.noneHere : findTexts.looking
  if (isCase) return findTexts.ofCase
  if (hits.length === 1) return findTexts.kinds[first.list]
  return hits.every(({ list }) => list === 'bins')
    ? findTexts.severalBins(first.name, hits.length)
    : findTexts.several(first.name, hits.length)
}
