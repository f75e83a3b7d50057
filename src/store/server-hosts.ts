// Finds the host that accepts writes. DATABASE_URL may list several hosts of one PostgreSQL cluster, for example a
// primary and its standby. The driver reads only URLs with one host.
import pg from 'pg'
import { hostUrls } from '../host-urls.ts'
import { messageOf } from '../lib/thrown.ts'
import { ServerClient } from './server-client.ts'
import { serverLimits } from './server-limits.ts'

export interface ServerHosts {
  /** Returns the URL of the host that accepts writes. Rejects if there is none. */
  current(): Promise<string>
  /** Whether the host is known, so that `current` resolves without a search. */
  isKnown(): boolean
  /** Call this after an error of the connection. The next call of `current` then searches for the host again. */
  forget(): void
}

/** Creates the list of the hosts in a URL. If the URL has one host, `current` returns this URL without a search. */
export function createServerHosts(url: string): ServerHosts {
  const urls = hostUrls(url)
  let found = urls.length === 1 ? url : undefined
  let search: Promise<string> | undefined
  return {
    async current() {
      if (found !== undefined) return found
      search ??= findWritingHost(urls).finally(() => {
        search = undefined
      })
      found = await search
      return found
    },
    isKnown: () => found !== undefined,
    forget() {
      if (urls.length > 1) found = undefined
    },
  }
}

/**
 * Queries all hosts at the same time: a host without network would otherwise delay the search by 3 seconds. Returns the
 * URL of the first host that answers that it accepts writes. Rejects with 25006 if there is none.
 */
async function findWritingHost(urls: string[]): Promise<string> {
  const problems: string[] = []
  const queried = urls.map(async (url, index) => {
    try {
      if (await acceptsWrites(url)) return url
      problems[index] = 'it accepts no writes'
    } catch (error) {
      problems[index] = messageOf(error)
    }
    throw new Error(problems[index])
  })
  try {
    return await Promise.any(queried)
  } catch {
    const message = `no host of DATABASE_URL accepts writes: ${problems.join('; ')}`
    throw Object.assign(new Error(message), { code: '25006' })
  }
}

/**
 * Returns whether one of the hosts answers a login within this number of milliseconds. It may refuse the login with an
 * error code. The check sends no statement: PgBouncer answers a login itself, but delays a statement while all its
 * connections to PostgreSQL are in use.
 */
export async function isAnswering(url: string, within: number): Promise<boolean> {
  const answers = await Promise.all(hostUrls(url).map((one) => answersLogin(one, within)))
  return answers.includes(true)
}

async function answersLogin(connectionString: string, within: number): Promise<boolean> {
  const client = createClient(connectionString, within)
  try {
    await client.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    client.end().catch(() => {})
  }
}

/** Returns whether the host accepts writes. Connecting and the statement may each take up to 3 seconds. */
async function acceptsWrites(connectionString: string): Promise<boolean> {
  const client = createClient(connectionString, serverLimits.connecting)
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    return rows[0]?.transaction_read_only === 'off'
  } finally {
    client.end().catch(() => {})
  }
}

function createClient(connectionString: string, within: number): pg.Client {
  const client = new ServerClient({ connectionString, connectionTimeoutMillis: within, query_timeout: within })
  client.on('error', () => {})
  return client
}
