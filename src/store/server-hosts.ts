// Finds the host that accepts writes. DATABASE_URL may list several hosts of one PostgreSQL cluster, for example a
// primary and its standby. The driver reads only URLs with one host.
import pg from 'pg'
import { hostUrls } from '../host-urls.ts'

export interface ServerHosts {
  /** Returns the URL of the host that accepts writes. Rejects if there is none. */
  current(): Promise<string>
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
    forget() {
      if (urls.length > 1) found = undefined
    },
  }
}

/** Returns the URL of the first host that accepts writes. Rejects with the last error if there is none. */
export async function findWritingHost(urls: string[]): Promise<string> {
  let problem: unknown
  for (const url of urls) {
    try {
      if (await acceptsWrites(url)) return url
      problem = Object.assign(new Error('no host in DATABASE_URL accepts writes'), { code: '25006' })
    } catch (error) {
      problem = error
    }
  }
  throw problem
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
