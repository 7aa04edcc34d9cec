/**
 * Errors of queries that find nothing yet. Testing Library prints the whole page into each of them, many times a second
 * while a test waits, although only the last one is read.
 */
import { configure, getConfig } from '@testing-library/dom'

/** Prints the page only into errors that a test sees: `waitFor` adds it to the last one when it gives up. */
export function quickenErrors(): void {
  const { getElementError: slow } = getConfig()
  configure({
    getElementError: (message, container) =>
      isWaiting() ? named(message ?? startOf(container)) : slow(message, container),
  })
}

/** Testing Library sets this for its own queries, which then leave out the roles of a page. */
function isWaiting(): boolean {
  return (
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })
      ._disableExpensiveErrorDiagnostics === true
  )
}

/** The start tag of one of several found elements. */
function startOf(found: Element): string {
  return (found.cloneNode(false) as Element).outerHTML
}

function named(message: string): Error {
  return Object.assign(new Error(message), { name: 'TestingLibraryElementError' })
}
