/** One part of the Security screen: a panel with a heading, what it says, and its buttons. */
import { useEffect, useId, useRef, type ReactNode } from 'react'
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
  const { heading, onFocus } = useKeptFocus()
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={id} onFocus={onFocus}>
      <Stack gap="sm">
        <Title order={2} size="h4" id={id} ref={heading} tabIndex={-1}>
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

/** Focuses the heading when the control that has the focus goes, as 'End' does with its session. */
function useKeptFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const focused = useRef<Element | null>(null)
  // Each change of the part may take the control away.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!isLost || !focused.current || focused.current.isConnected) return
    heading.current?.focus({ preventScroll: true })
  })
  const onFocus = ({ target }: { readonly target: Element }): void => {
    focused.current = target
  }
  return { heading, onFocus }
}
