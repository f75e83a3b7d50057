// Short links are found by the beginning of their tokens, on both kinds of database and in every collation.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findActionTokensBeginning } from '../../src/store/delivery/action-tokens.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'
import { sharedPostgresUrl } from '../harness/shared.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')
/**
 * One id for each pair of letters. The first letter of the pair is the eighth character of the id, and the second
 * letter is the ninth character.
 */
const ids = LETTERS.flatMap((last) => LETTERS.map((next) => `${next}AAAAAA${last}${next.repeat(32)}`))

/**
 * Two of the databases have collations with unusual rules. In Estonian, seven letters come after z. In Danish, `aa` is
 * one letter.
 */
const places = [
  ...databases.map((kind) => ({ name: kind, kind, locale: undefined })),
  { name: 'PostgreSQL in Estonian', kind: 'postgres', locale: 'et' },
  { name: 'PostgreSQL in Danish', kind: 'postgres', locale: 'da' },
] as const

describe.each(places)('short links on $name', ({ kind, locale }) => {
  const database = `short_links_${locale}_${process.pid}`
  let test: TestService
  beforeAll(async () => {
    test = await startTestService(kind, locale === undefined ? {} : { DATABASE_URL: await createDatabase() })
  })
  afterAll(async () => {
    await test.stop()
    if (locale !== undefined) await asAdmin(`drop database ${database} with (force)`)
  })

  /** Creates a database with the order of this language, and returns its URL. */
  async function createDatabase(): Promise<string> {
    await asAdmin(`create database ${database} template template0 locale_provider icu icu_locale '${locale}'`)
    return Object.assign(new URL(await sharedPostgresUrl()), { pathname: `/${database}` }).href
  }

  it('finds each token by its first eight characters, with an index', async () => {
    const tenant = await test.tenant()
    const actions = [{ slug: 'yes', label: 'Yes', callback_url: 'https://example.com/callback' }]
    const message = { recipient: { phone: '+15550100001' }, template: 'hello', vars: { name: 'Ada' }, actions }
    const { body } = await test.send(tenant.testKey, message)
    const { db } = test.service
    await db.query({
      text: `insert into action_tokens (id, delivery_id, position, slug, expires_at)
             select id, $2, 0, 'yes', now() from unnest($1::text[]) as id`,
      values: [ids, body.delivery_id],
    })
    const lost: string[] = []
    for (const id of ids) {
      const found = await findActionTokensBeginning(db, id.slice(0, 8))
      if (found.length !== 1 || found[0]?.id !== id) lost.push(id)
    }
    expect(lost).toEqual([])
    const { rows } = await db.query<{ 'QUERY PLAN': string }>({
      text: `explain select id from action_tokens where left(id, 8) = 'AAAAAAAA'`,
    })
    expect(JSON.stringify(rows)).toContain('action_tokens_by_beginning')
  })
})

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: await sharedPostgresUrl() })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
