/** One part of the Security screen: a panel with a heading, what it says, and its buttons. */
import { useId, type ReactNode } from 'react'
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Problem } from '#console/ui/forms/form-frame.tsx'

interface PartProps {
  readonly title: string
  readonly about: string
  readonly failure?: string | null
  readonly buttons?: ReactNode
  readonly children?: ReactNode
}

export function Part({ title, about, failure, buttons, children }: PartProps) {
  const id = useId()
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={id}>
      <Stack gap="sm">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <Text size="sm">{about}</Text>
        {children}
        <Problem text={failure} />
        {buttons && <Group gap="xs">{buttons}</Group>}
      </Stack>
    </Paper>
  )
}
