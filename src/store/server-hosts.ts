// Finds the host that accepts writes. DATABASE_URL may list several hosts of one PostgreSQL cluster, for example a
// primary and its standby. The driver reads only URLs with one host.
import pg from 'pg'
import { hostUrls } from '../host-urls.ts'
import { messageOf } from '../lib/thrown.ts'

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
 * Asks all hosts at the same time, because a host that has lost its network does not even refuse. Returns the URL of the
 * first host that answers that it accepts writes. Rejects with 25006 if there is none.
 */
async function findWritingHost(urls: string[]): Promise<string> {
  const problems: string[] = []
  const asked = urls.map(async (url, index) => {
    try {
      if (await acceptsWrites(url)) return url
      problems[index] = 'it accepts no writes'
    } catch (error) {
      problems[index] = messageOf(error)
    }
    throw new Error(problems[index])
  })
  try {
    return await Promise.any(asked)
  } catch {
    const message = `no host of DATABASE_URL accepts writes: ${problems.join('; ')}`
    throw Object.assign(new Error(message), { code: '25006' })
  }
}

/** Returns whether the server answers statements within 3 seconds. It may refuse the connection with an error code. */
export function isAnswering(url: string): Promise<boolean> {
  return acceptsWrites(url).then(
    () => true,
    (error) => error instanceof pg.DatabaseError,
  )
}

async function acceptsWrites(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000, query_timeout: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    return rows[0]?.transaction_read_only === 'off'
  } finally {
    client.end().catch(() => {})
  }
}
