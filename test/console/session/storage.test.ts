import { afterEach, describe, expect, test, vi } from 'vitest'
import { endSession, isFullyAuthenticated, readSession } from '#console/session/session.ts'
import { tabStorage } from '#console/session/storage.ts'
import { firstFactorOnly, signedIn } from '#test/support/console/session.ts'

afterEach(() => {
  vi.restoreAllMocks()
  endSession('logout')
})

function refuses(...names: readonly ('getItem' | 'setItem' | 'removeItem')[]): void {
  for (const name of names) {
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('no', name === 'setItem' ? 'QuotaExceededError' : 'SecurityError')
    })
  }
}

describe('a tab whose storage', () => {
  test('a tab with blocked storage still has a session, and loses it at its end', () => {
    refuses('getItem', 'setItem', 'removeItem')
    signedIn({ features: ['bins'] })
    expect(isFullyAuthenticated(readSession())).toBe(true)
    endSession('logout')
    expect(readSession().token).toBeNull()
  })

  test('a tab with full storage holds new values in memory and none of the old ones', () => {
    firstFactorOnly({ token: 'first' })
    refuses('setItem')
    signedIn({ token: 'second' })
    expect(readSession().token).toBe('second')
    vi.restoreAllMocks()
    signedIn({ token: 'third' })
    expect(readSession().token).toBe('third')
    expect(window.sessionStorage.getItem('token')).toBe('third')
  })

  test('a tab returns what it stored', () => {
    tabStorage.setItem('a', '1')
    expect(tabStorage.getItem('a')).toBe('1')
    tabStorage.removeItem('a')
    expect(tabStorage.getItem('a')).toBeNull()
  })
})
