/** Labels with values, such as those of one record; ids can be copied. */
import { useRef } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { Fact } from '#console/list/details/detail-page.ts'
import { copyShownText } from '#console/ui/copy-text.ts'
import { notifyFailure, notifySuccess } from '#console/ui/notify.tsx'
import { EMPTY_CELL } from '#console/rows/formats.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import classes from '#console/list/details/facts.module.css'

interface FactsProps {
  readonly facts: readonly Fact[]
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts.map((fact, nth) => (
        // A record may have a field with the same title as a known one.
        <div key={`${fact.title} ${String(nth)}`} className={classes.fact}>
          <dt>{fact.title}</dt>
          <dd>{fact.node ?? <Value {...fact} />}</dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ title, text, isCopied = false }: Fact) {
  const shown = useRef<HTMLSpanElement>(null)
  const copy = async (): Promise<void> => {
    if (!shown.current) return
    if (await copyShownText(shown.current)) notifySuccess(recordTexts.valueCopied(title))
    else notifyFailure(tableTexts.copyRefused)
  }
  return (
    <>
      <span ref={shown} className={classes.text}>
        {text}
      </span>
      {isCopied && text !== EMPTY_CELL && (
        <ActionIcon
          size={TOUCH_TARGET_PX}
          aria-label={recordTexts.copyValue(title)}
          title={recordTexts.copyValue(title)}
          onClick={() => void copy()}
        >
          <IconCopy size={18} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}
