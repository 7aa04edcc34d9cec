/** The storage of this tab. It survives a reload but not the tab, exactly as a session should. */

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What the browser refused to store, held for as long as the page lives. */
const refused = new Map<string, string>()

/** `sessionStorage`; if the browser blocks it or it is full, the page's memory is used instead. */
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
