// Telegram updates. They arrive by webhook if Telegram can reach the service. Otherwise one process at a time requests
// them by polling.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/lib/log.ts'
import { type Service, startService } from '../../src/service.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type BotServer, chatMessage, startBotServer } from '../harness/telegram.ts'

const settingsOf = (bot: BotServer, more: object = {}) => ({ bot_token: '1:abc', api_base: bot.url, ...more })
const at = ({ workspace, source }: Tenant) => `/workspaces/${workspace}/sources/${source}/connections/telegram`

async function lastMessages(test: TestService, { workspace }: Tenant): Promise<string[]> {
  const { body } = await test.manage('GET', `/workspaces/${workspace}/conversations`)
  return body.data.map(({ last_message }: { last_message: string }) => last_message)
}

describe.each(databases)('Telegram polling, %s', (kind) => {
  let test: TestService
  let bot: BotServer
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    bot = await startBotServer()
    tenant = await test.tenant()
  })
  afterAll(async () => {
    await test.stop()
    await bot.stop()
  })
  const put = (more: object) => test.manage('PUT', at(tenant), { settings: settingsOf(bot, more) })
  const check = async () => (await test.manage('POST', `${at(tenant)}/check`)).body

  it('polling needs no public URL, and reads updates that arrived before polling began', async () => {
    bot.queueUpdates(chatMessage(500, 'first'), chatMessage(501, 'second'))
    const { status, body } = await put({ mode: 'polling' })
    expect([status, body.found, body.problems]).toEqual([
      200,
      ['Carillon polls Telegram for replies and button presses'],
      {},
    ])
    await test.until(async () => (await lastMessages(test, tenant)).length === 2)
    bot.queueUpdates(chatMessage(502, 'third'))
    await test.until(async () => (await lastMessages(test, tenant)).includes('third'))
    expect(await check()).toMatchObject({ ok: true, problems: {} })
  })

  it('while polling, the service requests only the update types that it reads, waits up to a timeout, and confirms stored updates', async () => {
    const [last] = bot.queueUpdates(chatMessage(503, 'fourth'))
    await test.until(async () => bot.calls('getUpdates').some(({ offset }) => offset === last! + 1))
    expect(bot.calls('getUpdates').at(-1)).toEqual({
      offset: last! + 1,
      timeout: 25,
      limit: 50,
      allowed_updates: ['message', 'callback_query', 'my_chat_member'],
    })
  })

  it('applies a Telegram update once when polling returns it repeatedly', async () => {
    // This Telegram server returns updates again after they were confirmed.
    const update = { ...chatMessage(504, 'again and again') }
    bot.setReply('getUpdates', async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return { body: { ok: true, result: [{ update_id: 5000, ...update }] } }
    })
    const pollsBefore = bot.calls('getUpdates').length
    await test.until(async () => bot.calls('getUpdates').length > pollsBefore + 5)
    bot.setReply('getUpdates', undefined)
    await test.until(async () => (await lastMessages(test, tenant)).includes('again and again'))
    const { rows } = await test.service.db.query({ text: `select id from messages where body = 'again and again'` })
    expect(rows).toHaveLength(1)
  })

  it('the connection check reports why polling fails, and polling continues when the problem is solved', async () => {
    const refusals = [
      [401, 'Unauthorized', 'the bot token is not valid'],
      [409, 'Conflict: terminated by other getUpdates request', 'another program'],
      [409, "Conflict: can't use getUpdates method while webhook is active", 'has a webhook'],
      [502, 'Bad Gateway', 'Telegram refused: Bad Gateway'],
      [200, '<html>', 'is not a list of updates'],
    ] as const
    for (const [status, description, words] of refusals) {
      bot.setReply('getUpdates', () =>
        status === 200
          ? { body: { ok: true, result: 'nonsense' } }
          : { status, body: { ok: false, error_code: status, description } },
      )
      // After a problem, the next poll is delayed. New settings end this delay.
      await put({ mode: 'polling' })
      const found = await test.until(async () => {
        const { ok, problems } = await check()
        return !ok && problems['settings.mode'][0].includes(words) && problems
      })
      expect(Object.keys(found)).toEqual(['settings.mode'])
    }
    bot.setReply('getUpdates', undefined)
    await put({ mode: 'polling' })
    bot.queueUpdates(chatMessage(505, 'all is well'))
    await test.until(async () => (await lastMessages(test, tenant)).includes('all is well'))
    expect((await check()).problems).toEqual({})
  })

  it('polling ends when the connection changes to another mode, and when the connection is deleted', async () => {
    await put({ mode: 'off' })
    await test.until(async () => bot.openPolls().now === 0)
    const pollsBefore = bot.calls('getUpdates').length
    bot.queueUpdates(chatMessage(506, 'while off'))
    await put({ mode: 'polling' })
    await test.until(async () => bot.calls('getUpdates').length > pollsBefore)
    await test.until(async () => (await lastMessages(test, tenant)).includes('while off'))
    await test.manage('DELETE', at(tenant))
    await test.until(async () => bot.openPolls().now === 0)
    const { rows } = await test.service.db.query({ text: 'select connection_id from pollers' })
    expect(rows).toEqual([])
  })
})

