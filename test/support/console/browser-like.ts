/**
 * What jsdom lacks and the console needs: an IndexedDB, media queries, sizes. Tests of pure parts
 * (`*.node.test.ts`) run without a page and do not load this file.
 */
import 'fake-indexeddb/auto'
import { afterEach, vi } from 'vitest'
import { quickenLabels } from '#test/support/console/quick/quick-labels.ts'
import { quickenStyles } from '#test/support/console/quick/quick-styles.ts'
import { countedCrypto } from '#test/support/console/counted-crypto.ts'

if (typeof window !== 'undefined') completePage()

function completePage(): void {
  Object.defineProperty(globalThis, 'crypto', { value: countedCrypto, configurable: true })

  class SizeObserver implements ResizeObserver {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('ResizeObserver', SizeObserver)

  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      matches: media.includes('min-width'),
      media,
      onchange: null,
    }) as MediaQueryList
  // Text is measured by its number of characters where nothing can draw it.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  HTMLCanvasElement.prototype.getContext = () => null
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  quickenStyles(window)
  quickenLabels(window)

  afterEach(() => {
    window.sessionStorage.clear()
    window.localStorage.clear()
  })
}
