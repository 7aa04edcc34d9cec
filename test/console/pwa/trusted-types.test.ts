import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  allowedWorkerUrl,
  installTrustedTypesPolicy,
  withoutMarkup,
} from '#console/pwa/trusted-types.ts'

afterEach(() => vi.unstubAllGlobals())

describe('what a text may become', () => {
  test.each([':root{--mantine-scale: 1;}', '@media (width > 48em) { .a > b { color: red } }', ''])(
    'a text may become a style: %j',
    (style) => expect(withoutMarkup(style)).toBe(style),
  )

  test.each(['<img src=x onerror=alert(1)>', 'a{}</style><script>1</script>', '<'])(
    'a text never becomes markup: %j',
    (text) => expect(withoutMarkup(text)).toBe(null),
  )

  test.each([
    '/sw.js',
    '/assets/export-worker-CUnnWez7.js',
    '/assets/camera-worker-CUnnWez7.js',
    `${location.origin}/assets/json-worker-a_x-dVgb.js`,
  ])('a text may become the address of our worker: %j', (address) =>
    expect(allowedWorkerUrl(address)).toBe(address),
  )

  test.each([
    '/boot.js',
    '/sw.js?url=https://elsewhere.example',
    '/assets/main-abc123.js',
    '/assets/json-worker-a.js/../../api/bins',
    'https://elsewhere.example/sw.js',
    '//elsewhere.example/assets/json-worker-abc.js',
    'data:text/javascript,alert(1)',
    'blob:http://localhost/sw.js',
    'javascript:alert(1)',
  ])('a text becomes no other address: %j', (address) =>
    expect(allowedWorkerUrl(address)).toBe(null),
  )
})

describe('the one policy', () => {
  test('the policy is created if the browser supports policies', () => {
    installTrustedTypesPolicy()
    const createPolicy = vi.fn<(name: string, rules: object) => void>()
    vi.stubGlobal('trustedTypes', { createPolicy })
    installTrustedTypesPolicy()
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith('default', {
      createHTML: withoutMarkup,
      createScriptURL: allowedWorkerUrl,
    })
  })
})
