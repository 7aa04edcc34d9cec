/** Test connection: each step in words, from the top, by icon, word and colour (look.md). */
import { useState } from 'react'
import { Loader, Text, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
} from '@tabler/icons-react'
import type { TestStep } from '#contract/connection-test.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import type { ErpField } from '#contract/forms.ts'
import { messages } from '#contract/messages.ts'
import { call } from '#console/data/call.ts'
import { faultFacts } from '#console/data/fault.ts'
import { Problem } from '#console/ui/form-frame.tsx'
import classes from '#console/screens/connection-steps.module.css'

/** The server asks NetSuite a dozen times, each within 15 s. */
const ANSWERS_WITHIN_MS = 120_000

export interface ConnectionTest {
  readonly busy: boolean
  readonly steps: readonly TestStep[] | null
  readonly failure: string | null
  readonly run: (body: Record<ErpField, string>) => Promise<void>
}

export function useConnectionTest(): ConnectionTest {
  const [busy, setBusy] = useState(false)
  const [steps, setSteps] = useState<readonly TestStep[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (body: Record<ErpField, string>): Promise<void> => {
    setBusy(true)
    setSteps(null)
    setFailure(null)
    try {
      const options = { body, answersWithinMs: ANSWERS_WITHIN_MS }
      setSteps((await call(ownEndpoints.testErpSettings, options)).steps)
    } catch (thrown) {
      setFailure(explain(faultFacts(thrown), faults.testErpSettings))
    }
    setBusy(false)
  }
  return { busy, steps, failure, run }
}

const SIGNS = {
  passed: { Icon: IconCircleCheck, color: 'var(--mantine-color-green-text)', word: 'Passed' },
  warning: { Icon: IconAlertTriangle, color: 'var(--old-color)', word: 'Attention' },
  failed: { Icon: IconCircleX, color: 'var(--failed-color)', word: 'Failed' },
  skipped: { Icon: IconCircleDashed, color: 'var(--mantine-color-dimmed)', word: 'Not checked' },
} as const

interface ConnectionStepsProps {
  readonly test: ConnectionTest
}

export function ConnectionSteps({ test: { busy, steps, failure } }: ConnectionStepsProps) {
  return (
    <div role="status" aria-busy={busy}>
      {busy && <Loader size="sm" aria-hidden />}
      <Problem text={failure} />
      {steps && (
        <>
          <Title order={2} size="h4" mb="xs">
            {messages.testResult}
          </Title>
          <ol className={classes.steps}>
            {steps.map((step) => (
              <Step key={step.title} step={step} />
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

function Step({ step: { title, state, text } }: { readonly step: TestStep }) {
  const { Icon, color, word } = SIGNS[state]
  return (
    <li className={classes.step}>
      <Icon size={20} color={color} aria-hidden />
      <Text fw={600}>{`${title}: ${word}`}</Text>
      <Text size="sm" className={classes.text}>
        {text}
      </Text>
    </li>
  )
}
