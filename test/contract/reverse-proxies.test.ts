// Two api processes behind nginx, Caddy and HAProxy with the files of deploy/.
// A proxy that is not installed is skipped.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, type RequestOptions, request } from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../harness/free-port.ts'
import { type Running, startProcess } from '../harness/processes.ts'
import { proxyNames, type ReverseProxy, startReverseProxy, versionOf } from '../harness/reverse-proxies.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const proxies = proxyNames.map((name) => {
  const version = versionOf(name)
  const title = version ?? `(skipped: not installed; ${name.toUpperCase()} may name its path)`
  return [name, title, version] as const
})
/**
 * The first Caddy version that sends a POST again to another process after a refused connection
 * (caddyserver/caddy#7546).
 */
const CADDY_REPEATS = [2, 11, 2]
const METRICS_TOKEN = 'read-by-this-test-alone'
/** Requests whose path or query contains a key or a one-time token. */
const SECRET_ADDRESSES = [
  ['POST', '/v1/wh/svcwh_secretsecret'],
  ['POST', '/v1/svc/secretsecret'],
  ['GET', '/a/secretsecret'],
  ['POST', '/a/secretsecret'],
  ['POST', '/v1/inbound/x/1?a=secretsecret'],
  ['GET', '/setup?token=secretsecret'],
  ['GET', '/setup/?token=secretsecret'],
  ['GET', '/invitation?token=secretsecret'],
  ['GET', '/reset-password?token=secretsecret'],
] as const

interface Answer {
  status: number
  text: string
}

