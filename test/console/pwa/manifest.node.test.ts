import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pwa } from '#console/pwa/manifest.ts'
import { lists } from '#console/screens/lists.ts'

const manifest = pwa.manifest || {}

describe('the manifest', () => {
  test('the manifest has a shortcut to the stock and to each report under its title', () => {
    const reached = lists.filter(({ group, path }) => group === 'Reports' || path === '/inventory')
    expect(manifest.shortcuts?.map(({ name, url }) => [name, url])).toEqual(
      reached.map(({ title, path }) => [title, path]),
    )
  })

  test('the screenshots have their stated sizes, one wide and one narrow, and stay out of the cache', () => {
    const shown = manifest.screenshots ?? []
    for (const { src, sizes } of shown) {
      const png = readFileSync(`public${src}`)
      const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
      expect(`${src} ${String(width)}x${String(height)}`).toBe(`${src} ${String(sizes)}`)
      expect(png.length).toBeLessThan(150_000)
    }
    expect(shown.map(({ form_factor: form }) => form)).toEqual(['wide', 'narrow'])
    expect(pwa.workbox?.globIgnores).toContain('screenshots/**')
  })

  test('the manifest opens the dashboard in its own window', () => {
    expect(manifest).toMatchObject({ display: 'standalone', start_url: '/dashboard', scope: '/' })
  })

  test('the icons have their stated sizes, and one is maskable', () => {
    const pictures = (manifest.icons ?? []).filter(({ type }) => type === 'image/png')
    for (const { src, sizes } of pictures) {
      const png = readFileSync(`public${src}`)
      const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
      expect(`${src} ${String(width)}x${String(height)}`).toBe(`${src} ${String(sizes)}`)
    }
    expect(pictures.map(({ sizes }) => sizes)).toEqual(
      expect.arrayContaining(['192x192', '512x512']),
    )
    expect(pictures.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  })
})

describe('the service worker', () => {
  test('the service worker never answers a call or the settings', () => {
    const denied = pwa.workbox?.navigateFallbackDenylist ?? []
    for (const path of ['/api/data_bins', '/config.json']) {
      expect(denied.some((pattern) => pattern.test(path))).toBe(true)
    }
    expect(pwa.workbox?.runtimeCaching).toBeUndefined()
  })
})
