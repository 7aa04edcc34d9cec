/** The storage of this tab. It ends with the tab and survives a reload, which is what a session shall do. */

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What the browser would not take: it lives as long as the page. */
const refused = new Map<string, string>()

/** `sessionStorage`; where the browser blocks it or has no room left, the page's memory stands in for it. */
export const tabStorage: TabStorage = {
  getItem: (key) => refused.get(key) ?? attempt((stored) => stored.getItem(key)) ?? null,
  setItem: (key, value) => {
    refused.delete(key)
    const taken = attempt((stored) => {
      stored.setItem(key, value)
      return true
    })
    if (!taken) refused.set(key, value)
  },
  removeItem: (key) => {
    refused.delete(key)
    attempt((stored) => stored.removeItem(key))
  },
}

function attempt<T>(work: (stored: Storage) => T): T | undefined {
  try {
    return work(window.sessionStorage)
  } catch {
    return undefined
  }
}