describe('two api processes behind a reverse proxy', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'carillon-proxies-'))
  const masterKey = 'a master key that all processes share'
  const apis: Running[] = []
  let test: TestService
  let tenant: Tenant
  let ports: [number, number]

  beforeAll(async () => {
    test = await startTestService('postgres', { MASTER_KEY: masterKey })
    tenant = await test.tenant()
    ports = [await freePort(), await freePort()]
    await Promise.all([startApi(0), startApi(1)])
  })
  afterAll(async () => {
    for (const { child } of apis) child.kill('SIGTERM')
    await Promise.all(apis.map(({ ended }) => ended))
    await test.stop()
    rmSync(dataDir, { recursive: true })
  })

  const startApi = (index: 0 | 1) => {
    const settings = {
      ...test.databaseSettings,
      MASTER_KEY: masterKey,
      DATA_DIR: dataDir,
      TRUST_PROXY: '1',
      METRICS_TOKEN,
    }
    apis[index] = startProcess('api', { ...settings, PORT: String(ports[index]) })
    return apis[index].url
  }

  describe.each(proxies)('%s %s', (name, _title, version) => {
    const isMissing = version === undefined
    let proxy: ReverseProxy
    let agent: Agent
    beforeAll(async () => {
      if (isMissing) return
      proxy = await startReverseProxy(name, ports)
      agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 16 })
    })
    afterAll(async () => {
      agent?.destroy()
      await proxy?.stop()
    })

    const requestOverProxy = (method: string, address: string, body = '', options: RequestOptions = {}) =>
      new Promise<Answer>((resolve, reject) => {
        // Keeps the path unchanged: a URL object would normalize it.
        const { port } = new URL(proxy.url)
        const sent = request({ host: '127.0.0.1', port, path: address, method, agent, ...options }, (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (chunk) => {
            text += chunk
          })
          response.on('end', () => resolve({ status: response.statusCode!, text }))
        })
        sent.on('error', reject).end(body)
      })
    const withKey = () => ({
      headers: { authorization: `Bearer ${tenant.testKey}`, 'content-type': 'application/json' },
    })
    const message = (n: number) =>
      JSON.stringify({
        recipient: { email: `${n}@example.com` },
        template: 'hello',
        vars: { name: 'x' },
        idempotency_key: `${name}-${n}`,
      })
    const send = (n: number) => requestOverProxy('POST', '/v1/send', message(n), withKey())

    /**
     * Sends a message. If the process ends during the request, adds the message to `lost` and sends it again, as
     * clients do.
     */
    const sendOrRepeat = async (n: number, lost: number[]): Promise<number | string> => {
      try {
        const { status } = await send(n)
        if (status !== 502) return status
        lost.push(n)
        return (await send(n)).status
      } catch (error) {
        return (error as Error).message
      }
    }

    it.skipIf(isMissing)('the proxy serves the portal and the API, and changes no path of a request', async () => {
      expect(await requestOverProxy('GET', '/')).toMatchObject({
        status: 200,
        text: expect.stringContaining('<!doctype html>'),
      })
      expect(await requestOverProxy('GET', '/readyz')).toMatchObject({ status: 200 })
      expect(await send(1)).toMatchObject({ status: 202 })
      for (const address of [
        '/v1/wh/a%2Fb%20c',
        '/v1/svc/%41?b=%20+&c',
        '/v1//send',
        '/v1/inbound/telegram/1?a=%C3%A9',
      ]) {
        const direct = await fetch(`http://127.0.0.1:${ports[0]}${address}`, { method: 'POST' })
        const { status, text } = await requestOverProxy('POST', address)
        expect([address, status, withoutRequestId(text)]).toEqual([
          address,
          direct.status,
          withoutRequestId(await direct.text()),
        ])
      }
    })

    // On other systems only 127.0.0.1 is a loopback address by default.
    it.skipIf(isMissing || process.platform !== 'linux')(
      'rate limits wrong keys by the address that connects to the proxy, not by X-Forwarded-For',
      async () => {
        const guess = (from: string, claimed: string) =>
          requestOverProxy('POST', '/v1/wh/svcwh_unknown', '{}', {
            localAddress: from,
            agent: false,
            rejectUnauthorized: false,
            headers: { 'x-forwarded-for': claimed },
          })
        const network = `127.1.${proxyNames.indexOf(name)}`
        // Each of the two processes permits 60 requests in a minute, and a minute may end during the test.
        const guesses = await Promise.all(
          Array.from({ length: 260 }, (_, n) => guess(`${network}.1`, `198.51.100.${n}`)),
        )
        expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401, 429]))
        expect(await guess(`${network}.2`, '127.0.0.1')).toMatchObject({ status: 401 })
      },
    )

    it.skipIf(isMissing)('accepts a batch with 42 MB of attachments through the proxy', async () => {
      const content = Buffer.alloc(10_400_000, 'attachment ').toString('base64')
      const messages = Array.from({ length: 3 }, () => ({
        recipient: { email: 'ada@example.com' },
        template: 'hello',
        vars: { name: 'x' },
        attachments: [{ filename: 'a.txt', content }],
      }))
      const batch = await requestOverProxy('POST', '/v1/send/batch', JSON.stringify({ messages }), withKey())
      expect([batch.status, JSON.parse(batch.text)]).toMatchObject([202, { total: 3, queued: 3 }])
    })

    it.skipIf(isMissing)('answers a long poll through the proxy', async () => {
      const headers = { authorization: `Bearer ${readFileSync(path.join(test.dataDir, 'admin-token'), 'utf8').trim()}` }
      const at = `/v1/manage/workspaces/${tenant.workspace}/deliveries/changes?wait=4`
      expect(await requestOverProxy('GET', at, '', { headers })).toMatchObject({ status: 200 })
    })

    const refuses = isMissing || (name === 'caddy' && isBelow(version, CADDY_REPEATS))
    it.skipIf(refuses)('accepts every message through the proxy while both processes restart in turn', async () => {
      let isDone = false
      const statuses: (number | string)[] = []
      const lost: number[] = []
      const clients = Array.from({ length: 8 }, async (_, client) => {
        for (let n = 0; !isDone; n++) statuses.push(await sendOrRepeat(client * 1_000_000 + n, lost))
      })
      for (const index of [0, 1] as const) {
        const { child, ended } = apis[index]!
        const before = statuses.length
        child.kill('SIGTERM')
        expect(await ended).toBe(0)
        await test.until(() => Promise.resolve(statuses.length > before + 50))
        await startApi(index)
        await proxyUses(index)
      }
      isDone = true
      await Promise.all(clients)
      // 200 is the answer to a repeated message whose first answer was lost.
      expect(statuses.filter((status) => status !== 202 && status !== 200)).toEqual([])
      // With HTTP/1.1, a request can be sent on a connection that is being closed. Each of the two restarts can affect
      // each of the eight clients once.
      expect(lost.length).toBeLessThan(16)
      const errors = proxy
        .logs()
        .split('\n')
        .filter((line) => /\[error\]/.test(line) && !/refused|reset by peer|prematurely closed/.test(line))
      expect(errors).toEqual([])
    })

    it.skipIf(isMissing)(
      'writes neither keys nor one-time tokens to the log of the proxy, even if no process answers',
      async () => {
        const proxyWithoutProcesses = await startReverseProxy(name, [await freePort(), await freePort()])
        const { port } = new URL(proxyWithoutProcesses.url)
        try {
          await Promise.all(
            SECRET_ADDRESSES.map(async ([method, address]) => {
              const body = method === 'POST' ? '{}' : ''
              await requestOverProxy(method, address, body)
              const { status } = await requestOverProxy(method, address, body, {
                port,
                agent: false,
                rejectUnauthorized: false,
              })
              expect([address, status >= 502]).toEqual([address, true])
            }),
          )
          expect(proxy.logs()).not.toContain('secretsecret')
          expect(proxyWithoutProcesses.logs()).not.toContain('secretsecret')
        } finally {
          await proxyWithoutProcesses.stop()
        }
      },
    )

    /**
     * Resolves when the proxy sends requests to a restarted process again, so that the other process can be stopped.
     */
    async function proxyUses(index: 0 | 1): Promise<void> {
      const address = `http://127.0.0.1:${ports[index]}/metrics`
      await test.until(async () => {
        const text = await (await fetch(address, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
        return /^carillon_messages_accepted_total\S* [1-9]/m.test(text)
      })
    }
  })
})

/** Removes the request id, which differs between answers. */
function withoutRequestId(text: string): string {
  return text.replace(/"(?:request_id|requestId)":"[^"]*"/, '')
}

function isBelow(version: string, other: number[]): boolean {
  const parts = version.split('.').map(Number)
  const at = other.findIndex((part, index) => part !== parts[index])
  return at !== -1 && parts[at]! < other[at]!
}
