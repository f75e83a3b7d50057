// For an error of its machine, such as an unknown host name, the command prints a sentence with a remedy. For an
// unexpected error, it prints the stack.
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

describe('errors of this machine', () => {
  it.each<[string, () => Promise<number>, RegExp]>([
    ['an unknown host name', () => listening(0, 'unknown.invalid'), /^The host name unknown\.invalid .* Check HOST/],
    ['an address of another machine', () => listening(0, '192.0.2.1'), /^This machine has no address 192\.0\.2\.1/],
    [
      'a file in place of a folder',
      async () => {
        const file = path.join(folder, 'file')
        writeFileSync(file, '')
        mkdirSync(path.join(file, 'below'))
        return 0
      },
      /^\/.*below cannot be created or written \(ENOTDIR\)\. Set DATA_DIR/,
    ],
    ['a missing certificate', failingOn('/ca.pem', 'ENOENT'), /^\/ca\.pem does not exist\. Check DATA_DIR/],
    ['a full disk', failingOn('/data/db', 'ENOSPC'), /^The disk is full: \/data\/db /],
    ['a folder of another user', failingOn('/data', 'EACCES'), /^\/data cannot be created or written \(EACCES\)/],
    [
      'a wrong password',
      failing('password authentication failed for user "x"', '28P01'),
      /^The database refused the login: password .*DATABASE_URL/,
    ],
    [
      'a missing right to create tables',
      failing('permission denied for schema public', '42501'),
      /^The database user lacks a permission: .*DATABASE_URL\.$/,
    ],
    [
      'missing TLS of the server',
      failing('The server does not support SSL connections'),
      /^The TLS .*does not support SSL/,
    ],
    [
      'a server that is not PostgreSQL',
      failing('Connection terminated unexpectedly'),
      /^The database is not reachable/,
    ],
    [
      'a server that does not answer in time',
      failing('timeout exceeded when trying to connect'),
      /^The database is not reachable: timeout .* Check DATABASE_URL/,
    ],
    [
      'a server that is shutting down',
      failing('terminating connection due to administrator command', '57P01'),
      /^The database is not available/,
    ],
    [
      'a server without free connections',
      failing('sorry, too many clients already', '53300'),
      /^The database has no free connection: .*DATABASE_POOL/,
    ],
    [
      'a PgBouncer without free connections',
      failing('no more connections allowed (max_client_conn)', '08P01'),
      /^The database has no free connection: .*max_client_conn/,
    ],
    [
      'a PgBouncer whose database server is down',
      failing('server login has been failing, cached error: connect failed (server_login_retry)', '08P01'),
      /^PgBouncer does not reach the database: .*in its configuration/,
    ],
    ['a broken embedded database', failing('The embedded database stopped: PANIC'), /PANIC\. Run "carillon doctor"/],
  ])('reports an error of the machine together with a remedy: %s', async (_title, work, message) => {
    const outcome = onThisMachine(work)
    await expect(outcome).rejects.toBeInstanceOf(CommandFailed)
    await expect(outcome).rejects.toThrow(message)
  })

  it('keeps an unexpected error unchanged', async () => {
    await expect(onThisMachine(failing('x is not a function'))).rejects.not.toBeInstanceOf(CommandFailed)
  })
})

function failingOn(file: string, code: string): () => Promise<number> {
  return async () => {
    throw Object.assign(new Error(`${code}, mkdir '${file}'`), { code, path: file, syscall: 'mkdir' })
  }
}

describe('tokens of the command line', () => {
  it('trims a token, and refuses a token with invalid characters without repeating it in the error', () => {
    expect(bearer(' svcadm_1\n', 'The management token')).toBe('svcadm_1')
    for (const wrong of ['two words', 'two\nlines', 'é', ''])
      expect(() => bearer(wrong, 'The management token')).toThrow(/^The management token is not valid: (?!.*(two|é))/)
  })
})
