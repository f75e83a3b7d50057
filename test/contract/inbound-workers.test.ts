// Several workers apply inbound requests: each request is applied once, also after a worker died.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/lib/log.ts'
import { type Service, startService } from '../../src/service.ts'
import { transaction } from '../../src/store/database.ts'
import { claimInbound, finishInbound, markApplied } from '../../src/store/inbound/inbound.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type BotServer, chatMessage, startBotServer } from '../harness/telegram.ts'

describe('inbound requests with several workers', () => {
  let test: TestService
  let bot: BotServer
  let tenant: Tenant
  let at: string
  const workers: Service[] = []
  beforeAll(async () => {
    // The test makes the claims of the dead worker, so no real worker runs until the test starts one.
    test = await startTestService('postgres', { PUBLIC_URL: 'https://carillon.example' }, 'api')
    bot = await startBotServer()
    tenant = await test.tenant()
    const { body } = await test.manage(
      'PUT',
      `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`,
      { settings: { bot_token: '1:abc', api_base: bot.url } },
    )
    at = body.inbound_url.replace('https://carillon.example/v1', '')
  })
  afterAll(async () => {
    for (const worker of workers) await worker.stop()
    await test.stop()
    await bot.stop()
  })

  const start = async () => {
    const env = { DATA_DIR: test.dataDir, ...test.databaseSettings, ALLOW_PRIVATE_NETWORK: '1' }
    const config = readConfig(env)
    workers.push(await startService({ config, role: 'worker', log: createLogger('silent'), clock: test.clock }))
  }
  const post = async (body: object) => {
    const headers = { 'x-telegram-bot-api-secret-token': bot.webhook()!.secret_token }
    expect((await test.call('POST', at, { body, headers })).status).toBe(200)
  }
  const rows = async <T extends object>(text: string) =>
    (await test.service.db.query<T & Record<string, unknown>>({ text })).rows

  it('applies the unfinished requests of a dead worker, but no request that this worker had already applied', async () => {
    await post({ update_id: 1, ...chatMessage(800, 'begun') })
    await post({ update_id: 2, ...chatMessage(800, 'applied') })
    const { db } = test.service
    const now = test.clock.now()
    const claimed = await claimInbound(db, now, new Date(now.getTime() + 60_000), 10)
    expect(claimed).toHaveLength(2)
    // The worker applied the second request and died before it could mark the request as done.
    const mark = (index: number) => transaction(db, (tx) => markApplied(tx, [{ ...claimed[index]!, positions: [0] }]))
    expect(await mark(1)).toEqual(new Set([claimed[1]!.id]))
    await start()
    await start()
    test.clock.advance(61_000)
    await test.until(async () => (await rows(`select id from inbound_requests where state <> 'done'`)).length === 0)
    expect(await rows('select body from messages')).toEqual([{ body: 'begun' }])
    // The lease of the dead worker has ended. If this worker were resumed, it could not apply the request again.
    expect(await mark(0)).toEqual(new Set())
    await finishInbound(db, [{ ...claimed[0]!, problem: null }])
  })

  it('applies 120 concurrent updates once each and creates recipients and conversations once', async () => {
    await start()
    const chats = Array.from({ length: 120 }, (_, index) => 900 + (index % 40))
    await Promise.all(chats.map((chat, index) => post({ update_id: 100 + index, ...chatMessage(chat, `m${index}`) })))
    await test.until(async () => (await rows(`select id from inbound_requests where state <> 'done'`)).length === 0)
    const [count] = await rows<{ n: number }>(`select count(*)::int as n from messages where body like 'm%'`)
    expect(count!.n).toBe(120)
    const recipients = await rows<{ n: number }>(
      `select telegram_chat_id from recipients where telegram_chat_id::int >= 900 and workspace_id = ${tenant.workspace}`,
    )
    expect(recipients).toHaveLength(40)
    const [conversations] = await rows<{ n: number }>('select count(*)::int as n from conversations')
    expect(conversations!.n).toBe(41)
  })

  it('a webhook that arrives many times at the same moment is stored once, and the other webhooks of that moment are stored too', async () => {
    const copies = Array.from({ length: 40 }, () => post({ update_id: 500, ...chatMessage(990, 'repeated') }))
    const others = Array.from({ length: 20 }, (_, index) =>
      post({ update_id: 501 + index, ...chatMessage(990, 'other') }),
    )
    await Promise.all([...copies, ...others])
    const stored = await rows<{ n: number }>(
      `select count(*)::int as n from inbound_requests where encode(body, 'escape') like '%"update_id":5__,%'`,
    )
    expect(stored).toEqual([{ n: 21 }])
  })
})
