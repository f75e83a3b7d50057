// The order of checks on a request. The service checks the credential before the body, and the size before the content
// (decision 68).
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest } from '../harness/raw-request.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type BotServer, startBotServer } from '../harness/telegram.ts'

const MB = 1024 * 1024
const json = { 'content-type': 'application/json' }

describe.each(databases)('order of the checks on a request, %s', (kind) => {
  let test: TestService
  let bot: BotServer
  let tenant: Tenant
  const message = { recipient: { name: 'Ada', email: 'ada@example.com' }, template: 'hello', vars: { name: 'Ada' } }
  beforeAll(async () => {
    test = await startTestService(kind, { PUBLIC_URL: 'https://carillon.example' })
    bot = await startBotServer()
    tenant = await test.tenant()
  })
  afterAll(async () => {
    await test.stop()
    await bot.stop()
  })

  /** Announces a body of `length` bytes, but does not send the body. Returns the response. */
  const answerWithoutBody = async (line: string, length: number, headers: Record<string, string> = {}) => {
    const { answer, socket } = rawRequest(test.url, line, { ...json, 'content-length': length, ...headers })
    try {
      const { status, body } = await answer
      return [status, body.error]
    } finally {
      socket.destroy()
    }
  }
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const newKey = async (what: 'api-keys' | 'trigger-keys') => {
    const path = `/workspaces/${tenant.workspace}/sources/${tenant.source}/${what}`
    const { id, key } = (await test.manage('POST', path, what === 'api-keys' ? { mode: 'test' } : {})).body
    return { key, revoke: () => test.manage('DELETE', `${path}/${id}`) }
  }
  const remaining = async (key: string) =>
    Number((await test.call('GET', '/usage', { key })).headers.get('x-ratelimit-remaining'))

  it.each(['POST /v1/send', 'POST /v1/send/batch', 'POST /v1/push/tokens'])(
    '%s returns 401 for an unknown key and 403 for a revoked key without waiting for the body',
    async (line) => {
      expect(await answerWithoutBody(line, 60_000)).toEqual([401, 'missing_api_key'])
      expect(await answerWithoutBody(line, 60_000, bearer('svc_test_unknown'))).toEqual([401, 'invalid_api_key'])
      const { key, revoke } = await newKey('api-keys')
      await revoke()
      expect(await answerWithoutBody(line, 60_000, bearer(key))).toEqual([403, 'revoked_api_key'])
    },
  )

  it('checks the key of each request on a connection that carries requests with different keys', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { key, revoke } = await newKey('api-keys')
    const statusWith = (authorization?: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { ...json, ...(authorization === undefined ? {} : { authorization }) }
        const sent = request(`${test.url}/v1/send`, { agent, method: 'POST', headers }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode))
        })
        sent.on('error', reject).end(JSON.stringify(message))
      })
    expect(await statusWith(`Bearer ${key}`)).toBe(202)
    expect(await statusWith(`Bearer ${tenant.testKey}`)).toBe(202)
    expect(await statusWith('Bearer unknown')).toBe(401)
    expect(await statusWith()).toBe(401)
    await revoke()
    expect(await statusWith(`Bearer ${key}`)).toBe(403)
    expect(await statusWith(`Bearer ${tenant.testKey}`)).toBe(202)
    agent.destroy()
  })

  it('POST /v1/wh returns 401 for unknown and revoked trigger keys, and for an API key, without waiting for the body', async () => {
    const { key, revoke } = await newKey('trigger-keys')
    await revoke()
    for (const wrong of ['svcwh_unknown', key, tenant.testKey])
      expect(await answerWithoutBody(`POST /v1/wh/${wrong}`, 60_000)).toEqual([401, 'invalid_webhook_key'])
  })

  it('the management API returns 401 for a wrong credential without waiting for the body', async () => {
    const line = `POST /v1/manage/workspaces/${tenant.workspace}/templates`
    expect(await answerWithoutBody(line, 60_000)).toEqual([401, 'missing_token'])
    expect(await answerWithoutBody(line, 60_000, bearer('svcadm_unknown'))).toEqual([401, 'invalid_token'])
    const cookie = {
      cookie: 'carillon_session=unknown; __Host-carillon_session=unknown',
      'sec-fetch-site': 'same-origin',
    }
    expect(await answerWithoutBody(line, 60_000, cookie)).toEqual([401, 'invalid_token'])
  })

  it('refuses the next request with a revoked API key, and refuses later requests with that key without waiting for the body', async () => {
    const { key, revoke } = await newKey('api-keys')
    expect((await test.send(key, message)).status).toBe(202)
    await revoke()
    expect((await test.send(key, message)).body.error).toBe('revoked_api_key')
    expect(await answerWithoutBody('POST /v1/send', 60_000, bearer(key))).toEqual([403, 'revoked_api_key'])
  })

  it('accepts a new API key immediately after a request with an unknown key', async () => {
    const { key } = await newKey('api-keys')
    expect((await test.send(`${key}x`, message)).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 8 }, () => test.send(key, message)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202))
  })

  it('a client that sends 14 MB before it reads the response receives the 401 for its unknown key', async () => {
    const body = Buffer.alloc(14 * MB, 0x20)
    const { answer, closed } = rawRequest(
      test.url,
      'POST /v1/send',
      { ...json, ...bearer('svc_test_unknown'), 'content-length': body.length },
      body,
    )
    const { status, headers } = await answer
    expect([status, headers.connection]).toEqual([401, 'close'])
    await closed
    const refused = await test.send('svc_test_unknown', body)
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_api_key'])
  })

  it('routes without a credential refuse a body of more than 64 KB without waiting for the body', async () => {
    for (const path of [
      'login',
      'setup',
      'logout',
      'password/forgotten',
      'password/reset',
      'invitation/read',
      'invitation/accept',
    ]) {
      const { answer, socket } = rawRequest(test.url, `POST /v1/manage/${path}`, { ...json, 'content-length': 65_537 })
      const { status, body } = await answer
      socket.destroy()
      expect([path, status, body.error, body.message]).toEqual([
        path,
        413,
        'payload_too_large',
        expect.stringContaining('64 KB'),
      ])
    }
  })

  it('counts a request with a valid key toward the rate limit when its body is too large, unreadable or too complex', async () => {
    const { testKey: key } = await test.tenant({ rate_limit: 100 })
    const before = await remaining(key)
    const { answer, socket } = rawRequest(test.url, 'POST /v1/send', {
      ...json,
      ...bearer(key),
      'content-length': 18 * MB,
    })
    const tooLarge = await answer
    socket.destroy()
    expect([tooLarge.status, tooLarge.body.message]).toEqual([413, expect.stringContaining('at most 17 MB')])
    expect(tooLarge.headers['x-ratelimit-remaining']).toBe(String(before - 1))
    expect((await test.send(key, '{"a":')).headers.get('x-ratelimit-remaining')).toBe(String(before - 2))
    const complex = await test.send(key, `{"messages":[${'{},'.repeat(20_000)}{}]}`)
    expect([complex.status, complex.headers.get('x-ratelimit-remaining')]).toEqual([422, String(before - 3)])
    const large = await test.call('POST', '/send/batch', { key, body: `{"messages":[${'{},'.repeat(200_000)}{}]}` })
    expect([large.status, large.headers.get('x-ratelimit-remaining')]).toEqual([422, String(before - 4)])
    expect(large.body.details).toEqual({ body: [expect.stringContaining('at most 100000')] })
  })

  it('refuses an inbound webhook before its body arrives if the connection is unknown, a header is wrong or the size is too large', async () => {
    const { body } = await test.manage(
      'PUT',
      `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`,
      { settings: { bot_token: '1:abc', api_base: bot.url } },
    )
    const line = `POST ${body.inbound_url.replace('https://carillon.example', '')}`
    expect(await answerWithoutBody('POST /v1/inbound/telegram/999999', 60_000)).toEqual([404, 'not_found'])
    expect(await answerWithoutBody('POST /v1/inbound/pigeon/1', 60_000)).toEqual([404, 'not_found'])
    expect(await answerWithoutBody(line, 60_000)).toEqual([403, 'forbidden'])
    expect(await answerWithoutBody(line, 60_000, { 'x-telegram-bot-api-secret-token': 'guess' })).toEqual([
      403,
      'forbidden',
    ])
    const secret = bot.webhook()!.secret_token
    expect(await answerWithoutBody(line, 5 * MB, { 'x-telegram-bot-api-secret-token': secret })).toEqual([
      413,
      'payload_too_large',
    ])
  })
})
