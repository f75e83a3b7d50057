// What goes wrong on this machine is a sentence with something to do; what nobody foresaw keeps its stack.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CommandFailed } from '../../src/cli/command.ts'
import { onThisMachine } from '../../src/cli/machine/machine-errors.ts'
import { bearer } from '../../src/cli/machine/token-file.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-errors-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const listening = (port: number, host: string) =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(port, host, () => server.close(() => resolve(0)))
  })

const failing = (message: string, code?: string) => async () => {
  throw Object.assign(new Error(message), code === undefined ? {} : { code })
}

describe('what goes wrong on this machine', () => {
  it.each<[string, () => Promise<number>, RegExp]>([
    ['a name that nobody knows', () => listening(0, 'nobody.invalid'), /^The name nobody\.invalid .* Check HOST/],
    ['an address of another machine', () => listening(0, '192.0.2.1'), /^This machine has no address 192\.0\.2\.1/],
    [
      'a file where a folder has to be',
      async () => {
        const file = path.join(folder, 'file')
        writeFileSync(file, '')
        mkdirSync(path.join(file, 'below'))
        return 0
      },
      /^\/.*below can't be made or written \(ENOTDIR\)\. Set DATA_DIR/,
    ],
    ['a certificate that is not there', failingOn('/ca.pem', 'ENOENT'), /^\/ca\.pem is not there\. Check DATA_DIR/],
    ['a full disk', failingOn('/data/db', 'ENOSPC'), /^There is no room left for \/data\/db\./],
    ['a folder of somebody else', failingOn('/data', 'EACCES'), /^\/data can't be made or written \(EACCES\)/],
    [
      'a wrong password',
      failing('password authentication failed for user "x"', '28P01'),
      /^The database does not let us in/,
    ],
    ['no right to make tables', failing('permission denied for schema public', '42501'), /Check DATABASE_URL\.$/],
    ['no TLS where it is asked for', failing('The server does not support SSL connections'), /does not support SSL/],
    ['a server that is none', failing('Connection terminated unexpectedly'), /^The database does not let us in/],
    ['a broken embedded database', failing('The embedded database stopped: PANIC'), /PANIC\. "carillon doctor"/],
  ])('%s', async (_title, work, message) => {
    const outcome = onThisMachine(work)
    await expect(outcome).rejects.toBeInstanceOf(CommandFailed)
    await expect(outcome).rejects.toThrow(message)
  })

  it('what nobody foresaw stays what it is', async () => {
    await expect(onThisMachine(failing('x is not a function'))).rejects.not.toBeInstanceOf(CommandFailed)
  })
})

function failingOn(file: string, code: string): () => Promise<number> {
  return async () => {
    throw Object.assign(new Error(`${code}, mkdir '${file}'`), { code, path: file, syscall: 'mkdir' })
  }
}

describe('a token', () => {
  it('is taken with spaces around it, and refused with any inside, without being repeated', () => {
    expect(bearer(' svcadm_1\n', 'The management token')).toBe('svcadm_1')
    for (const wrong of ['two words', 'two\nlines', 'é', ''])
      expect(() => bearer(wrong, 'The management token')).toThrow(/^The management token is none: (?!.*(two|é))/)
  })
})
