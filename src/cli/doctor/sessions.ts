// The doctor's checks of database sessions: prepared statements and notifications. A pooler in transaction mode, such as
// PgBouncer, can break both.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { errorCode } from '../../store/failures.ts'
import { ServerClient } from '../../store/server-client.ts'
import { createServerHosts } from '../../store/server-hosts.ts'
import { type Finding, fail, ok, warn } from './findings.ts'

const NOTIFIED_WITHIN = 3000
/** The codes for a prepared statement that does not exist, and for one that exists already. */
const CONFUSED_STATEMENTS = ['26000', '42P05']

/**
 * Checks that a connection keeps its prepared statements. An old PgBouncer in transaction mode does not: it moves the
 * connection to a server session that does not have the statement.
 */
export function preparedFinding(url: string): Promise<Finding> {
  return withTwoClients(url, async (client, other) => {
    const statement = { name: randomName(), text: 'select 1' }
    try {
      await client.query(statement)
      // The open transaction takes the server session that the statement used.
      await other.query('begin')
      await client.query(statement)
    } catch (error) {
      if (!CONFUSED_STATEMENTS.includes(errorCode(error) ?? '')) throw error
      return fail(
        'statements',
        'DATABASE_URL leads to a pooler in transaction mode that keeps no prepared statements. Send requests will fail.',
        'Use PgBouncer 1.21 or newer with max_prepared_statements = 200, or its session mode.',
      )
    }
    return ok('statements', 'Connections keep their prepared statements.')
  })
}

/** Checks that a notification arrives. A pooler in transaction mode accepts LISTEN but delivers no notification. */
export function listenFinding(url: string): Promise<Finding> {
  const channel = randomName()
  return withTwoClients(url, async (listener, notifier) => {
    const notified = new Promise<boolean>((resolve) => {
      listener.once('notification', () => resolve(true))
      setTimeout(() => resolve(false), NOTIFIED_WITHIN).unref()
    })
    await listener.query(`listen ${channel}`)
    await notifier.query(`notify ${channel}`)
    if (await notified) return ok('listen', 'Workers receive notifications.')
    return warn(
      'listen',
      'Notifications of PostgreSQL do not arrive. The connection probably leads to a pooler in transaction mode (PgBouncer). Workers find new messages only at their next poll, up to a second later.',
      'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, or of a pooler in session mode.',
    )
  })
}

/** Returns a name that no other run uses: a pooler may keep the statements of earlier runs in its sessions. */
function randomName(): string {
  return `carillon_doctor_${randomUUID().slice(0, 8)}`
}

/** Calls `check` with two connections, and closes them afterwards. */
async function withTwoClients(
  url: string,
  check: (one: pg.Client, two: pg.Client) => Promise<Finding>,
): Promise<Finding> {
  const connectionString = await createServerHosts(url).current()
  const open = () => {
    const client = new ServerClient({ connectionString, connectionTimeoutMillis: 3000, query_timeout: 5000 })
    client.on('error', () => {})
    return client
  }
  const [one, two] = [open(), open()]
  try {
    await Promise.all([one.connect(), two.connect()])
    return await check(one, two)
  } finally {
    await Promise.all([one.end(), two.end()]).catch(() => {})
  }
}
