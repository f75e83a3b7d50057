// Resealing encrypts each stored secret again, so that it can be decrypted only in its own database row. A worker that
// is killed halfway loses no secret.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upgradeFinding } from '../../src/cli/doctor/upgrade.ts'
import { finishUpgrade } from '../../src/installation/finish.ts'
import { startResealing } from '../../src/installation/resealing.ts'
import { nothingSealed, sealSetAgain } from '../../src/installation/sealed-walk.ts'
import { createLogger, type Logger } from '../../src/lib/log.ts'
import { packageVersion } from '../../src/lib/package-root.ts'
import { createSeal } from '../../src/lib/seal.ts'
import { readUpgrade } from '../../src/store/installation/installation.ts'
import { readSealed, replaceSealed, sealedKey } from '../../src/store/sealed.ts'
import { carillon } from '../harness/command.ts'
import { countSealedForms } from '../harness/older-version.ts'
import { type Running, startProcess } from '../harness/processes.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const KEY = 'a master key that all share'
/** The number of stored API keys. It is higher than the number of keys that the scan reads at a time. */
const KEYS = 1000

describe('resealing of stored secrets', () => {
  let test: TestService
  let tenant: Tenant
  const running: Running[] = []
  beforeAll(async () => {
    test = await startTestService('postgres', { MASTER_KEY: KEY }, 'api')
    tenant = await test.tenant()
  })
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL')
    await Promise.all(running.map(({ ended }) => ended))
    await test.stop()
  })

  const env = () => ({
    ...test.databaseSettings,
    DATA_DIR: test.dataDir,
    MASTER_KEY: KEY,
    ALLOW_PRIVATE_NETWORK: '1',
  })
  const worker = () => {
    const process = startProcess('worker', env())
    running.push(process)
    return process
  }

  it('resumes resealing after a kill halfway, and marks the installation as resealed only at the end', async () => {
    const { db } = test.service
    await db.query({ text: 'update installation set finished_version = null, resealed_at = null' })
    // API keys that are encrypted in the format of version 0.1.0.
    const seal = createSeal(KEY)
    const sealed = Array.from({ length: KEYS }, (_, n) =>
      seal.closeAt(`key ${n}`, sealedKey.at({ workspaceId: tenant.workspace, id: 0 }), false),
    )
    const { rows } = await db.query<{ id: number }>({
      text: `insert into keys (workspace_id, source_id, kind, mode, hash, sealed, hint, created_at)
             select $1, $2, 'api', 'test', sha256(sealed), sealed, 'xxxx', now() from unnest($3::bytea[]) as s(sealed)
             returning id`,
      values: [tenant.workspace, tenant.source, sealed],
    })
    expect((await carillon(['migrate', '--finish'], env())).code).toBe(0)

    // Halfway, resealing waits for a row that another transaction has locked.
    const holder = new pg.Client({ connectionString: test.databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from keys where id = $1 for update', [rows[KEYS / 2]!.id])
    const killed = worker()
    await test.until(async () => {
      const { rows: waiting } = await db.query({
        text: `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update keys set sealed%'`,
      })
      return waiting.length > 0
    })
    killed.child.kill('SIGKILL')
    await killed.ended
    await holder.query('rollback')
    await holder.end()
    const half = (await countSealedForms(db))['keys.sealed']!
    expect(half.bound).toBeGreaterThan(KEYS / 4)
    expect(half.old).toBeGreaterThan(KEYS / 4)
    expect((await readUpgrade(db)).resealedAt).toBeUndefined()

    worker()
    await test.until(async () => (await readUpgrade(db)).resealedAt !== undefined)
    expect((await countSealedForms(db))['keys.sealed']!.old).toBe(0)
    const { rows: after } = await db.query<{ id: number; sealed: Buffer }>({
      text: 'select id, sealed from keys where id = any($1::bigint[]) order by id',
      values: [rows.map(({ id }) => id)],
    })
    const texts = after.map((row) =>
      seal.openAt(row.sealed, sealedKey.at({ workspaceId: tenant.workspace, id: row.id })),
    )
    expect(texts).toEqual(sealed.map((_, n) => `key ${n}`))
  })

  describe('resealing during a master key exchange', () => {
    const NEW = 'the master key from now on'
    const exchanging = createSeal(NEW, [KEY])
    const clock = { now: () => new Date(), after: () => () => {} }
    const places = () => ({ after: 0, tally: nothingSealed() })
    const onError = (error: unknown) => {
      throw error
    }
    const bound = async () => (await countSealedForms(test.service.db))['keys.sealed']!
    /** Encrypts every stored API key in the format of 0.1.0, as processes do before the end of the upgrade. */
    const restoreOldForm = async () => {
      const { db } = test.service
      await db.query({ text: 'update installation set finished_version = null, resealed_at = null' })
      const both = createSeal(KEY, [NEW])
      const rows = await readSealed(db, sealedKey, 0, 10 * KEYS)
      for (const row of rows) {
        const place = sealedKey.at(row)
        await replaceSealed(db, sealedKey, row, both.closeAt(both.openAt(row.sealed, place), place, false))
      }
      return rows
    }
    const waitsFor = (text: string) =>
      test.until(async () => {
        const { rows } = await test.service.db.query({
          text: 'select from pg_stat_activity where wait_event_type = $1 and query like $2',
          values: ['Lock', text],
        })
        return rows.length > 0
      })

    it('the end of an upgrade waits until the master key exchange has stored the secrets that it is writing in the format of 0.1.0', async () => {
      const { db } = test.service
      const rows = await restoreOldForm()
      const holder = new pg.Client({ connectionString: test.databaseUrl })
      await holder.connect()
      await holder.query('begin')
      await holder.query('select from keys where id = $1 for update', [rows[0]!.id])
      const exchange = sealSetAgain(db, exchanging, sealedKey, places())
      await waitsFor('update keys set sealed%')
      const finishing = finishUpgrade(db, packageVersion())
      await waitsFor('select finished_version%for update')
      await holder.query('rollback')
      await holder.end()
      await exchange
      expect(await finishing).toBe('finished')
      const before = (await bound()).bound
      await sealSetAgain(db, exchanging, sealedKey, places())
      expect((await bound()).bound).toBe(before + 100)
    })

    it('marks the installation as resealed only after a scan that read every value', async () => {
      const { db } = test.service
      const rows = await restoreOldForm()
      await finishUpgrade(db, packageVersion())
      const holder = new pg.Client({ connectionString: test.databaseUrl })
      await holder.connect()
      await holder.query('begin')
      const row = (await readSealed(db, sealedKey, 0, 1))[0]!
      const place = sealedKey.at(row)
      const seal = createSeal(KEY, [NEW])
      const other = seal.closeAt(seal.openAt(row.sealed, place), place, false)
      await holder.query('update keys set sealed = $2 where id = $1', [row.id, other])
      const resealing = startResealing({ db, clock, seal, log: createLogger('silent'), onError })
      await waitsFor('update keys set sealed%')
      await holder.query('commit')
      await holder.end()
      await test.until(async () => (await readUpgrade(db)).resealedAt !== undefined)
      await resealing.stop()
      expect(await bound()).toEqual({ old: 0, bound: rows.length })
    })

    it('reports an unreadable secret in the log and in doctor, and does not mark the installation as resealed', async () => {
      const { db } = test.service
      const rows = await restoreOldForm()
      await finishUpgrade(db, packageVersion())
      const unreadable = `keys.sealed ${rows[0]!.id}`
      await db.query({ text: `update keys set sealed = '\\x01' where id = $1`, values: [rows[0]!.id] })
      const lines: unknown[][] = []
      const record = (...line: unknown[]) => lines.push(line)
      const log = { ...createLogger('silent'), info: record, error: record } as unknown as Logger
      const seal = createSeal(KEY, [NEW])
      const resealing = startResealing({ db, clock, seal, log, onError })
      await test.until(async () => lines.length > 0)
      await resealing.stop()
      expect(lines).toEqual([[{ unreadable: [unreadable] }, expect.stringContaining('cannot be decrypted')]])
      expect(await upgradeFinding(db, createSeal(KEY, [NEW]))).toMatchObject({
        level: 'warn',
        message: expect.stringContaining(`1 of ${rows.length} stored secrets are refused: ${unreadable}.`),
      })
    })
  })

  describe('resealing of values that were sealed under an unknown master key', () => {
    const OTHER = 'a master key of another process'
    let now = new Date()
    let tick = () => {}
    const clock = {
      now: () => now,
      after: (_: number, call: () => void) => {
        tick = () => {
          tick = () => {}
          call()
        }
        return () => {}
      },
    }
    const onError = (error: unknown) => {
      throw error
    }
    const logged = () => {
      const lines: { unopened?: string[] }[] = []
      const log = { ...createLogger('silent'), info: () => {}, error: (line: object) => lines.push(line) }
      return { lines, log: log as unknown as Logger }
    }
    const minute = async () => {
      now = new Date(now.getTime() + 60_000)
      const ended = tick
      ended()
      await test.until(async () => tick !== ended)
    }

    it('logs unreadable values once, and finishes after a worker with the right master key has resealed them', async () => {
      const { db } = test.service
      await db.query({ text: 'update installation set finished_version = null, resealed_at = null' })
      const rows = await readSealed(db, sealedKey, 0, 3)
      const other = createSeal(OTHER)
      for (const row of rows) await replaceSealed(db, sealedKey, row, other.closeAt('a key', sealedKey.at(row), false))
      await db.query({ text: 'update keys set revoked_at = $2 where id = $1', values: [rows[2]!.id, now] })
      await finishUpgrade(db, packageVersion())
      const names = rows.slice(0, 2).map(({ id }) => `keys.sealed ${id}`)

      const { lines, log } = logged()
      const seal = createSeal(KEY)
      const withoutKey = startResealing({ db, clock, seal, log, onError })
      await test.until(async () => lines.length > 0)
      await minute()
      await minute()
      expect(lines).toEqual([{ unopened: names }])
      expect((await readUpgrade(db)).resealedAt).toBeUndefined()
      expect(await upgradeFinding(db, createSeal(KEY))).toMatchObject({
        level: 'warn',
        message: expect.stringContaining(
          `no configured key decrypts 2 of ${(await readSealed(db, sealedKey, 0, 10 * KEYS)).length}`,
        ),
        remedy: expect.stringContaining('MASTER_KEY_PREVIOUS'),
      })
      expect(await upgradeFinding(db, createSeal(KEY))).toMatchObject({
        message: expect.stringContaining(names.join(', ')),
      })
      const { body } = await test.manage('GET', '/installation')
      expect(body).toMatchObject({
        secrets_bound_at: null,
        unopened_secrets: {
          columns: [{ table: 'keys', column: 'sealed', count: 2, ids: rows.slice(0, 2).map(({ id }) => id) }],
          remedy: expect.stringContaining('MASTER_KEY_PREVIOUS'),
        },
      })

      const withKey = startResealing({
        db,
        clock: { now: () => now, after: () => () => {} },
        seal: createSeal(OTHER, [KEY]),
        log,
        onError,
      })
      await test.until(async () => (await readUpgrade(db)).resealedAt !== undefined)
      await withKey.stop()
      await minute()
      await withoutKey.stop()
      for (const row of await readSealed(db, sealedKey, 0, 2))
        expect(createSeal(OTHER).openAt(row.sealed, sealedKey.at(row))).toBe('a key')
      expect((await test.manage('GET', '/installation')).body.unopened_secrets).toBeNull()
      expect(lines).toHaveLength(1)
    })

    it('finishes resealing after the last API key with an unreadable value was revoked', async () => {
      const { db } = test.service
      await db.query({ text: 'update installation set finished_version = null, resealed_at = null' })
      const [row] = await readSealed(db, sealedKey, 0, 1)
      const sealed = createSeal('a lost master key').closeAt('a key', sealedKey.at(row!), false)
      await replaceSealed(db, sealedKey, row!, sealed)
      await finishUpgrade(db, packageVersion())
      const { lines, log } = logged()
      const resealing = startResealing({ db, clock, seal: createSeal(KEY, [OTHER]), log, onError })
      await test.until(async () => lines.length > 0)
      expect((await readUpgrade(db)).resealedAt).toBeUndefined()
      await db.query({ text: 'update keys set revoked_at = $2 where id = $1', values: [row!.id, now] })
      await minute()
      await test.until(async () => (await readUpgrade(db)).resealedAt !== undefined)
      await resealing.stop()
    })
  })

  it('the end of an upgrade waits for a transaction that writes a secret in the format of version 0.1.0', async () => {
    const { db } = test.service
    await db.query({ text: 'update installation set finished_version = null, resealed_at = null' })
    const writer = new pg.Client({ connectionString: test.databaseUrl })
    await writer.connect()
    await writer.query('begin')
    await writer.query('select finished_version from installation for share')
    const finishing = carillon(['migrate', '--finish'], env())
    await test.until(async () => {
      const { rows } = await db.query({
        text: `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'select finished_version%for update'`,
      })
      return rows.length > 0
    })
    expect((await readUpgrade(db)).finishedVersion).toBeUndefined()
    await writer.query('commit')
    await writer.end()
    expect((await finishing).code).toBe(0)
  })
})
