import { useId } from 'react'
import { Title } from '@mantine/core'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import type { Fact } from '#console/list/details/detail-page.ts'
import { Facts } from '#console/list/details/facts.tsx'
import classes from '#console/related/related.module.css'

interface OtherFactsProps {
  readonly facts: readonly Fact[]
}

/** The fields of a thing that people look up less often than what it leads to. */
export function OtherFacts({ facts }: OtherFactsProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={3} size="h5" id={id} className={classes.title}>
        {relatedTexts.otherFields}
      </Title>
      <Facts facts={facts} />
    </section>
  )
}
