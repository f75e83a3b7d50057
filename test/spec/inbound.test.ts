// Inbound webhooks. The service verifies their raw bytes, stores them once, answers at once and processes them later.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type BotServer, chatMessage, startBotServer } from '../harness/telegram.ts'

describe.each(databases)('Telegram webhooks, %s', (kind) => {
  let test: TestService
  let bot: BotServer
  let tenant: Tenant
  let at: string
  let secret: string
  beforeAll(async () => {
    test = await startTestService(kind, { PUBLIC_URL: 'https://carillon.example' })
    bot = await startBotServer()
    tenant = await test.tenant()
    const connected = await connect(tenant)
    at = connected.inbound_url.replace('https://carillon.example/v1', '')
    secret = bot.webhook()!.secret_token
  })
  afterAll(async () => {
    await test.stop()
    await bot.stop()
  })

  const connect = async ({ workspace, source }: Tenant, settings: object = {}) =>
    (
      await test.manage('PUT', `/workspaces/${workspace}/sources/${source}/connections/telegram`, {
        settings: { bot_token: '1:abc', api_base: bot.url, ...settings },
      })
    ).body
  const post = (body: unknown, headers: Record<string, string> = {}, to = at) =>
    test.call('POST', to, { body, headers: { 'x-telegram-bot-api-secret-token': secret, ...headers } })
  const countRequests = async () =>
    (await test.service.db.query<{ n: number }>({ text: 'select count(*)::int as n from inbound_requests' })).rows[0]!.n
  const conversations = async (of = tenant) =>
    (await test.manage('GET', `/workspaces/${of.workspace}/conversations`)).body.data

  it('registers the inbound URL and a secret of the connection at Telegram', async () => {
    expect(at).toMatch(/^\/inbound\/telegram\/\d+$/)
    expect(bot.webhook()).toEqual({
      url: `https://carillon.example/v1${at}`,
      secret_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      allowed_updates: ['message', 'callback_query', 'my_chat_member'],
    })
  })

  it('refuses a Telegram webhook without the right secret and does not store it', async () => {
    const before = await countRequests()
    const update = { update_id: 1, ...chatMessage(700, 'hello') }
    expect((await test.call('POST', at, { body: update })).status).toBe(403)
    expect((await post(update, { 'x-telegram-bot-api-secret-token': `${secret}0` })).status).toBe(403)
    expect((await post(update, { 'x-telegram-bot-api-secret-token': '' })).body.error).toBe('forbidden')
    expect(await countRequests()).toBe(before)
  })

  it('returns 404 for an inbound webhook to the URL of a connection that does not exist', async () => {
    const update = { update_id: 2, ...chatMessage(700, 'hello') }
    for (const to of ['/inbound/telegram/999999', '/inbound/telegram/abc', '/inbound/pigeon/1', '/inbound/email/1']) {
      expect((await post(update, {}, to)).status, to).toBe(404)
    }
    // The id in this URL exists, but belongs to a Telegram connection.
    expect((await post(update, {}, at.replace('telegram', 'whatsapp'))).status).toBe(404)
  })

  it('returns 403 for a GET request to the inbound URL of Telegram', async () => {
    expect((await test.call('GET', at)).status).toBe(403)
  })

  it('stores a Telegram message of an unknown person and creates the recipient', async () => {
    const answer = await post({ update_id: 10, ...chatMessage(701, 'Where is my order?') })
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    const [conversation] = await test.until(async () => {
      const found = await conversations()
      return found.length > 0 && found
    })
    expect(conversation).toMatchObject({
      channel: 'telegram',
      source_id: tenant.source,
      recipient: { name: 'Ada Lovelace' },
      last_message: 'Where is my order?',
    })
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/recipients/${conversation.recipient.id}`)
    expect(body).toMatchObject({ telegram_chat_id: '701', locale: 'en-GB', mode: 'live', email: null })
  })

  it('stores a Telegram webhook once, even if Telegram repeats the webhook', async () => {
    const update = { update_id: 11, ...chatMessage(702, 'once') }
    const before = await countRequests()
    for (let i = 0; i < 5; i++) expect((await post(update)).status).toBe(200)
    await Promise.all(Array.from({ length: 5 }, () => post(update)))
    expect(await countRequests()).toBe(before + 1)
  })

  it('returns 200 for a verified webhook that is not JSON, and does not store it', async () => {
    const before = await countRequests()
    for (const body of ['{"update_id":', '', 'hello', '['.repeat(200_000)]) {
      expect((await post(body)).status, body.slice(0, 20)).toBe(200)
    }
    expect(await countRequests()).toBe(before)
  })

  it('accepts Telegram updates of unknown types, and marks every stored webhook as done', async () => {
    const strange = [
      { update_id: 20 },
      { update_id: 21, message: { chat: 5 } },
      { update_id: 22, message: { message_id: 'x', date: 'y', chat: { id: 'z' } } },
      { update_id: 23, callback_query: null },
      { update_id: 24, my_chat_member: { chat: { id: 1 } } },
      { update_id: 25, poll: {} },
      [1, 2, 3],
      'text',
      null,
      7,
    ]
    for (const body of strange) expect((await post(JSON.stringify(body))).status).toBe(200)
    expect((await post({ update_id: 26, ...chatMessage(703, 'a\u0000b\ud83d') })).status).toBe(200)
    await test.until(async () =>
      (await conversations()).some((one: { last_message: string }) => one.last_message === 'a\ufffdb\ufffd'),
    )
    // A request is marked as done shortly after its last event was applied.
    await test.until(async () => {
      const left = await test.service.db.query({ text: `select state from inbound_requests where state <> 'done'` })
      return left.rows.length === 0
    })
  })

  it('accepts an inbound webhook of 3 MB, and returns 413 for an inbound webhook of more than 4 MB', async () => {
    const of = (megabytes: number) => JSON.stringify({ update_id: 30, poll: 'x'.repeat(megabytes * 1024 * 1024) })
    expect((await post(of(3))).status).toBe(200)
    const answer = await post(of(4))
    expect([answer.status, answer.body.error]).toEqual([413, 'payload_too_large'])
  })

  it('accepts an inbound webhook with any content type', async () => {
    for (const [index, type] of ['text/plain', 'application/x-www-form-urlencoded'].entries()) {
      const answer = await post(JSON.stringify({ update_id: 31 + index }), { 'content-type': type })
      expect(answer.status, type).toBe(200)
    }
  })

  it('accepts inbound webhooks while their connection is paused, and returns 404 after the connection was deleted', async () => {
    const other = await test.tenant()
    const { inbound_url } = await connect(other)
    const to = inbound_url.replace('https://carillon.example/v1', '')
    const own = { 'x-telegram-bot-api-secret-token': bot.webhook()!.secret_token }
    await test.service.db.query({
      text: `update connections set paused_until = 'infinity' where workspace_id = $1`,
      values: [other.workspace],
    })
    expect((await post({ update_id: 40, ...chatMessage(704, 'still here') }, own, to)).status).toBe(200)
    await test.until(async () => (await conversations(other)).length === 1)
    await test.manage('DELETE', `/workspaces/${other.workspace}/sources/${other.source}/connections/telegram`)
    expect((await post({ update_id: 41 }, own, to)).status).toBe(404)
  })

  it('accepts a Telegram webhook only with the secret of its connection, and stores the message only in the workspace of that connection', async () => {
    const other = await test.tenant()
    const { inbound_url } = await connect(other)
    const to = inbound_url.replace('https://carillon.example/v1', '')
    const own = bot.webhook()!.secret_token
    expect(own).not.toBe(secret)
    expect((await post({ update_id: 50 }, { 'x-telegram-bot-api-secret-token': own })).status).toBe(403)
    await post(
      { update_id: 50, ...chatMessage(701, 'to the other shop') },
      { 'x-telegram-bot-api-secret-token': own },
      to,
    )
    const [theirs] = await test.until(async () => {
      const found = await conversations(other)
      return found.length === 1 && found
    })
    expect(theirs.last_message).toBe('to the other shop')
    expect((await test.manage('GET', `/workspaces/${tenant.workspace}/conversations/${theirs.id}`)).status).toBe(404)
    expect(JSON.stringify(await conversations())).not.toContain('to the other shop')
  })
})

describe('forged inbound webhooks', () => {
  it('returns 429 after 120 forged webhooks in a minute and accepts genuine webhooks from the same network', async () => {
    const test = await startTestService('embedded', { PUBLIC_URL: 'https://carillon.example' })
    const bot = await startBotServer()
    try {
      const { workspace, source } = await test.tenant()
      const { body } = await test.manage('PUT', `/workspaces/${workspace}/sources/${source}/connections/telegram`, {
        settings: { bot_token: '1:abc', api_base: bot.url },
      })
      const to = body.inbound_url.replace('https://carillon.example/v1', '')
      const forged = () => test.call('POST', to, { body: {}, headers: { 'x-telegram-bot-api-secret-token': 'guess' } })
      for (let i = 0; i < 120; i++) expect((await forged()).status).toBe(403)
      const refused = await forged()
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      const genuine = { 'x-telegram-bot-api-secret-token': bot.webhook()!.secret_token }
      expect((await test.call('POST', to, { body: { update_id: 1 }, headers: genuine })).status).toBe(200)
      expect((await forged()).status).toBe(429)
      test.clock.advance(61_000)
      expect((await forged()).status).toBe(403)
    } finally {
      await test.stop()
      await bot.stop()
    }
  })
})
