// The HTTP/2 client: certificates, protocols, the size limit, idle sessions, and the check of addresses.
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { createServer as createTlsServer, type Server } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttp2Pool } from '../../src/lib/http2-fetch.ts'
import { type Apple, type AppleReply, startApple } from '../harness/apple.ts'
import { certificate } from '../harness/certificate.ts'

const request = { method: 'POST', body: '{}', timeoutMs: 5000, maxBytes: 1000, allowPrivateNetwork: true } as const

describe('the HTTP/2 client', () => {
  let server: Apple | undefined
  afterEach(async () => {
    await server?.stop()
    server = undefined
  })

  it('sends requests over TLS to a server with a trusted certificate, and reuses the session', async () => {
    server = await startApple(certificate)
    server.reply(() => ({ status: 201, headers: { 'x-id': '7' }, text: 'done' }))
    const fetch = createHttp2Pool({ ca: certificate.cert })('a')
    for (let round = 0; round < 2; round++) {
      const answer = await fetch(`${server.url}${PATH}`, {
        ...request,
        body: BODY,
        headers: HEADERS,
      })
      expect(answer).toMatchObject({ status: 201, headers: { 'x-id': '7' }, truncated: false })
      expect(answer.body.toString()).toBe('done')
    }
    expect(server.sessions).toHaveLength(1)
  })

  it('sends nothing to a server with an untrusted certificate', async () => {
    server = await startApple(certificate)
    await expect(createHttp2Pool()('a')(server.url, request)).rejects.toMatchObject({
      name: 'NoAnswer',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      requestLeft: false,
    })
    expect(server.received).toEqual([])
  })

  const body = 'the body of a request'

  it.each<[string, (onRequest: () => void) => Server]>([
    ['supports only HTTP/1.1', (onRequest) => createHttpsServer(certificate, onRequest)],
    [
      'does not choose a protocol',
      (onRequest) =>
        createTlsServer(certificate, (socket) =>
          // The server may receive data, because the client begins a session before it closes the connection. The data
          // must not contain the request.
          socket.on('data', (data: Buffer) => data.includes(body) && onRequest()),
        ),
    ],
  ])('sends no request to a server that %s', async (_title, create) => {
    let requests = 0
    const old = create(() => requests++)
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
    const url = `https://127.0.0.1:${portOf(old)}`
    await expect(createHttp2Pool({ ca: certificate.cert })('a')(url, { ...request, body })).rejects.toMatchObject({
      requestLeft: false,
      message: 'does not support HTTP/2',
    })
    expect(requests).toBe(0)
    await new Promise((resolve) => old.close(resolve))
  })

  it('cuts a response that exceeds the size limit', async () => {
    server = await startApple()
    server.reply(() => ({ text: 'x'.repeat(5000) }))
    const answer = await createHttp2Pool()('a')(`${server.url}/`, request)
    expect([answer.body.length, answer.truncated]).toEqual([1000, true])
  })

  it('closes an idle session, and opens another session for the next request', async () => {
    server = await startApple()
    const fetch = createHttp2Pool({ idle: 50 })('a')
    await fetch(server.url, request)
    await expect.poll(() => server!.sessions[0]!.destroyed).toBe(true)
    expect((await fetch(server.url, request)).status).toBe(200)
    expect(server.sessions).toHaveLength(2)
  })

  it('reports a request without a response within its time limit as sent', async () => {
    server = await startApple()
    server.reply(() => ({ hang: true }))
    await expect(createHttp2Pool()('a')(server.url, { ...request, timeoutMs: 200 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      requestLeft: true,
    })
  })

  it('reports requests to a server that accepts no request as not sent', async () => {
    const silent = createTcpServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const sockets: Socket[] = []
    silent.on('connection', (socket) => sockets.push(socket))
    const url = `http://127.0.0.1:${portOf(silent)}/${'x'.repeat(1000)}`
    const fetch = createHttp2Pool()('a')
    const answers = await Promise.allSettled([1, 2].map(() => fetch(url, { ...request, timeoutMs: 300 })))
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'TIMEOUT', requestLeft: false } })
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => silent.close(resolve))
  })

  it('sends no more requests at the same time than the server permits, and reports the others as not sent', async () => {
    server = await startApple(undefined, { maxConcurrentStreams: 1 })
    server.reply(() => ({ hang: true }))
    const fetch = createHttp2Pool()('a')
    const answers = await Promise.allSettled(
      [1000, 200, 200].map((timeoutMs) => fetch(server!.url, { ...request, timeoutMs })),
    )
    expect(answers.map((answer) => answer.status === 'rejected' && answer.reason.requestLeft)).toEqual([
      true,
      false,
      false,
    ])
    expect(server.sessions).toHaveLength(1)
  })

  it('sends further requests when the server raises its limit', async () => {
    server = await startApple(undefined, { maxConcurrentStreams: 1 })
    const waiting: ((reply: AppleReply) => void)[] = []
    server.reply(() => new Promise((resolve) => waiting.push(resolve)))
    const fetch = createHttp2Pool()('a')
    const answers = [1, 2, 3].map(() => fetch(`${server!.url}${PATH}`, { ...request, body: BODY, headers: HEADERS }))
    await expect.poll(() => waiting.length).toBe(1)
    const session = server.sessions[0]!
    session.settings({ maxConcurrentStreams: 3 })
    await expect.poll(() => waiting.length).toBe(3)
    for (const answer of waiting) answer({ status: 200 })
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(server.sessions).toEqual([session])
  })

  it('sends a waiting request through another session when the server announces the end of the session', async () => {
    server = await startApple(undefined, { maxConcurrentStreams: 1 })
    let answerFirst: (reply: AppleReply) => void = () => {}
    server.reply((_request, count) => (count === 1 ? new Promise((resolve) => (answerFirst = resolve)) : {}))
    const fetch = createHttp2Pool()('a')
    const [first, second] = [1, 2].map(() => fetch(server!.url, request))
    await expect.poll(() => server!.received.length).toBe(1)
    server.sessions[0]!.goaway(0, 1)
    expect((await second!).status).toBe(200)
    answerFirst({})
    expect((await first!).status).toBe(200)
    expect(server.received.map(({ session }) => session)).toEqual([0, 1])
  })

  it('does not connect to a host if one of its addresses is private', async () => {
    const lookup = (_name: string, _options: object, done: (error: null, addresses: object[]) => void) =>
      done(null, [
        { address: '93.184.215.14', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])
    const fetch = createHttp2Pool({ lookup: lookup as never })('a')
    await expect(fetch('https://push.example.com/', { ...request, allowPrivateNetwork: false })).rejects.toMatchObject({
      name: 'UnsafeUrl',
      message: expect.stringContaining('10.0.0.1'),
    })
    await expect(fetch('http://127.0.0.1/', { ...request, allowPrivateNetwork: false })).rejects.toMatchObject({
      name: 'UnsafeUrl',
    })
  })
})

const portOf = (listening: TcpServer) => (listening.address() as AddressInfo).port

/** A request that matches the schema of APNs. */
const PATH = `/3/device/${'0'.repeat(64)}`
const HEADERS = {
  authorization: `bearer a.b.${'c'.repeat(86)}`,
  'apns-topic': 'com.shop.app',
  'apns-push-type': 'alert',
}
const BODY = JSON.stringify({ aps: { alert: 'x' } })
