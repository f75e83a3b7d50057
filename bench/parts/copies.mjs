// Fills a database to the size of a large installation: adds copies of the oldest message, and adds workspaces.

/** @typedef {import('../../src/store/database.ts').Connection} Connection */

const AT_ONCE = 100_000
const PEOPLE = 1_000

/** Columns that have the same values in the message and in its copies. */
const SAME = `mode, recipient_name, address, channel, template_slug, priority, created_at, expires_at, content, account, cost, period`
const OLDEST = '(select * from deliveries order by id limit 1) d'

/**
 * Adds copies until `length` messages are queued and due.
 * @param {Connection} db
 * @param {number} length
 */
export async function lengthenQueue(db, length) {
  const { rows } = await db.query({ text: 'select count(*) as n from deliveries where ready' })
  await inSets(length - Number(rows[0]?.n), (count) =>
    db.query({
      text: `insert into deliveries (workspace_id, source_id, lane, recipient_id, status, ready, next_at, history, ${SAME})
             select workspace_id, source_id, lane, recipient_id, 'queued', true, created_at, history, ${SAME}
             from ${OLDEST} cross join generate_series(1, $1::int)`,
      values: [count],
    }),
  )
  await db.query({ text: 'vacuum analyze deliveries' })
}

/**
 * Adds `count` sent messages. They are distributed evenly over the recipients of the benchmark.
 * @param {Connection} db
 * @param {number} count
 */
export async function addFinished(db, count) {
  await inSets(count, (set) =>
    db.query({
      text: `insert into deliveries (workspace_id, source_id, lane, recipient_id, status, ready, next_at, attempt, tries, history, external_id, ${SAME})
             select workspace_id, source_id, lane, recipient_id + i % ${PEOPLE}, 'sent', false, created_at, 1, 1,
               history || jsonb_build_array(jsonb_build_object('status', 'sending', 'at', created_at), jsonb_build_object('status', 'sent', 'at', created_at)),
               md5(i::text), ${SAME}
             from ${OLDEST} cross join generate_series(1, $1::int) i`,
      values: [set],
    }),
  )
  await db.query({ text: 'vacuum analyze deliveries' })
}

/**
 * Adds workspaces. Each has a source, a connection, and messages that are due tomorrow.
 * @param {Connection} db
 * @param {{ workspaces: number, scheduled: number }} size
 */
export async function addWorkspaces(db, { workspaces, scheduled }) {
  await db.query({
    text: `with w as (
             insert into workspaces (name, plan, created_at) select 'Other ' || i, 'unlimited', now() from generate_series(1, $1::int) i returning id
           ), s as (
             insert into sources (workspace_id, name, rate_limit, created_at) select id, 'App', 100, now() from w returning id, workspace_id
           )
           insert into connections (workspace_id, source_id, channel, settings, secrets, created_at, updated_at)
           select s.workspace_id, s.id, c.channel, c.settings, c.secrets, now(), now()
           from s cross join (select * from connections order by id limit 1) c`,
    values: [workspaces],
  })
  await db.query({
    text: `insert into deliveries (workspace_id, source_id, lane, recipient_id, status, ready, next_at, scheduled_for, history, ${SAME})
           select n.workspace_id, n.source_id, n.id, recipient_id, 'queued', false, now() + interval '1 day', now() + interval '1 day', history,
             ${SAME.split(', ')
               .map((column) => `d.${column}`)
               .join(', ')}
           from ${OLDEST} cross join (
             select c.id, c.workspace_id, c.source_id from connections c join workspaces w on w.id = c.workspace_id where w.name like 'Other %'
           ) n cross join generate_series(1, $1::int)`,
    values: [Math.ceil(scheduled / workspaces)],
  })
  await db.query({ text: 'vacuum analyze deliveries, workspaces, sources, connections' })
}

/**
 * @param {number} count
 * @param {(set: number) => Promise<unknown>} insert
 */
async function inSets(count, insert) {
  for (let left = count; left > 0; left -= AT_ONCE) await insert(Math.min(left, AT_ONCE))
}
