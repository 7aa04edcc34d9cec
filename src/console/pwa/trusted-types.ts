/**
 * The Trusted Types policy of the page (security-headers.ts of the server). A text may become a style, which the
 * component library writes as `innerHTML`, or the address of one of our workers. The browser refuses everything else.
 */
import { WORKER_PATH } from '#console/pwa/worker-path.ts'

/** The built files of export-worker.ts, json-worker.ts and camera-worker.ts. */
const WORKER_FILE = /^\/assets\/(export|json|camera)-worker-[\w-]+\.js$/

/** The browser's policy factory, if it has one; null is a refusal. */
interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: {
      readonly createHTML: (text: string) => string | null
      readonly createScriptURL: (address: string) => string | null
    },
  ): unknown
}

/** Installs the policy once, before the first render. */
export function installTrustedTypesPolicy(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: withoutMarkup,
    createScriptURL: allowedWorkerUrl,
  })
}

/** A text without tags, such as a style's, or null. */
export function withoutMarkup(text: string): string | null {
  return text.includes('<') ? null : text
}

/** The address of a worker of this console, or null. */
export function allowedWorkerUrl(address: string): string | null {
  const { origin, pathname, search } = new URL(address, window.location.href)
  const isOurs = pathname === WORKER_PATH || WORKER_FILE.test(pathname)
  return origin === window.location.origin && search === '' && isOurs ? address : null
}
