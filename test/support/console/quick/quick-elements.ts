/**
 * React's elements without the stacks of their making. A build for development makes an error for each element, up to
 * ten thousand a second, to tell in a warning which component made it. A warning still names the component it is about.
 */
import * as react from 'react'

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

/** Lets React believe that it made as many stacks as it allows itself. */
export function quickenElements(): void {
  Object.defineProperty(Reflect.get(react, INTERNALS), 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set() {},
    configurable: true,
  })
}
