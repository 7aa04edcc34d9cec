/** The form of an authenticator code: a refused code is cleared, so that the next one can be typed at once. */
import type { z } from 'zod/mini'
import type { FaultTexts } from '#contract/faults.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { explainCode } from '#console/screens/public/explain-code.ts'
import { LostAnswer } from '#console/factors/renewed-session.ts'
import { codeDigits } from '#console/ui/forms/code-input.tsx'
import { useContractForm, type FieldProps } from '#console/ui/forms/form.ts'
import { useSending, type Sending } from '#console/ui/forms/sending.ts'

interface CodeForm extends Sending {
  /** The props of the code's input. */
  readonly field: FieldProps
}

/**
 * @param send checks the code; throws what the texts explain
 */
export function useCodeForm(
  schema: z.ZodMiniType,
  send: (code: string) => Promise<void>,
  texts: FaultTexts,
): CodeForm {
  const form = useContractForm(schema, { totp_code: '' })
  const code = form.values.totp_code
  const sending = useSending(
    form,
    async () => {
      try {
        await send(code)
      } catch (thrown) {
        if (thrown instanceof LostAnswer || isRefusal(thrown)) form.clear('totp_code', code)
        throw thrown
      }
    },
    (thrown) => explainCode(thrown, texts),
  )
  return {
    ...sending,
    field: form.field('totp_code', codeDigits),
    submit: async () => {
      // The button was pressed while the code was being refused: the reason stays.
      if (code === '' && sending.failure !== null) return
      await sending.submit()
    },
  }
}

/** Whether the server answered that the code is wrong. Without an answer the code may still be right. */
function isRefusal(thrown: unknown): boolean {
  const { kind, status = 0 } = faultFacts(thrown)
  return kind === 'http' && status >= 400 && status < 500
}
