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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The frame and the overview with everything that they import: one file for the first load.
            {
              name: 'first',
              test: /rolldown.runtime|portal\/src\/(main|shell\/frame|pages\/overview\/page|texts\/(plurals|\w+\/numbers))\.tsx?$/,
              priority: 3,
            },
            // Packages that many pages share: two files instead of a file for each component and icon. Tables and icons
            // are apart from inputs and dialogs, because the overview needs only the first.
            {
              name: 'kit',
              test: /@tabler\/icons-react|@mantine\/core\/esm\/components\/(Table|Badge|Anchor|List|Tabs)\//,
              minShareCount: 3,
              priority: 2,
            },
            { name: 'inputs', test: /node_modules/, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
})
