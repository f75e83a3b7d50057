// Statements that need a session use DATABASE_DIRECT_URL and avoid the pooler. In these tests, the two URLs have logins
// with different rights.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runMigrate } from '../../src/cli/machine/migrate.ts'
import { readConfig } from '../../src/config.ts'
import { packageVersion } from '../../src/lib/package-root.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { sharedPostgresUrl } from '../harness/shared.ts'

describe('a database with a pooled and a direct URL', () => {
  const suffix = randomUUID().slice(0, 8)
  const owner = `owner_${suffix}`
  const user = `user_${suffix}`
  const name = `direct_${suffix}`
  let admin: pg.Client
  const urlFor = (login: string) => {
    const url = new URL(adminUrl)
    Object.assign(url, { pathname: `/${name}`, username: login, password: 'secret' })
    return url.href
  }
  let adminUrl: string
  let test: TestService | undefined

  beforeAll(async () => {
    adminUrl = await sharedPostgresUrl()
    admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    // The owner may create tables. The user may only read and write tables.
    await admin.query(`create role ${owner} login password 'secret'`)
    await admin.query(`create role ${user} login password 'secret'`)
    await admin.query(`create database ${name} owner ${owner}`)
    const asOwner = new pg.Client({ connectionString: urlFor(owner) })
    await asOwner.connect()
    for (const kinds of ['tables', 'sequences']) {
      await asOwner.query(`alter default privileges grant all on ${kinds} to ${user}`)
    }
    await asOwner.end()
  })
  afterAll(async () => {
    await test?.stop()
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`drop role ${user}`)
    await admin.query(`drop role ${owner}`)
    await admin.end()
  })

  it('a migration through DATABASE_URL fails if the database user may not create tables', async () => {
    const config = readConfig({ DATABASE_URL: urlFor(user) })
    await expect(runMigrate(config)).rejects.toThrow('permission denied')
  })

  it('runs migrations and LISTEN through DATABASE_DIRECT_URL, and queries through DATABASE_URL', async () => {
    test = await startTestService('postgres', { DATABASE_URL: urlFor(user), DATABASE_DIRECT_URL: urlFor(owner) })
    const sessions = `select usename as login, application_name as name from pg_stat_activity where datname = $1`
    const loginOf = async (session: string) => {
      const { rows } = await admin.query<{ login: string; name: string }>(sessions, [name])
      return rows.find((row) => row.name === `${session}/${packageVersion()}`)?.login
    }
    expect(await test.until(() => loginOf('carillon-listen'))).toBe(owner)
    expect(await loginOf('carillon')).toBe(user)
    const tenant = await test.tenant()
    const { body } = await test.send(tenant.testKey, {
      recipient: { email: 'a@b.example' },
      template: 'hello',
      vars: { name: 'x' },
    })
    await test.settled(tenant, body.delivery_id, 'sent')
  })
})
