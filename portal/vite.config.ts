// How the portal is built: into a folder the caller names, scripts and styles under /assets with their hash in the name.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: 'es2022',
    emptyOutDir: true,
    // The content security policy has no place for data: scripts and fonts, and files of their own are kept by browsers.
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    // What counts is the first load, compressed; a test adds it up.
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
  },
})
