// API keys, error responses, and the order of the checks on a request.
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('errors on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  const ada = { name: 'Ada', email: 'ada@example.com' }
  const message = { recipient: ada, template: 'hello', vars: { name: 'Ada' } }
  const operations: [string, string, object | undefined][] = [
    ['POST', '/send', message],
    ['POST', '/send/batch', { messages: [message] }],
    ['GET', '/usage', undefined],
  ]
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const newKey = async (mode: string) => {
    const path = `/workspaces/${tenant.workspace}/sources/${tenant.source}/api-keys`
    const { id, key } = (await test.manage('POST', path, { mode })).body
    return { key, revoke: () => test.manage('DELETE', `${path}/${id}`) }
  }

  it.each(operations)(
    '%s %s accepts an API key of either mode and refuses a missing, unknown or revoked API key [AUTH-01, AUTH-02, AUTH-04, AUTH-05, AUTH-06, D4c, D4e]',
    async (method, path, body) => {
      const refusalOf = async (headers: Record<string, string>) => {
        const answer = await test.call(method, path, { body, headers })
        expect(answer.body.message).toBeTruthy()
        return [answer.status, answer.body.error]
      }
      expect(tenant.liveKey).toMatch(/^svc_live_[A-Za-z0-9]+$/)
      for (const key of [tenant.testKey, tenant.liveKey]) {
        expect([200, 202, 422]).toContain((await test.call(method, path, { key, body })).status)
      }
      expect(await refusalOf({})).toEqual([401, 'missing_api_key'])
      for (const authorization of ['', 'Basic YTpi', 'Bearer', tenant.testKey]) {
        expect(await refusalOf({ authorization })).toEqual([401, 'missing_api_key'])
      }
      for (const wrong of ['svc_test_unknown', `${tenant.testKey}x`, tenant.testKey.slice(0, -1), 'x'.repeat(5000)]) {
        expect(await refusalOf({ authorization: `Bearer ${wrong}` })).toEqual([401, 'invalid_api_key'])
      }
      const { key, revoke } = await newKey('test')
      expect([200, 202]).toContain((await test.call(method, path, { key, body })).status)
      await revoke()
      expect(await refusalOf({ authorization: `Bearer ${key}` })).toEqual([403, 'revoked_api_key'])
    },
  )

  it('assigns a send request to the source and the workspace of its API key [AUTH-07, WHAT-12]', async () => {
    const { body } = await test.send(tenant.testKey, message)
    const delivery = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${body.delivery_id}`)
    expect(delivery.body.source_id).toBe(tenant.source)
    const usage = await test.call('GET', '/usage', { key: tenant.testKey })
    expect(usage.body.workspace_id).toBe(tenant.workspace)
  })

  /** Sends the bytes unchanged and reads until the service closes the connection. */
  const exchange = (bytes: string) =>
    new Promise<{ status: number; body: { error: string; message: string } }>((resolve, reject) => {
      const socket = connect(Number(new URL(test.url).port), '127.0.0.1')
      let answer = ''
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk
      })
      socket.on('error', reject)
      socket.on('end', () => {
        const [head, body] = answer.split('\r\n\r\n') as [string, string]
        resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) as { error: string; message: string } })
      })
      socket.write(bytes)
    })

  it.each<[string, string | object, number, string]>([
    ['incomplete JSON [D4b]', '{"a":', 400, 'malformed_json'],
    ['an empty body [D4b]', '', 400, 'malformed_json'],
    ['a prototype key [D4b]', '{"__proto__":{"x":1}}', 400, 'malformed_json'],
    ['a nested prototype key', '{"vars":{"constructor":{"prototype":{}}}}', 400, 'malformed_json'],
    ['bytes that are not UTF-8', Buffer.from('{"template":"\xff"}', 'latin1'), 400, 'malformed_json'],
    ['an array', [], 422, 'validation_failed'],
    ['null', 'null', 422, 'validation_failed'],
    ['a NUL character', { ...message, vars: { name: 'a\u0000' } }, 422, 'validation_failed'],
    ['a lone surrogate', { ...message, vars: { name: '\ud800' } }, 422, 'validation_failed'],
    ['a number out of range', '{"recipient":{"id":1e999},"template":"hello"}', 422, 'validation_failed'],
    [
      'too deep nesting',
      `{"recipient":{"email":"a@b.it"},"template":"hello","vars":${'{"a":'.repeat(60)}1${'}'.repeat(60)}}`,
      422,
      'validation_failed',
    ],
    ['an unknown recipient [ERR-01]', { ...message, recipient: { id: 999_999 } }, 404, 'recipient_not_found'],
    ['an unknown template [ERR-02, D4g]', { ...message, template: 'nothing' }, 404, 'template_not_found'],
  ])(
    'returns an error for a send request with %s, and accepts the next send request [D4]',
    async (_name, body, status, error) => {
      const refused = await test.send(tenant.testKey, body, { 'content-type': 'application/json' })
      expect([refused.status, refused.body.error]).toEqual([status, error])
      expect(refused.body.message).toBeTruthy()
      expect((await test.send(tenant.testKey, message)).status).toBe(202)
    },
  )

  it('returns 415 for a content type other than JSON [AUTH-08, D4k]', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const refused = await test.send(tenant.testKey, JSON.stringify(message), { 'content-type': type })
      expect([refused.status, refused.body.error]).toEqual([415, 'unsupported_media_type'])
    }
    const charset = { 'content-type': 'application/json; charset=utf-8' }
    expect((await test.send(tenant.testKey, JSON.stringify(message), charset)).status).toBe(202)
  })

  it('returns 415 for a compressed body', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const refused = await test.send(tenant.testKey, gzipSync(JSON.stringify(message)), headers)
    expect([refused.status, refused.body.error]).toEqual([415, 'unsupported_media_type'])
  })

  it('the error contains the position of invalid JSON, or the name of a forbidden key such as __proto__ [D4b]', async () => {
    const messageOf = async (body: string) => (await test.send(tenant.testKey, body)).body.message
    expect(await messageOf('{"template":hello}')).toContain('"template":hello')
    expect(await messageOf('{"__proto__":{"x":1}}')).toContain('"__proto__"')
  })

  it('reports at most fifty problems of a body, and reports the permitted number of values if a body has too many values', async () => {
    const unknown = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`recipien${index}`, 1]))
    const faults = await test.send(tenant.testKey, unknown(5_000))
    expect([faults.status, Object.keys(faults.body.details).length]).toEqual([422, 50])
    const values = await test.send(tenant.testKey, { ...message, vars: unknown(200_000) })
    // Values are counted before the body is parsed, so the error cannot name the field.
    expect([values.status, values.body.details]).toEqual([422, { body: [expect.stringContaining('10000')] }])
  })

  it('the error for an unknown path does not repeat a key from the URL [D4]', async () => {
    const get = (address: string, header = 'Host: x') =>
      `GET ${address} HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`
    for (const [bytes, status, error] of [
      [get('/v1/deliveries/%E0%A4'), 400, 'bad_request'],
      [get('/v1/wh/svcwh_secret%zz'), 400, 'bad_request'],
      [get('/v1/nothing#%zz'), 404, 'not_found'],
      [get('http://elsewhere.example/v1/send?a'), 405, 'method_not_allowed'],
      [get(`/v1/deliveries/${'9'.repeat(5000)}`), 404, 'not_found'],
      [get('/v1/health', `X: ${'x'.repeat(20_000)}`), 431, 'headers_too_large'],
      ['SOMETHING ELSE\r\n\r\n', 400, 'bad_request'],
      ['\u0016\u0003\u0001', 400, 'bad_request'],
    ] as const) {
      const answer = await exchange(bytes)
      expect([answer.status, Object.keys(answer.body), answer.body.error]).toEqual([
        status,
        ['error', 'message'],
        error,
      ])
      expect(answer.body.message).not.toContain('secret')
    }
  })

  it('returns 404 for an unknown path, and 405 with the allowed methods for an unsupported method on a known path [D1, D4g, D4h, VER-01]', async () => {
    expect((await test.send(tenant.testKey, message)).status).toBe(202)
    const headers = { authorization: `Bearer ${tenant.testKey}`, 'content-type': 'application/json' }
    for (const path of ['/send', '/v2/send', '/v1/nothing']) {
      const answer = await fetch(`${test.url}${path}`, { method: 'POST', headers, body: JSON.stringify(message) })
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([404, 'not_found'])
    }
    const missing = await test.call('GET', '/deliveries/999999999', { key: tenant.testKey })
    expect([missing.status, missing.body.error]).toEqual([404, 'not_found'])
    for (const [method, path, allowed] of [
      ['GET', '/send', 'POST'],
      ['DELETE', '/usage', 'GET, HEAD'],
      ['PUT', '/send/batch', 'POST'],
      ['POST', '/health', 'GET, HEAD'],
      ['OPTIONS', '/send', 'POST'],
    ] as const) {
      const answer = await test.call(method, path, { key: tenant.testKey })
      expect([answer.status, answer.body.error, answer.headers.get('allow')]).toEqual([
        405,
        'method_not_allowed',
        allowed,
      ])
    }
    // In the first three paths, `import` is in the place where other paths have the id of a recipient, but it must not
    // be treated as an id.
    const at = `/workspaces/${tenant.workspace}`
    for (const [method, path, allowed] of [
      ['PUT', `${at}/recipients/import`, 'POST'],
      ['GET', `${at}/recipients/import`, 'POST'],
      ['DELETE', `${at}/recipients/import`, 'POST'],
      ['POST', `${at}/recipients/1`, 'DELETE, GET, HEAD, PATCH'],
    ] as const) {
      const answer = await test.manage(method, path)
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allowed])
    }
  })

  it('returns 409 for a change that the status of a delivery no longer permits [D4i]', async () => {
    const { body } = await test.send(tenant.testKey, message)
    await test.settled(tenant, body.delivery_id, 'sent')
    const path = `/workspaces/${tenant.workspace}/deliveries/${body.delivery_id}`
    const cancelled = await test.manage('POST', `${path}/cancel`)
    expect([cancelled.status, cancelled.body.error]).toEqual([409, 'conflict'])
  })

  it('checks a request in a fixed order: key, rate, shape, recipient, template, channel and content [D5, D5b, D5e, D5f]', async () => {
    const allWrong = { recipient: { id: 999_999 }, template: 'nothing', channel: 'discord', vars: {} }
    const errorOf = async (key: string, body: object) => (await test.send(key, body)).body.error
    const limited = await test.tenant({ rate_limit: 1 })
    expect(await errorOf('svc_test_unknown', { ...allWrong, priority: 'x' })).toBe('invalid_api_key')
    expect(await errorOf(limited.testKey, message)).toBe(undefined)
    expect(await errorOf(limited.testKey, { ...allWrong, priority: 'x' })).toBe('rate_limited')
    expect(await errorOf(tenant.testKey, { ...allWrong, priority: 'x' })).toBe('validation_failed')
    expect(await errorOf(tenant.testKey, allWrong)).toBe('recipient_not_found')
    expect(await errorOf(tenant.testKey, { ...allWrong, recipient: ada })).toBe('template_not_found')
    expect(await errorOf(tenant.testKey, { ...allWrong, recipient: ada, template: 'hello' })).toBe('validation_failed')
  })

  it('an invalid request with a test key gets the same error as with a live key [D27b]', async () => {
    const wrong: object[] = [
      { ...message, priority: 'x' },
      { ...message, template: 'nothing' },
      { ...message, recipient: { id: 999_999 } },
      { template: 'hello' },
    ]
    for (const body of wrong) {
      const [testAnswer, liveAnswer] = [await test.send(tenant.testKey, body), await test.send(tenant.liveKey, body)]
      const { message: _test, ...testRest } = testAnswer.body
      const { message: _live, ...liveRest } = liveAnswer.body
      expect([testAnswer.status, testRest]).toEqual([liveAnswer.status, liveRest])
    }
  })

  it('serves an OpenAPI document that names the API version 1.0.0 [VER-02]', async () => {
    const answer = await fetch(`${test.url}/openapi.json`)
    expect(((await answer.json()) as { info: { version: string } }).info.version).toBe('1.0.0')
  })

  it('serves the API reference at /docs, and returns 404 for an unknown file below /docs', async () => {
    const page = await fetch(`${test.url}/docs`)
    expect([page.status, page.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    const files = [...(await page.text()).matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => file!)
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) {
      expect([file, (await fetch(new URL(file, page.url))).status]).toEqual([file, 200])
    }
    const shown = await (await fetch(`${test.url}/docs/json`)).json()
    expect(shown).toEqual(await (await fetch(`${test.url}/openapi.json`)).json())
    const lacking = await test.call('GET', '/../docs/nothing')
    expect([lacking.status, lacking.body.error]).toEqual([404, 'not_found'])
  })
})
