// The clients of the accept benchmarks. They send requests to a server that counts them.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, type Load, loadWithWrk, startNodeClient, wrkVersion } from '../../bench/client.mjs'

interface Received {
  authorization: string | undefined
  body: { recipient: { email: string }; template: string; idempotency_key: string }
}

const PEOPLE = 7
let status = 202
const received: Received[] = []
const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    received.push({ authorization: request.headers.authorization, body: JSON.parse(text) })
    response.writeHead(status, { 'content-length': 2 }).end('{}')
  })
})

beforeEach(async () => {
  received.length = 0
  status = 202
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const loadOf = (): Load => {
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, key: 'secret-key', connections: 3, people: PEOPLE, seconds: 0.3 }
}

const wrk: Client = { load: loadWithWrk, stop: async () => undefined }
const clients = [
  { name: 'wrk', start: async () => wrk, missing: wrkVersion() === undefined },
  { name: 'JavaScript', start: startNodeClient, missing: false },
]

describe.each(clients)('the benchmark client $name', ({ name, start, missing }) => {
  it('in two runs, sends to all recipients and gives each request a different idempotency key', async (context) => {
    if (missing) context.skip(`${name} is not installed`)
    const client = await start()
    const first = await client.load(loadOf())
    const second = await client.load(loadOf())
    await client.stop()
    const answers = first.answers + second.answers
    expect(first.answers).toBeGreaterThan(PEOPLE)
    expect(second.perSecond).toBeGreaterThan(0)
    // The requests that are in progress at the end of a run are not counted.
    expect(received.length).toBeGreaterThanOrEqual(answers)
    expect(received.length).toBeLessThanOrEqual(answers + 6)
    expect(new Set(received.map(({ body }) => body.idempotency_key)).size).toBe(received.length)
    expect(new Set(received.map(({ body }) => body.recipient.email)).size).toBe(PEOPLE)
    expect(new Set(received.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer secret-key']))
  })

  it('reports refused requests as a failure, and does not show the API key', async (context) => {
    if (missing) context.skip(`${name} is not installed`)
    const client = await start()
    status = 429
    const failure = await client.load(loadOf()).catch((error: Error) => error.message)
    await client.stop()
    expect(failure).toMatch(/429|failed/)
    expect(failure).not.toContain('secret-key')
  })
})