describe('Telegram polling by several workers', () => {
  it('one worker polls at a time, and another worker continues when that worker stops', async () => {
    const test = await startTestService('postgres')
    const bot = await startBotServer()
    const others: Service[] = []
    try {
      const env = {
        PORT: '0',
        DATA_DIR: test.dataDir,
        ...test.databaseSettings,
        ALLOW_PRIVATE_NETWORK: '1',
        LOG_LEVEL: 'silent',
      }
      const config = readConfig(env)
      for (let i = 0; i < 2; i++)
        others.push(await startService({ config, role: 'worker', log: createLogger('silent'), clock: test.clock }))
      const tenant = await test.tenant()
      await test.manage('PUT', at(tenant), { settings: settingsOf(bot, { mode: 'polling' }) })
      const owner = async () =>
        (await test.service.db.query<{ owner: string | null }>({ text: 'select owner from pollers' })).rows[0]?.owner
      const first = await test.until(owner)
      for (let i = 0; i < 4; i++) {
        bot.queueUpdates(chatMessage(600 + i, `line ${i}`))
        await test.until(async () => (await lastMessages(test, tenant)).length === i + 1)
      }
      expect(bot.openPolls().most).toBe(1)
      // The lease expires while the worker still polls, as on a machine that hangs. No update may be stored twice.
      await test.service.db.query({
        text: `update pollers set owner = 'a machine that died', lease_until = $1`,
        values: [test.clock.now()],
      })
      bot.queueUpdates(chatMessage(610, 'from the dead machine on'))
      await test.until(async () => (await lastMessages(test, tenant)).includes('from the dead machine on'))
      const second = await test.until(async () => {
        const now = await owner()
        return typeof now === 'string' && now !== 'a machine that died' && now
      })
      expect([first, second]).not.toContain('a machine that died')
      for (const other of others.splice(0)) await other.stop()
      bot.queueUpdates(chatMessage(611, 'after they stopped'))
      await test.until(async () => (await lastMessages(test, tenant)).includes('after they stopped'))
      const { rows } = await test.service.db.query({
        text: 'select provider_id from messages group by provider_id having count(*) > 1',
      })
      expect(rows).toEqual([])
    } finally {
      for (const other of others) await other.stop()
      await test.stop()
      await bot.stop()
    }
  })
})

