// Requests that arrive slowly or not at all, and more connections than the limits permit.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest } from '../harness/raw-request.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const json = { 'content-type': 'application/json' }
const message = { recipient: { email: 'ada@example.com' }, template: 'hello', vars: { name: 'Ada' } }

describe('slow requests', () => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    const limits = {
      BODY_TIMEOUT: '1',
      BODY_RATE: '2000000',
      HEADERS_TIMEOUT: '1',
      REQUEST_TIMEOUT: '300',
      IDLE_TIMEOUT: '1',
    }
    test = await startTestService('embedded', limits)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const slowly = (line: string, headers: Record<string, string> = {}) =>
    rawRequest(test.url, line, { ...json, ...headers, 'content-length': 1000 }, '{')

  it.each([
    'POST /v1/manage/login',
    'POST /v1/svc/action/unknown',
    'POST /v1/svc/unsubscribe/unknown',
    'POST /v1/svc/preferences/unknown',
  ])('%s returns 408 for a body that stops arriving, and closes the network connection', async (line) => {
    const { answer, closed } = slowly(line, { accept: 'application/json' })
    const { status, body } = await answer
    expect([status, body.error]).toEqual([408, 'request_timeout'])
    await closed
  })

  it('POST /v1/send returns 408 for a body that stops arriving, and counts the request toward the rate limit of its API key', async () => {
    const { answer } = slowly('POST /v1/send', { authorization: `Bearer ${tenant.testKey}` })
    const { status, body, headers } = await answer
    expect([status, body.error]).toEqual([408, 'request_timeout'])
    expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(1_000_000)
  })

  it('a large body that arrives at BODY_RATE or faster may take longer than BODY_TIMEOUT', async () => {
    // The body has 4 MB. It may take about three seconds: BODY_TIMEOUT, plus one second for each 2 MB (BODY_RATE). The
    // client of this test sends the body faster.
    const content = Buffer.alloc(3 * 1024 * 1024).toString('base64')
    const sent = await test.send(tenant.testKey, { ...message, attachments: [{ filename: 'a.bin', content }] })
    expect(sent.status).toBe(202)
  })

  it('closes the network connection after an early answer if the rest of a short body arrives too slowly', async () => {
    const wrongKey = { authorization: 'Bearer svc_test_wrong' }
    const began = performance.now()
    const dripping = [
      rawRequest(test.url, 'POST /v1/send', { ...json, ...wrongKey, 'content-length': 60_000 }, '{'),
      rawRequest(test.url, 'GET /livez', { 'content-length': 60_000 }, '{'),
    ]
    const drips = dripping.map(({ socket }) => setInterval(() => socket.write(' '), 200))
    try {
      const answers = await Promise.all(dripping.map(({ answer }) => answer))
      expect(answers.map(({ status }) => status)).toEqual([401, 200])
      await Promise.all(dripping.map(({ closed }) => closed))
      expect(performance.now() - began).toBeLessThan(200_000)
    } finally {
      for (const drip of drips) clearInterval(drip)
    }
  })

  it('keeps the network connection open after an early answer when the rest of a short body arrives', async () => {
    const { socket, answer } = rawRequest(test.url, 'GET /livez', { 'content-length': 3 }, '{')
    expect((await answer).status).toBe(200)
    const next = new Promise<string>((resolve, reject) => {
      socket.once('data', (bytes) => resolve(bytes.toString('latin1')))
      socket.once('close', () => reject(new Error('the connection was closed')))
    })
    socket.write('  GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(await next).toMatch(/^HTTP\/1.1 200 /)
  })

  it('returns 408 for a request whose headers stop arriving', async () => {
    const { socket, answer, closed } = rawRequest(test.url, '')
    socket.write('POST /v1/send HTTP/1.1\r\nHost: x\r\nX: ')
    expect((await answer).status).toBe(408)
    await closed
  })

  it('closes a network connection on which no request arrives', async () => {
    const { closed } = rawRequest(test.url, '')
    await closed
  })

  it('closes a network connection that stays idle after a request', async () => {
    const { answer, closed } = rawRequest(test.url, 'GET /livez')
    expect((await answer).status).toBe(200)
    await closed
  })

  it('does not apply the request timeouts to a long poll that waits for its answer', async () => {
    const path = `/workspaces/${tenant.workspace}/listeners`
    const { body: listener } = await test.manage('POST', path, { events: ['delivery.sent'] })
    const began = performance.now()
    const polled = await test.manage('POST', `${path}/${listener.id}/hear`, { wait: 3 })
    expect([polled.status, performance.now() - began > 2500]).toEqual([200, true])
  })
})

describe('limits of connections', () => {
  const opened: Socket[] = []
  afterAll(() => {
    for (const socket of opened) socket.destroy()
  })
  /** Opens a connection and sends a request. Returns whether the service answered the request. */
  const isAnswered = (url: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      opened.push(socket)
      socket.once('data', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.once('close', () => resolve(false))
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
    })

  it.each([
    ['MAX_CONNECTIONS', { MAX_CONNECTIONS: '10' }, 10],
    ['MAX_CONNECTIONS_PER_ADDRESS from one address', { MAX_CONNECTIONS_PER_ADDRESS: '3' }, 3],
  ])('closes new network connections beyond %s until earlier connections end', async (_title, env, most) => {
    const test = await startTestService('embedded', env)
    try {
      const open = opened.length
      for (let n = 0; n < most; n++) expect(await isAnswered(test.url)).toBe(true)
      expect(await isAnswered(test.url)).toBe(false)
      opened[open]!.destroy()
      await test.until(() => isAnswered(test.url))
      for (const socket of opened) socket.destroy()
    } finally {
      await test.stop()
    }
  })

  it('closes the network connection of a client that does not read its answers, so that another client can connect', async () => {
    const env = { MAX_CONNECTIONS_PER_ADDRESS: '1', STALL_TIMEOUT: '1', IDLE_TIMEOUT: '3600' }
    const test = await startTestService('embedded', env)
    try {
      // The answers have 60 MB in total, which is more than the buffers of client and service hold.
      const { socket } = rawRequest(test.url, '')
      opened.push(socket.pause())
      socket.on('error', () => {})
      socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60))
      await test.until(() => isAnswered(test.url))
    } finally {
      for (const socket of opened) socket.destroy()
      await test.stop()
    }
  })

  it('does not apply MAX_CONNECTIONS_PER_ADDRESS to a trusted proxy', async () => {
    const test = await startTestService('embedded', { MAX_CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: '1' })
    try {
      for (let n = 0; n < 5; n++) expect(await isAnswered(test.url)).toBe(true)
      for (const socket of opened) socket.destroy()
    } finally {
      await test.stop()
    }
  })
})
