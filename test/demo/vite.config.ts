import { defineConfig } from 'vite'
import { versionOf } from '../../src/run/version.mjs'

/** The demo's program, which finds the console and the server's workers in the builds next to it. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/demo',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: { input: { main: 'test/demo/main.ts' } },
  },
  define: { __DOCKSIDE_VERSION__: JSON.stringify(versionOf(process.cwd())) },
})