describe('registration of the Telegram webhook', () => {
  let test: TestService
  let bot: BotServer
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService('embedded', { PUBLIC_URL: 'https://carillon.example' })
    bot = await startBotServer()
    tenant = await test.tenant()
  })
  afterAll(async () => {
    await test.stop()
    await bot.stop()
  })
  const put = async (more: object = {}) =>
    (await test.manage('PUT', at(tenant), { settings: settingsOf(bot, more) })).body
  const check = async () => (await test.manage('POST', `${at(tenant)}/check`)).body

  it('registers the Telegram webhook when settings are saved and again when they are checked', async () => {
    const body = await put()
    expect(body.found).toEqual([`Telegram sends replies and button presses to ${body.inbound_url}`])
    const { secret_token } = bot.webhook()!
    bot.setReply('getWebhookInfo', () => ({
      body: { ok: true, result: { url: body.inbound_url, last_error_message: 'Connection refused' } },
    }))
    expect((await check()).found).toContain("Telegram's last call failed: Connection refused")
    bot.setReply('getWebhookInfo', undefined)
    expect(bot.calls('setWebhook')).toHaveLength(2)
    expect(bot.webhook()!.secret_token).toBe(secret_token)
  })

  it('a connection that changes to another Telegram bot gets another webhook secret', async () => {
    const { secret_token } = bot.webhook()!
    await put({ bot_token: '2:def' })
    expect(bot.webhook()!.secret_token).not.toBe(secret_token)
    await put()
  })

  it('keeps the settings when Telegram refuses the webhook, and reports the reason', async () => {
    const description = 'Bad Request: bad webhook: Failed to resolve host'
    bot.setReply('setWebhook', () => ({ status: 400, body: { ok: false, error_code: 400, description } }))
    expect((await put()).problems).toEqual({ 'settings.mode': [`Telegram refused: ${description}`] })
    expect(await check()).toMatchObject({
      ok: false,
      problems: { 'settings.mode': [`Telegram refused: ${description}`] },
    })
    bot.setReply('setWebhook', () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }))
    expect((await check()).problems['settings.mode'][0]).toContain('it answered 200')
    bot.setReply('setWebhook', undefined)
    expect((await check()).ok).toBe(true)
  })

  it('deletes the webhook of Carillon at Telegram when the mode changes or when the connection or source is deleted, but keeps a webhook of another program', async () => {
    await put()
    await put({ mode: 'off' })
    expect(bot.webhook()).toBeUndefined()
    await put({ mode: 'webhook' })
    await test.manage('DELETE', at(tenant))
    expect(bot.webhook()).toBeUndefined()
    await put()
    bot.setReply('getWebhookInfo', () => ({ body: { ok: true, result: { url: 'https://other.example/bot' } } }))
    await test.manage('DELETE', at(tenant))
    expect(bot.webhook()).toBeDefined()
    bot.setReply('getWebhookInfo', undefined)
    await put()
    await test.manage('DELETE', `/workspaces/${tenant.workspace}/sources/${tenant.source}`)
    expect(bot.webhook()).toBeUndefined()
  })

  it.each([
    ['http://carillon.example', 'is not an https URL'],
    ['https://carillon.example:3000', 'has a port other than 443, 80, 88 and 8443'],
  ])(
    'registers no Telegram webhook when PUBLIC_URL is %s, and reports the reason',
    async (url, words) => {
      const local = await startTestService('embedded', { PUBLIC_URL: url })
      try {
        const own = await local.tenant()
        const connect = async (more: object) =>
          (await local.manage('PUT', at(own), { settings: settingsOf(bot, more) })).body
        const silent = await connect({})
        expect(silent.problems).toEqual({})
        expect(silent.found[0]).toContain(`are not received, because PUBLIC_URL (${url}) ${words}`)
        expect((await connect({ mode: 'webhook' })).problems['settings.mode'][0]).toContain(words)
        expect((await local.manage('POST', `${at(own)}/check`)).body.problems['settings.mode'][0]).toContain('polling')
        expect((await connect({ mode: 'off' })).problems).toEqual({})
      } finally {
        await local.stop()
      }
    },
    90_000,
  )
})
