/** The frame of the public pages: one centred column with the mark. */
import type { ReactNode } from 'react'
import { Paper, Text, Title } from '@mantine/core'
import { PRODUCT_NAME } from '#contract/constants.ts'
import { Mark } from '#console/ui/mark.tsx'
import classes from '#console/screens/public/public-page.module.css'

interface PublicPageProps {
  readonly title: string
  readonly children: ReactNode
}

export function PublicPage({ title, children }: PublicPageProps) {
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <div className={classes.brand}>
          <Mark size={44} />
          <Text component="span" className={classes.name}>
            {PRODUCT_NAME}
          </Text>
        </div>
        <Paper withBorder className={classes.card}>
          <Title order={1} size="h3" mb="md">
            {title}
          </Title>
          {children}
        </Paper>
      </div>
    </main>
  )
}
