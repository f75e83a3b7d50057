// Concurrent transactions are atomic on both databases, even in the single session of the embedded database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOneTrip, transaction } from '../../src/store/database.ts'
import { isUnavailable } from '../../src/store/failures.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('transactions, %s', (kind) => {
  let test: TestService
  const db = () => test.service.db
  beforeAll(async () => {
    test = await startTestService(kind, {}, 'api')
    await db().query({ text: 'create table pairs (n int not null, half int not null, primary key (n, half))' })
  })
  afterAll(() => test.stop())

  const count = async () => (await db().query<{ count: number }>({ text: 'select count(*) from pairs' })).rows[0]!.count

  it('commits or rolls back each of 100 concurrent transactions completely, and shows no partial result', async () => {
    const work = (n: number) =>
      transaction(db(), async (tx) => {
        await tx.query({ text: 'insert into pairs values ($1, 1)', values: [n] })
        if (n % 3 === 1) throw new Error('on second thought')
        // Half of the transactions send the second statement together with COMMIT. The database refuses the second
        // statement of some transactions.
        const second = { text: 'insert into pairs values ($1, $2)', values: [n, n % 3 === 2 ? 1 : 2] }
        if (n % 2 === 0) tx.send(second)
        else await tx.query(second)
      }).then(
        () => 'kept',
        (error: { code?: string; message: string }) => error.code ?? error.message,
      )
    const counts: Promise<number>[] = []
    const ends = await Promise.all(
      Array.from({ length: 100 }, (_, n) => {
        counts.push(count())
        return work(n)
      }),
    )
    expect(ends).toEqual(ends.map((_, n) => ['kept', 'on second thought', '23505'][n % 3]))
    expect((await Promise.all(counts)).filter((halves) => halves % 2 !== 0)).toEqual([])
    expect(await count()).toBe(2 * 34)
  })

  it('rolls back a transaction if its callback throws before it waits for an answer, and later transactions still work', async () => {
    const broken = transaction(db(), (tx) => {
      tx.send({ text: 'insert into pairs values (500, 1)' })
      throw new Error('at once')
    })
    await expect(broken).rejects.toThrow('at once')
    const answer = inOneTrip(db(), () => {
      throw new Error('at once')
    })
    await expect(answer).rejects.toThrow('at once')
    const before = await count()
    await transaction(db(), async (tx) => tx.send({ text: 'insert into pairs values (501, 1)' }))
    expect(await count()).toBe(before + 1)
    await db().query({ text: 'delete from pairs where n >= 500' })
  })

  it('returns a separate answer to each statement of a round trip, in order, and refuses a statement after the round trip', async () => {
    let late: (() => Promise<unknown>) | undefined
    const answers = await inOneTrip(db(), (c) => {
      late = () => c.query({ text: 'select 1' })
      return Promise.allSettled([
        c.query({ text: 'insert into pairs values (1000, 1)' }),
        c.query({ text: 'insert into pairs values (1000, 1)' }),
        c.query({ text: 'select half from pairs where n = 1000' }),
      ])
    })
    expect(answers).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: '23505' } },
      { status: 'fulfilled', value: { rows: [{ half: 1 }] } },
    ])
    await expect(late!()).rejects.toThrow('on a released connection')
  })
})

describe('transactions on a server', () => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService('postgres', {}, 'api')
  })
  afterAll(() => test.stop())

  it('a transaction has a limit for the time between its statements, and other statements have none', async () => {
    const show = { text: 'show idle_in_transaction_session_timeout' }
    const inside = await transaction(test.service.db, (tx) => tx.query(show))
    const outside = await test.service.db.query(show)
    expect([inside, outside].map(({ rows }) => rows[0])).toEqual([
      { idle_in_transaction_session_timeout: '10s' },
      { idle_in_transaction_session_timeout: '0' },
    ])
  })

  it('a transaction that PostgreSQL ended because it was idle fails like a lost connection', async () => {
    const { db } = test.service
    const ended = transaction(db, async (tx) => {
      const { rows } = await tx.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
      await tx.query({ text: `set local idle_in_transaction_session_timeout = '1ms'` })
      const running = { text: 'select from pg_stat_activity where pid = $1', values: [rows[0]!.pid] }
      await test.until(async () => (await db.query(running)).rows.length === 0)
      await tx.query({ text: 'select 1' })
    })
    const error = await ended.catch((thrown: unknown) => thrown)
    expect(isUnavailable(error)).toBe(true)
  })
})
