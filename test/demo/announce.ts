/** What the demo prints for the user who started it. */
import { TOTP_PERIOD_S } from '#contract/constants.ts'
import { codeAt } from '#server/auth/totp.ts'
import type { DemoAccount } from '#test/demo/people.ts'

const PERIOD_MS = TOTP_PERIOD_S * 1_000

/** Prints the address and how to sign in. */
export function announce(address: string, account: DemoAccount): void {
  process.stdout.write(`
Dockside is ready, with a made-up warehouse.

  Address               ${address}
  User name             ${account.username}
  Password              ${account.password}
  Authenticator secret  ${account.secret}
  Present code          ${codeAt(account.secret, Date.now())}

A code counts once and for about a minute. Stop with Ctrl+C.
`)
}

/** On a terminal, shows each new code; returns a function that stops it. */
export function showCodes(account: DemoAccount): () => void {
  if (!process.stdout.isTTY) return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const waitForNext = (): void => {
    timer = setTimeout(
      () => {
        process.stdout.write(`  Present code          ${codeAt(account.secret, Date.now())}\n`)
        waitForNext()
      },
      PERIOD_MS - (Date.now() % PERIOD_MS),
    )
    timer.unref()
  }
  waitForNext()
  return () => clearTimeout(timer)
}
