#!/usr/bin/env node
// The command `carillon`. It runs the compiled files. It does not compile them.
import { existsSync } from 'node:fs'
import { enableCompileCache } from './compile-cache.js'

const built = new URL('../dist/main.js', import.meta.url)
if (existsSync(built)) {
  enableCompileCache()
  const { main } = await import(built.href)
  process.exitCode = await main(process.argv.slice(2))
} else {
  console.error('Carillon has not been built yet. Run `npm start` once, or `npm run build`.')
  process.exitCode = 1
}
