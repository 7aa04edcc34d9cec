/** The frame of the public pages: one centred column with the mark. */
import type { ReactNode } from 'react'
import { Paper, Text, Title } from '@mantine/core'
import clsx from 'clsx'
import { PRODUCT_NAME } from '#contract/constants.ts'
import { Mark } from '#console/ui/mark.tsx'
import { usePageTitle } from '#console/ui/page-title.ts'
import classes from '#console/screens/public/public-page.module.css'

interface PublicPageProps {
  readonly title: string
  /** Wide enough for two fields in a row. */
  readonly wide?: boolean
  readonly children: ReactNode
}

export function PublicPage({ title, wide = false, children }: PublicPageProps) {
  usePageTitle(title)
  return (
    <main className={classes.page}>
      <div className={clsx(classes.column, wide && classes.wide)}>
        <div className={classes.brand}>
          <Mark size={40} />
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
