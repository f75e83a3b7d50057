// The build of the portal. The caller chooses the output folder. File names under /assets contain a hash.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { typeface } from '../scripts/portal-typeface.mjs'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), typeface()],
  build: {
    target: 'es2022',
    emptyOutDir: true,
    // Do not inline scripts and fonts: the content security policy forbids inlined ones, and browsers can cache
    // separate files.
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    // Do not warn about large chunks: a test limits the compressed size of the first load.
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
  },
})
