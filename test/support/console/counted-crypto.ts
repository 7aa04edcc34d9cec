/**
 * Counts the page's cryptography, which runs in other threads: waiting for the page includes waiting for
 * them.
 */
import { webcrypto } from 'node:crypto'

let underWay = 0

/** Whether anything is being encrypted or decrypted. */
export function isSealing(): boolean {
  return underWay > 0
}

/** What the console and its libraries use of Web Crypto. */
export const countedCrypto = {
  getRandomValues: webcrypto.getRandomValues.bind(webcrypto),
  randomUUID: webcrypto.randomUUID.bind(webcrypto),
  subtle: {
    importKey: counted('importKey'),
    encrypt: counted('encrypt'),
    decrypt: counted('decrypt'),
    digest: counted('digest'),
  },
}

function counted(name: 'importKey' | 'encrypt' | 'decrypt' | 'digest') {
  return async (...args: unknown[]): Promise<unknown> => {
    underWay += 1
    try {
      return await Reflect.apply(webcrypto.subtle[name], webcrypto.subtle, args)
    } finally {
      underWay -= 1
    }
  }
}
