import { beforeEach, expect, test } from 'vitest'
import type { Session } from '#console/session/session.ts'
import { stageOf, type Stage } from '#console/session/stage.ts'
import { firstFactorOnly, nobody, signedIn, skippedSetup } from '#test/support/console/session.ts'

beforeEach(() => {
  nobody()
})

function withoutFlags(): Session {
  return { ...signedIn({ features: [] }), features: null }
}

const cases: readonly [who: string, session: () => Session, stage: Stage][] = [
  ['a visitor', () => nobody(), 'login'],
  ['who has only the password right', () => firstFactorOnly(), 'two-factor'],
  ['who passed both without known flags', () => signedIn({ features: null }), 'feature-step'],
  ['who passed both with known flags', () => signedIn({ features: [] }), 'app'],
  ['who passed both, the stored flags damaged', () => withoutFlags(), 'feature-step'],
  ['who skipped the set-up', () => skippedSetup(), 'app'],
]

test.each(cases)('%s is shown the stage of the session', (_who, session, stage) => {
  expect(stageOf(session())).toBe(stage)
})
