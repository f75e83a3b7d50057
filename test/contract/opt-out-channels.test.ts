// Opt-outs of one address on two channels, and opt-outs that version 0.1.0 stored.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '../../src/store/database.ts'
import {
  deleteSuppressionUpTo,
  findSuppression,
  findSuppressions,
  insertSuppressions,
  listSuppressions,
} from '../../src/store/recipients/suppressions.ts'
import { measureBuffers } from '../harness/query-costs.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('opt-outs on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind, {}, 'api')
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const at = new Date('2026-01-01T00:00:00Z')
  const of = (channel: string, address: string) => ({
    workspace_id: tenant.workspace,
    mode: 'live' as const,
    channel,
    address,
  })
  const optOut = (channel: string, address: string) =>
    insertSuppressions(test.service.db, [
      {
        ...of(channel, address),
        reason: 'unsubscribed',
        origin: 'member',
        detail: null,
        note: null,
        delivery_id: null,
        at,
      },
    ])
  const find = (channel: string, address: string) =>
    findSuppression(test.service.db, of(channel, address), 'unsubscribed')
  type Filter = { channel?: string; q?: string; addresses?: { channel: string; address: string }[] }
  const listed = async (filter: Filter = {}, c: Connection = test.service.db) => {
    const rows = await listSuppressions(c, tenant.workspace, { mode: 'live', after: 1e9, limit: 50, ...filter })
    return rows.map(({ channel, address }) => `${channel} ${address}`)
  }

  it('an opt-out on one channel does not apply to another channel with the same address', async () => {
    const { db } = test.service
    for (const channel of ['whatsapp', 'sms']) await optOut(channel, '+39333')
    await optOut('email', 'Ada@X.example')
    expect(await listed()).toEqual(['email ada@x.example', 'sms +39333', 'whatsapp +39333'])
    expect(await listed({ channel: 'sms' })).toEqual(['sms +39333'])
    expect(await listed({ q: 'sms' })).toEqual([])
    const onBoth = ['sms', 'whatsapp'].map((channel) => ({ channel, address: '+39333' }))
    expect(await listed({ addresses: onBoth })).toEqual(['sms +39333', 'whatsapp +39333'])
    const found = await findSuppressions(db, [
      of('sms', '+39333'),
      of('telegram', '+39333'),
      of('email', 'ADA@x.example'),
    ])
    expect(found.map(({ channel, address }) => `${channel} ${address}`).sort()).toEqual([
      'email ada@x.example',
      'sms +39333',
    ])
    expect(found.map((row) => row.at)).toEqual([at, at])
    await deleteSuppressionUpTo(db, of('sms', '+39333'), { reason: 'unsubscribed', at })
    expect(await find('sms', '+39333')).toBeUndefined()
    expect(await find('whatsapp', '+39333')).toMatchObject({ channel: 'whatsapp', address: '+39333' })
  })

  it('an opt-out keeps the case of a case-sensitive address, and of non-ASCII letters in an email address', async () => {
    const { db } = test.service
    for (const [channel, address] of [
      ['sms', 'Tower-Ä'],
      ['email', 'ÉLAN@X.example'],
    ] as const)
      await optOut(channel, address)
    expect(await find('sms', 'Tower-Ä')).toMatchObject({ address: 'Tower-Ä' })
    expect(await find('sms', 'tower-Ä')).toBeUndefined()
    expect(await listed({ q: 'TOWER' })).toEqual(['sms Tower-Ä'])
    expect(await find('email', 'Élan@x.example')).toMatchObject({ address: 'Élan@x.example' })
    await expect(
      db.query({
        text: `insert into opt_outs (workspace_id, mode, address, delivery_id, at) values ($1, 'live', 'ADA@x.example', null, $2)`,
        values: [tenant.workspace, at],
      }),
    ).rejects.toMatchObject({ code: '23514' })
  })

  it('finds one of 20,000 opt-outs by its complete address through an index', async () => {
    const { db } = test.service
    await db.query({
      text: `insert into opt_outs (workspace_id, mode, address, at)
             select $1, 'live', 'person-' || n || '@x.example', $2 from generate_series(1, 20000) n`,
      values: [tenant.workspace, at],
    })
    await db.query({ text: 'analyze suppressions' })
    const expensive: { buffers: number; text: string }[] = []
    const measured = measureBuffers(db, 40, (statement) => expensive.push(statement))
    const holders = ['email', 'whatsapp'].map((channel) => ({ channel, address: 'Person-77@x.example' }))
    expect(await listed({ addresses: holders }, measured)).toEqual(['email person-77@x.example'])
    expect(expensive).toEqual([])
  })

  it('assigns an opt-out from version 0.1.0 to email or WhatsApp by its address', async () => {
    for (const address of ['old@x.example', '+39444'])
      await test.service.db.query({
        text: `insert into opt_outs (workspace_id, mode, address, delivery_id, at) values ($1, 'live', $2, null, $3)
               on conflict (workspace_id, mode, address) do nothing`,
        values: [tenant.workspace, address, at],
      })
    expect((await listed()).slice(0, 2)).toEqual(['whatsapp +39444', 'email old@x.example'])
  })
})
