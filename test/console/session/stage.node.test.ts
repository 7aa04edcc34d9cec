import { beforeEach, expect, test } from 'vitest'
import type { Session } from '#console/session/session.ts'
import { stageOf, type Stage } from '#console/session/stage.ts'
import {
  firstFactorOnly,
  signedOut,
  signedIn,
  skippedSetup,
} from '#test/support/console/session.ts'

beforeEach(() => {
  signedOut()
})

function withoutFlags(): Session {
  return { ...signedIn({ features: [] }), features: null }
}

const cases: readonly [who: string, session: () => Session, stage: Stage][] = [
  ['a visitor', () => signedOut(), 'login'],
  ['an admin after the password', () => firstFactorOnly(), 'two-factor'],
  [
    'an admin after both factors, without known flags',
    () => signedIn({ features: null }),
    'feature-step',
  ],
  ['an admin after both factors, with known flags', () => signedIn({ features: [] }), 'app'],
  ['an admin after both factors, with damaged stored flags', () => withoutFlags(), 'feature-step'],
  ['an admin who skipped the setup', () => skippedSetup(), 'app'],
]

test.each(cases)('%s sees the stage of the session', (_who, session, stage) => {
  expect(stageOf(session())).toBe(stage)
})
