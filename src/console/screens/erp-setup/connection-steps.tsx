/** Test connection: each step from the top, with icon, colour and text. */
import { useEffect, useRef, useState } from 'react'
import { Text, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
} from '@tabler/icons-react'
import {
  connectionSteps,
  testStates,
  testSummary,
  type TestStep,
} from '#contract/own/connection-test.ts'
import { explain, faults } from '#contract/faults.ts'
import { erpSetupTexts } from '#contract/texts/erp-setup-texts.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { Problem } from '#console/ui/forms/form-frame.tsx'
import classes from '#console/screens/erp-setup/connection-steps.module.css'

/** The server makes a dozen requests to NetSuite, each with a limit of 15 s. */
const ANSWERS_WITHIN_MS = 120_000

export interface ConnectionTest<B> {
  readonly busy: boolean
  readonly steps: readonly TestStep[] | null
  readonly failure: string | null
  readonly run: (body: B) => Promise<void>
}

/**
 * @param values the present fields: a result is of those that it was asked with, and goes once they are changed
 * @param ask sends the form to be tested
 * @returns the steps once they are known, or why they are not
 */
export function useConnectionTest<B>(
  values: unknown,
  ask: (body: B, answersWithinMs: number) => Promise<{ readonly steps: readonly TestStep[] }>,
): ConnectionTest<B> {
  const [busy, setBusy] = useState(false)
  const [steps, setSteps] = useState<readonly TestStep[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [asked, setAsked] = useState('')
  const present = JSON.stringify(values)
  const run = async (body: B): Promise<void> => {
    setBusy(true)
    setAsked(present)
    setSteps(null)
    setFailure(null)
    try {
      setSteps((await ask(body, ANSWERS_WITHIN_MS)).steps)
    } catch (thrown) {
      setFailure(explain(faultFacts(thrown), faults.testErpSettings))
    }
    setBusy(false)
  }
  const isOfPresent = asked === present
  return { busy, steps: isOfPresent ? steps : null, failure: isOfPresent ? failure : null, run }
}

const SIGNS = {
  passed: { Icon: IconCircleCheck, color: 'var(--mantine-color-green-text)' },
  warning: { Icon: IconAlertTriangle, color: 'var(--old-color)' },
  failed: { Icon: IconCircleX, color: 'var(--failed-color)' },
  skipped: { Icon: IconCircleDashed, color: 'var(--mantine-color-dimmed)' },
  waiting: { Icon: IconCircleDashed, color: 'var(--mantine-color-dimmed)' },
} as const

interface ShownStep {
  readonly title: string
  readonly state: keyof typeof SIGNS
  readonly text: string | null
}

interface ConnectionStepsProps {
  readonly test: Pick<ConnectionTest<unknown>, 'busy' | 'steps' | 'failure'>
}

export function ConnectionSteps({ test: { busy, steps, failure } }: ConnectionStepsProps) {
  const shown = busy ? WAITING : steps
  const result = useRef<HTMLElement>(null)
  // The button is at the end of a long form. A result that only comes into view again stays where it is.
  useEffect(() => {
    if (busy) result.current?.scrollIntoView({ block: 'nearest' })
  }, [busy])
  return (
    <>
      <div role="status" aria-busy={busy}>
        {busy && <Text>{erpSetupTexts.testing}</Text>}
        {steps && <Text fw={600}>{testSummary(steps)}</Text>}
      </div>
      <Problem text={failure} />
      {shown && (
        <section ref={result} className={classes.result} aria-labelledby="test-result">
          <Title order={2} size="h4" mb="xs" id="test-result">
            {erpSetupTexts.testResult}
          </Title>
          <ol className={classes.steps}>
            {shown.map((step) => (
              <Step key={step.title} step={step} />
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

/** Lists the coming checks from the start, so that nothing moves when their results arrive. */
const WAITING: readonly ShownStep[] = connectionSteps().map((title) => ({
  title,
  state: 'waiting',
  text: null,
}))

function Step({ step: { title, state, text } }: { readonly step: ShownStep }) {
  const { Icon, color } = SIGNS[state]
  const word = state === 'waiting' ? null : testStates[state]
  return (
    <li className={classes.step}>
      <Icon size={20} color={color} aria-hidden />
      <Text fw={600}>{word === null ? title : `${title}: ${word}`}</Text>
      {text !== null && (
        <Text size="sm" className={classes.text}>
          {text}
        </Text>
      )}
    </li>
  )
}
