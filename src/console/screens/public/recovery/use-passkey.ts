/** Signing in with a passkey, for the pages that offer it. Its code comes when it is used. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { PASSKEY_CHALLENGE_MS } from '#contract/constants.ts'
import { explain } from '#contract/faults.ts'
import { secondFactorFaults } from '#contract/texts/own/second-factor-faults.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { isCancelled } from '#console/session/passkey-cancelled.ts'
import { wasPasskeyUsed } from '#console/session/passkey-used.ts'
import { consumeReturnPlace } from '#console/session/return-place.ts'
import { readSession } from '#console/session/session.ts'

interface PasskeySignIn {
  readonly busy: boolean
  readonly failure: string | null
  readonly signIn: () => Promise<void>
}

const load = () => import('#console/factors/passkey-sign-in.ts')

/**
 * @param fills whether the name's field of this page offers passkeys too. It waits for one only on a device that has
 * used one: all others are spared the call
 */
export function usePasskey(fills: boolean): PasskeySignIn {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** Resolves with whether the passkey that the person picked was refused, or got no answer. */
  const go = async (way: 'button' | 'autofill'): Promise<boolean> => {
    let isPicked = false
    try {
      const { pickPasskey, signInWithPasskey } = await load()
      const passkey = await pickPasskey(way)
      if (passkey === null) return false
      isPicked = true
      setFailure(null)
      if (!(await signInWithPasskey(passkey))) return false
    } catch (thrown) {
      // Cancelled: back to the page. A browser that cannot fill in passkeys is no failure either.
      if (isCancelled(thrown) || (way === 'autofill' && !isPicked)) return false
      setFailure(explain(faultFacts(thrown), secondFactorFaults.passkeySignIn))
      return isPicked
    }
    const place = consumeReturnPlace(readSession().username ?? '')
    await (place === null ? navigate({ to: '/dashboard' }) : navigate({ href: place }))
    return false
  }
  const fillIn = useEffectEvent(() => go('autofill'))
  useEffect(() => {
    if (!fills || !navigator.onLine || !wasPasskeyUsed()) return undefined
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = async (): Promise<void> => {
      if (isLeft) return
      clearTimeout(timer)
      // The browser waits as long as the page is there, and the server takes no older challenge.
      timer = setTimeout(() => void wait(), PASSKEY_CHALLENGE_MS)
      // A refused one has used its challenge up: with another one the field offers passkeys again.
      if (await fillIn()) await wait()
    }
    void canFillIn().then((can) => (can ? wait() : undefined))
    return () => {
      isLeft = true
      clearTimeout(timer)
      void load().then(({ stopWaiting }) => stopWaiting())
    }
  }, [fills])
  return {
    busy,
    failure,
    signIn: async () => {
      setFailure(null)
      setBusy(true)
      await go('button')
      setBusy(false)
    },
  }
}

async function canFillIn(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isConditionalMediationAvailable()
  } catch {
    return false
  }
}
