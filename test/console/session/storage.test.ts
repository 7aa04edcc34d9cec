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
  test('is blocked still has a session, and loses it with its end', () => {
    refuses('getItem', 'setItem', 'removeItem')
    signedIn({ features: ['bins'] })
    expect(isFullyAuthenticated(readSession())).toBe(true)
    endSession('logout')
    expect(readSession().token).toBeNull()
  })

  test('is full keeps in memory what found no room, and nothing of before', () => {
    firstFactorOnly({ token: 'first' })
    refuses('setItem')
    signedIn({ token: 'second' })
    expect(readSession().token).toBe('second')
    vi.restoreAllMocks()
    signedIn({ token: 'third' })
    expect(readSession().token).toBe('third')
    expect(window.sessionStorage.getItem('token')).toBe('third')
  })

  test('gives back what it took', () => {
    tabStorage.setItem('a', '1')
    expect(tabStorage.getItem('a')).toBe('1')
    tabStorage.removeItem('a')
    expect(tabStorage.getItem('a')).toBeNull()
  })
})
