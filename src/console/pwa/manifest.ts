/** The web app manifest, and what the service worker caches: the shell, never an answer (decisions/console/offline.md). */
import type { VitePWAOptions } from 'vite-plugin-pwa'
import { API_PREFIX, PRODUCT_NAME } from '../../contract/constants.ts'
import { tokens } from '../tokens.ts'

export const pwa: Partial<VitePWAOptions> = {
  registerType: 'prompt',
  injectRegister: null,
  manifest: {
    id: '/',
    name: `${PRODUCT_NAME} warehouse administration`,
    short_name: PRODUCT_NAME,
    description: 'Administration console of the warehouse management system',
    lang: 'en',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: tokens.page.light,
    theme_color: tokens.accent.light,
    categories: ['business', 'productivity'],
    icons: [
      { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      {
        src: '/icons/monochrome-512.png',
        sizes: '512x512',
        type: 'image/png',
        purpose: 'monochrome',
      },
    ],
    screenshots: [
      {
        src: '/screenshots/wide.png',
        sizes: '1180x820',
        type: 'image/png',
        form_factor: 'wide',
        label: 'Bin Count Records',
      },
      {
        src: '/screenshots/narrow.png',
        sizes: '390x844',
        type: 'image/png',
        form_factor: 'narrow',
        label: 'Inventory',
      },
    ],
    shortcuts: [
      { name: 'Inventory', url: '/inventory' },
      { name: 'Bin Count Records', url: '/bin-count-records' },
      { name: 'Bin Adjustment Records', url: '/bin-adjustment-records' },
      { name: 'Bin Transfer', url: '/bin-transfer' },
      { name: 'Inbound Data Records', url: '/inbound-data-records' },
    ],
  },
  workbox: {
    globPatterns: ['**/*.{js,css,html,svg,png,woff2}'],
    // For the store page of an installation only.
    globIgnores: ['screenshots/**'],
    navigateFallback: '/index.html',
    navigateFallbackDenylist: [new RegExp(`^${API_PREFIX}/`), /^\/config\.json$/],
    cleanupOutdatedCaches: true,
    clientsClaim: true,
    skipWaiting: false,
    // The page's policy does not let a worker load a script from a text (security-headers.ts).
    inlineWorkboxRuntime: true,
    sourcemap: false,
  },
}
