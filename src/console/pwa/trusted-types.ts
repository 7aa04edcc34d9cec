/**
 * What the page's Content-Security-Policy lets a text become (security-headers.ts of the server): a style, which
 * the component library writes as `innerHTML`, and the address of one of our workers. The browser refuses all else.
 */
import { WORKER_PATH } from '#console/pwa/updates.ts'

/** The files that the build makes of export-worker.ts and json-worker.ts. */
const WORKER_FILE = /^\/assets\/(export|json)-worker-[\w-]+\.js$/

/** As the browser has it, where it has it; a refusal is null. */
interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: {
      readonly createHTML: (text: string) => string | null
      readonly createScriptURL: (address: string) => string | null
    },
  ): unknown
}

/** Says so to the browser, once, before anything is drawn. */
export function installTrustedTypesPolicy(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: withoutMarkup,
    createScriptURL: allowedWorkerUrl,
  })
}

/** A text without a tag, such as a style's, or null. */
export function withoutMarkup(text: string): string | null {
  return text.includes('<') ? null : text
}

/** The address of a worker of this console, or null. */
export function allowedWorkerUrl(address: string): string | null {
  const { origin, pathname, search } = new URL(address, window.location.href)
  const isOurs = pathname === WORKER_PATH || WORKER_FILE.test(pathname)
  return origin === window.location.origin && search === '' && isOurs ? address : null
}
