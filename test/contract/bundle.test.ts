// Errors of the bundled command refer to lines of the source files.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const command = fileURLToPath(new URL('../../bin/carillon.js', import.meta.url))
const scratch = mkdtempSync(path.join(os.tmpdir(), 'carillon-bundle-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

it('the stack of an unexpected error names files and lines of the source code', async () => {
  // The name of the data directory is longer than any file system permits.
  const env = { ...process.env, DATA_DIR: path.join(scratch, 'x'.repeat(300)), PORT: '0' }
  const failed = await promisify(execFile)(process.execPath, [command, 'start'], { env }).catch((error) => error)
  expect(failed.code).toBe(1)
  expect(failed.stderr).toContain('ENAMETOOLONG')
  expect(failed.stderr).toMatch(/src\/store\/embedded\/open\.ts:\d+:\d+/)
})
