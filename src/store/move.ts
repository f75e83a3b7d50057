// Copies all rows of a database to another database with the same schema. Rows are copied in PostgreSQL's text format
// and are not parsed.
import { type Database, type Transaction, transaction } from './database.ts'
import { onlyRow } from './rows.ts'

/** Number of rows in a batch. A row may contain an attachment of 10 MB. */
const BATCH_ROWS = 20

/** The error for a target database that already contains rows. */
export class NotEmpty extends Error {
  override name = 'NotEmpty'
}

/**
 * Copies all tables in one transaction, and sets the sequences. Both databases must have all migrations. Throws
 * NotEmpty if the database `to` contains a row. Returns the number of rows of each table.
 */
export async function moveDatabase(from: Database, to: Database): Promise<Map<string, number>> {
  return transaction(from, (source) =>
    transaction(to, async (target) => {
      // The target waits while the source reads a batch, which takes long if its rows contain large attachments.
      await target.query({ text: 'set local idle_in_transaction_session_timeout = 0' })
      const tables = await readTables(source)
      await refuseRows(target, tables)
      const counts = new Map<string, number>()
      await switchTriggers(target, tables, 'disable')
      for (const table of tables) counts.set(table.name, await copyTable(source, target, table))
      await switchTriggers(target, tables, 'enable')
      await copySequences(source, target)
      return counts
    }),
  )
}

interface Table {
  name: string
  columns: string[]
}

/**
 * Returns all tables except those of the migrator. Referenced tables come before the tables that reference them. The
 * names are quoted.
 */
async function readTables(c: Transaction): Promise<Table[]> {
  const { rows } = await c.query<Table & { refers_to: string[] }>({
    text: `select quote_ident(relname) as name,
      array(select quote_ident(attname) from pg_attribute
            where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum)::text[] as columns,
      array(select quote_ident(r.relname) from pg_constraint f join pg_class r on r.oid = f.confrelid
            where f.conrelid = t.oid and f.contype = 'f' and f.confrelid <> t.oid)::text[] as refers_to
      from pg_class t
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'schema\\_migrations%'
      order by relname`,
  })
  const ordered: Table[] = []
  const hasUnordered = (names: string[]) => names.some((name) => !ordered.some((table) => table.name === name))
  while (ordered.length < rows.length) {
    const next = rows.find((row) => !ordered.includes(row) && !hasUnordered(row.refers_to))
    if (!next) throw new Error('the tables have a circular reference')
    ordered.push(next)
  }
  return ordered
}

async function refuseRows(c: Transaction, tables: Table[]): Promise<void> {
  for (const { name } of tables) {
    const found = await c.query<{ any: boolean }>({ text: `select exists (select from ${name}) as any` })
    if (onlyRow(found).any)
      throw new NotEmpty(`The target database already has rows in ${name}. Choose an empty database.`)
  }
}

/**
 * Disables or enables triggers. A trigger would insert rows into another table, and the copy of that table would insert
 * the same rows again.
 */
async function switchTriggers(c: Transaction, tables: Table[], how: 'disable' | 'enable'): Promise<void> {
  for (const { name } of tables) await c.query({ text: `alter table ${name} ${how} trigger user` })
}

/**
 * Copies a table. Each row is copied as text, because JSON would lose data: the difference between SQL null and JSON
 * null, some digits of numbers, and some bytes.
 */
async function copyTable(source: Transaction, target: Transaction, { name, columns }: Table): Promise<number> {
  let copied = 0
  await source.query({ text: `declare moving no scroll cursor for select t::text as row from ${name} t` })
  for (;;) {
    const { rows } = await source.query<{ row: string }>({ text: `fetch ${BATCH_ROWS} from moving` })
    if (rows.length === 0) break
    await target.query({
      text: `insert into ${name} (${columns.join(', ')}) overriding system value
        select ${columns.map((column) => `(made).${column}`).join(', ')}
        from (select given::${name} as made from unnest($1::text[]) as given offset 0) as rows`,
      values: [rows.map(({ row }) => row)],
    })
    copied += rows.length
  }
  await source.query({ text: 'close moving' })
  return copied
}

async function copySequences(source: Transaction, target: Transaction): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>({
    text: `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
      where schemaname = current_schema() and last_value is not null`,
  })
  for (const { name, last } of rows) {
    await target.query({ text: 'select setval($1::regclass, $2::bigint)', values: [name, last] })
  }
}
