// Wrong keys, tokens and sessions are limited per network. Valid credentials are always accepted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodies } from '../../src/limits.ts'
import { graphSettings, signBody } from '../harness/graph.ts'
import { rawRequest } from '../harness/raw-request.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const ALLOWED = 60
const METRICS_TOKEN = 'a-token-to-read-metrics-with'

describe.each(databases)('wrong credentials, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let network = 0
  beforeAll(async () => {
    test = await startTestService(kind, { TRUST_PROXY: '1', METRICS_TOKEN, METRICS_PORT: '0' })
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const message = { recipient: { email: 'ada@example.com' }, template: 'hello', vars: { name: 'Ada' } }
  /** Returns an IP address that no test used before. */
  const newAddress = () => `198.51.100.${++network}`
  const from = (address: string, headers: Record<string, string> = {}) => ({ 'x-forwarded-for': address, ...headers })
  const wrongKey = (address: string) =>
    test.call('POST', '/send', { body: message, headers: from(address, { authorization: 'Bearer svc_test_unknown' }) })
  const useUp = async (address: string | ((n: number) => string), wrong = wrongKey) => {
    const answers = Array.from({ length: ALLOWED }, (_, n) => wrong(typeof address === 'string' ? address : address(n)))
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([401]))
  }

  it('returns 429 with rate limit headers after sixty wrong credentials in a minute, and returns 401 again a minute later', async () => {
    const address = newAddress()
    await useUp(address)
    const { status, body, headers } = await wrongKey(address)
    expect([status, body.error]).toEqual([429, 'rate_limited'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['60', '0'])
    expect((await wrongKey(newAddress())).status).toBe(401)
    test.clock.advance(61_000)
    expect((await wrongKey(address)).status).toBe(401)
  })

  it('accepts valid keys from a network with too many wrong credentials, even if the process has not cached the keys', async () => {
    const address = newAddress()
    await useUp(address)
    expect((await wrongKey(address)).status).toBe(429)
    const fresh = await test.tenant()
    const trigger = `/workspaces/${fresh.workspace}/sources/${fresh.source}/trigger-keys`
    const { key: triggerKey } = (await test.manage('POST', trigger, {})).body
    for (const key of [tenant.testKey, fresh.testKey, fresh.liveKey])
      expect((await test.call('GET', '/usage', { key, headers: from(address) })).status).toBe(200)
    const triggered = await test.call('POST', `/wh/${triggerKey}`, { body: message, headers: from(address) })
    // 422 means that the key is valid, but that its source has no connection for live messages.
    expect([202, 422]).toContain(triggered.status)
  })

  it('counts the wrong API keys, trigger keys, management tokens and sessions from one network together', async () => {
    const address = newAddress()
    const bearer = { authorization: 'Bearer unknown' }
    const cookie = { cookie: 'carillon_session=unknown' }
    const wrong = [
      () => test.call('GET', '/usage', { headers: from(address, bearer) }),
      () => test.call('POST', '/wh/svcwh_unknown', { body: message, headers: from(address) }),
      () => test.call('POST', '/push/tokens', { body: {}, headers: from(address, bearer) }),
      () => test.call('GET', '/manage/workspaces', { headers: from(address, bearer) }),
      () => test.call('GET', '/manage/workspaces', { headers: from(address, cookie) }),
    ]
    for (let n = 0; n < ALLOWED; n++) expect((await wrong[n % wrong.length]!()).status, String(n)).toBe(401)
    for (const attempt of wrong) {
      const { status, headers } = await attempt()
      expect([status, headers.get('x-ratelimit-limit')]).toEqual([429, '60'])
    }
  })

  it.each(['the port of the service', 'the port of the metrics'])(
    'returns 429 after sixty wrong metrics tokens in a minute at %s, and accepts the right token',
    async (port) => {
      const at = port === 'the port of the service' ? `${test.url}/metrics` : test.service.metricsUrl!
      const address = newAddress()
      const read = (token: string) => fetch(at, { headers: from(address, { authorization: `Bearer ${token}` }) })
      for (let n = 0; n < ALLOWED; n++) expect((await read('wrong')).status, String(n)).toBe(401)
      const refused = await read('wrong')
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await read(METRICS_TOKEN)).status).toBe(200)
    },
  )

  it('counts wrong credentials for each /64 network of IPv6 addresses and for each IPv4 address', async () => {
    await useUp((n) => `2001:db8:0:1::${(n + 1).toString(16)}`)
    expect((await wrongKey('2001:db8:0:1:ffff:ffff:ffff:ffff')).status).toBe(429)
    expect((await wrongKey('2001:db8:0:2::1')).status).toBe(401)
    const address = newAddress()
    await useUp((n) => (n % 2 === 0 ? address : `::ffff:${address}`))
    expect((await wrongKey(address)).status).toBe(429)
  })

  it('counts wrong credentials on public routes, but a browser with an ended session can still sign in', async () => {
    const address = newAddress()
    const cookie = from(address, { cookie: 'carillon_session=unknown', 'sec-fetch-site': 'same-origin' })
    const bearer = from(address, { authorization: 'Bearer unknown' })
    for (let n = 0; n < ALLOWED / 2; n++) {
      expect((await test.call('POST', '/manage/logout', { headers: cookie })).status).toBe(204)
      expect((await test.call('GET', '/manage/setup', { headers: bearer })).status).toBe(200)
    }
    expect((await test.call('POST', '/manage/logout', { headers: cookie })).status).toBe(429)
    expect((await test.call('GET', '/manage/setup', { headers: bearer })).status).toBe(429)
    expect((await test.call('GET', '/manage/workspaces', { headers: cookie })).status).toBe(429)
    const login = { email: 'unknown@example.com', password: 'a wrong password' }
    const signIn = await test.call('POST', '/manage/login', { body: login, headers: cookie })
    expect([signIn.status, signIn.body.error]).toEqual([401, 'invalid_credentials'])
    expect((await test.call('GET', '/manage/setup', { headers: cookie })).status).toBe(200)
    expect((await test.call('POST', '/manage/logout', { headers: from(address) })).status).toBe(204)
  })

  it('does not count requests without a credential as wrong credentials', async () => {
    const address = newAddress()
    for (let n = 0; n <= ALLOWED; n++)
      expect((await test.call('GET', '/usage', { headers: from(address) })).body.error).toBe('missing_api_key')
  })

  it('limits wrong inbound webhooks separately for each connection', async () => {
    const address = newAddress()
    const postInbound = (channel: string) =>
      test.call('POST', `/inbound/${channel}/999999`, { body: {}, headers: from(address) })
    for (let n = 0; n < 120; n++) expect((await postInbound('telegram')).status).toBe(404)
    const throttled = await postInbound('telegram')
    expect([throttled.status, throttled.headers.get('x-ratelimit-limit')]).toEqual([429, '120'])
    expect((await postInbound('whatsapp')).status).toBe(404)
  })

  it('after a network sent too many wrong webhooks, refuses its bodies over 64 KB without reading them, but accepts its genuine webhooks', async () => {
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/whatsapp`
    const { waba_id: _, ...settings } = graphSettings('http://127.0.0.1:9').whatsapp
    const { body } = await test.manage('PUT', at, { settings })
    const path = new URL(body.inbound_url).pathname
    const large = bodies.small + 1
    const post = (address: string, length: number, text = '') =>
      rawRequest(
        test.url,
        `POST ${path}`,
        {
          ...from(address, { 'x-hub-signature-256': signBody(text) }),
          'content-type': 'application/json',
          ...(length > 0 ? { 'content-length': length } : { 'transfer-encoding': 'chunked' }),
        },
        text,
      )
    const address = newAddress()
    const wrong = from(address, { 'x-hub-signature-256': signBody('{}', 'another secret') })
    for (let n = 0; n < 120; n++)
      expect((await test.call('POST', path.replace('/v1', ''), { body: '{}', headers: wrong })).status).toBe(403)
    for (const length of [large, bodies.inbound, 0]) {
      const request = post(address, length)
      const { status, headers } = await request.answer
      expect([length, status, headers['x-ratelimit-limit']]).toEqual([length, 429, '120'])
      request.socket.destroy()
    }
    const genuine = JSON.stringify({ object: 'whatsapp_business_account', entry: [], rest: 'x'.repeat(60_000) })
    expect((await post(address, genuine.length, genuine).answer).status).toBe(200)
    const long = JSON.stringify({ object: 'whatsapp_business_account', entry: [], rest: 'x'.repeat(large) })
    expect((await post(newAddress(), long.length, long).answer).status).toBe(200)
  })
})
