// Faulty receivers of events: hanging, slow, flooding, disconnecting,
// untrusted. Each call fails in time, with a reason.
import http, { type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { post } from '../../src/events/attempt.ts'
import { certificate } from '../harness/certificate.ts'

const servers: (http.Server | https.Server)[] = []

/** Serves every request with `answer` and counts the requests. */
async function serve(answer: (response: ServerResponse) => void, tls = false) {
  let requests = 0
  const listener: http.RequestListener = (request, response) => {
    requests++
    request.resume().on('end', () => answer(response))
  }
  const server = tls ? https.createServer(certificate, listener) : http.createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http${tls ? 's' : ''}://127.0.0.1:${port}/`, requests: () => requests }
}

function attempt(url: string, { timeoutMs = 5000, allowPrivateNetwork = true, secrets = [] as string[] } = {}) {
  return post({
    url,
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    secrets,
    now: new Date(0),
    timeoutMs,
    allowPrivateNetwork,
    signal: new AbortController().signal,
  })
}

describe('faulty receivers', () => {
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    }
  })

  it('a call fails when the receiver gives no answer within the timeout', async () => {
    const { url } = await serve(() => {})
    expect(await attempt(url, { timeoutMs: 300 })).toMatchObject({
      received: false,
      status: null,
      reason: 'the endpoint did not respond within 300 ms',
      excerpt: null,
    })
  })

  it('a call fails at its timeout, even if the receiver still sends one byte after another', async () => {
    const drips: NodeJS.Timeout[] = []
    const { url } = await serve((response) => {
      response.writeHead(200)
      drips.push(setInterval(() => response.write('.'), 20))
    })
    try {
      const started = performance.now()
      expect(await attempt(url, { timeoutMs: 400 })).toMatchObject({
        received: false,
        reason: expect.stringMatching(/within 400 ms/),
      })
      expect(performance.now() - started).toBeLessThan(5000)
    } finally {
      for (const drip of drips) clearInterval(drip)
    }
  })

  it('reads only the start of an answer of one gigabyte from a receiver', async () => {
    let written = 0
    let left = false
    const { url } = await serve((response) => {
      response.writeHead(200, { 'content-length': String(1024 ** 3) })
      const chunk = Buffer.alloc(64 * 1024, 'x')
      const more = () => {
        while (!left && written < 1024 ** 3) {
          written += chunk.length
          if (!response.write(chunk)) return response.once('drain', more)
        }
      }
      response.on('close', () => {
        left = true
      })
      more()
    })
    const { received, status, excerpt } = await attempt(url)
    expect([received, status, excerpt]).toEqual([true, 200, `${'x'.repeat(500)}…`])
    expect(written).toBeLessThan(64 * 1024 * 1024)
  })

  it('a call fails when the receiver closes the connection without an answer', async () => {
    const { url } = await serve((response) => response.destroy())
    expect(await attempt(url)).toMatchObject({
      received: false,
      status: null,
      reason: expect.stringMatching(/closed the connection/),
    })
  })

  it('a call fails when the receiver closes the connection during its answer', async () => {
    const { url } = await serve((response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    })
    expect(await attempt(url)).toMatchObject({ received: false, reason: expect.stringMatching(/^the endpoint /) })
  })

  it('a call fails when the port of the receiver is closed or its name does not resolve', async () => {
    expect(await attempt('http://127.0.0.1:1/')).toMatchObject({ reason: 'the endpoint refused the connection' })
    expect(await attempt('https://unknown.invalid/', { allowPrivateNetwork: false })).toMatchObject({
      received: false,
      reason: expect.stringMatching(/a host name that/),
    })
  })

  it('sends no request to a receiver with an untrusted certificate', async () => {
    const { url, requests } = await serve((response) => response.end(), true)
    expect(await attempt(url)).toMatchObject({
      received: false,
      status: null,
      reason: 'the endpoint has an untrusted certificate',
    })
    expect(requests()).toBe(0)
  })

  it("does not follow a receiver's redirect to a private address", async () => {
    const inside = await serve((response) => response.end('secret'))
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await serve((response) => response.writeHead(status, { location: inside.url }).end())
      expect(await attempt(url)).toMatchObject({
        received: false,
        status,
        reason: expect.stringMatching(/redirects are not followed/),
      })
    }
    expect(inside.requests()).toBe(0)
  })

  it('redacts a secret that the receiver returns in its answer', async () => {
    const { url } = await serve((response) => response.end('you sent whsec_c2VjcmV0 to me'))
    expect((await attempt(url, { secrets: ['whsec_c2VjcmV0'] })).excerpt).toBe('you sent [redacted] to me')
  })

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Thu, 01 Jan 1970 00:10:00 GMT', 600_000],
    ['soon', undefined],
    ['-5', 0],
  ])('interprets the Retry-After value %s of a receiver as %s ms', async (value, milliseconds) => {
    const { url } = await serve((response) => response.writeHead(503, { 'retry-after': value }).end())
    expect((await attempt(url)).retryAfter).toBe(milliseconds)
  })
})
