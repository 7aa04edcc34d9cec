/** The frame of the public pages: one column with the mark; a wide screen shows the picture beside it. */
import type { ReactNode } from 'react'
import { Paper, Text, Title } from '@mantine/core'
import clsx from 'clsx'
import { PRODUCT_NAME } from '#contract/constants.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { DockPicture } from '#console/screens/public/picture/dock-picture.tsx'
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
      <div className={classes.aside}>
        <DockPicture />
      </div>
      <div className={clsx(classes.column, wide && classes.wide)}>
        <div className={classes.brand}>
          <Mark size={44} />
          <div>
            <Text component="span" className={classes.name}>
              {PRODUCT_NAME}
            </Text>
            <Text c="dimmed">{signInTexts.whatItIs}</Text>
          </div>
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
