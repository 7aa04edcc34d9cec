/** What a new installation still needs, checked by the facts of the server and this device (decisions/server/server-state.md). */
import { useEffect, useState } from 'react'
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { firstStepsTexts as texts } from '#contract/texts/first-steps-texts.ts'
import { SERVER_STATE_KEY } from '#console/data/collections/queries.ts'
import { useServerState } from '#console/data/collections/server-state.ts'
import { hideFirstSteps, isInstalledHere } from '#console/session/first-steps-memory.ts'
import { FIRST_STEPS_SPACE, openSteps, STEPS, type Step } from '#console/screens/dashboard/steps.ts'
import { ReservedSpace } from '#console/ui/space/reserved-space.tsx'
import classes from '#console/screens/dashboard/first-steps.module.css'

interface FirstStepsProps {
  readonly isSyncing: boolean
  readonly onSync: () => void
  readonly onHide: () => void
}

/** Gone once the server needs nothing more: an office may never install the console on a tablet. */
export function FirstSteps({ isSyncing, onSync, onHide }: FirstStepsProps) {
  const client = useQueryClient()
  const state = useServerState(true)
  useEffect(() => {
    if (!isSyncing) void client.invalidateQueries({ queryKey: SERVER_STATE_KEY })
  }, [client, isSyncing])
  const open = state?.details ? openSteps(state.details, isInstalledHere()) : null
  const isDone = open?.every((step) => step === 'install') ?? false
  useEffect(() => {
    if (isDone) hideFirstSteps()
  }, [isDone])
  const isComing = useIsFetching({ queryKey: SERVER_STATE_KEY }) > 0
  if (open === null && isComing) return <ReservedSpace name={FIRST_STEPS_SPACE} isSettled={false} />
  if (open === null || isDone) return null
  return (
    <ReservedSpace name={FIRST_STEPS_SPACE} isSettled>
      <Paper withBorder component="section" className={classes.steps} aria-labelledby="first-steps">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h5" id="first-steps">
            {texts.title(STEPS.length - open.length, STEPS.length)}
          </Title>
          <Button
            variant="subtle"
            onClick={() => {
              hideFirstSteps()
              onHide()
            }}
          >
            {texts.hide}
          </Button>
        </Group>
        <ul className={classes.list}>
          {STEPS.map((step) => (
            <li key={step} className={classes.step}>
              {open.includes(step) ? (
                <>
                  <IconCircle size={18} aria-hidden />
                  <Way step={step} maySync={state?.erp_set_up === true} onSync={onSync} />
                </>
              ) : (
                <>
                  <IconCircleCheck size={18} color="var(--mantine-color-green-text)" aria-hidden />
                  <Text size="sm" c="dimmed">
                    {texts.done(texts.steps[step])}
                  </Text>
                </>
              )}
            </li>
          ))}
        </ul>
      </Paper>
    </ReservedSpace>
  )
}

const PLACES = {
  connection: '/netsuite-setup',
  mobileUser: '/wms-ai-users',
  secondAdmin: '/admins',
} as const

interface WayProps {
  readonly step: Step
  readonly maySync: boolean
  readonly onSync: () => void
}

/** Leads to where a step is done. */
function Way({ step, maySync, onSync }: WayProps) {
  const [isExplained, setExplained] = useState(false)
  const words = texts.steps[step]
  if (step === 'sync')
    return maySync ? (
      <Button variant="subtle" size="compact-md" className={classes.way} onClick={onSync}>
        {words}
      </Button>
    ) : (
      <Text size="sm">{words}</Text>
    )
  if (step === 'install')
    return isExplained ? (
      // It replaces the button that had the focus.
      <Text ref={focusOn} tabIndex={-1} size="sm">
        {texts.howToInstall}
      </Text>
    ) : (
      <Button
        variant="subtle"
        size="compact-md"
        className={classes.way}
        onClick={() => setExplained(true)}
      >
        {words}
      </Button>
    )
  return (
    <Button
      component={Link}
      to={PLACES[step]}
      variant="subtle"
      size="compact-md"
      className={classes.way}
    >
      {words}
    </Button>
  )
}

function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
