/** The storage of this tab. It ends with the tab and survives a reload, which is what a session shall do. */

/** `sessionStorage`, or a stand-in in memory where the browser refuses it. */
export const tabStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = usableStorage()

function usableStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    const probe = 'dockside.probe'
    window.sessionStorage.setItem(probe, probe)
    window.sessionStorage.removeItem(probe)
    return window.sessionStorage
  } catch {
    return inMemory()
  }
}

function inMemory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}
