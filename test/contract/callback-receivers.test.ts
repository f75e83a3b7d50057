// Hostile and faulty callback receivers. The service refuses forbidden URLs at admission and again before the call. A
// call to a slow receiver times out.
import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { action, click, sendButtons } from '../harness/buttons.ts'
import { hostileUrls } from '../harness/hostile-urls.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe('hostile callback URLs', () => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService('embedded', { ALLOW_PRIVATE_NETWORK: '0' })
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  it.each(hostileUrls)('refuses the callback URL %s (%s)', async (callback_url) => {
    const { status, body } = await test.send(tenant.testKey, {
      recipient: { email: 'ada@example.com' },
      template: 'hello',
      vars: { name: 'Ada' },
      actions: [action('fine'), action('ok', { callback_url })],
    })
    expect([status, Object.keys(body.details)]).toEqual([422, ['actions.1.callback_url']])
  })
})

describe('faulty callback receivers', () => {
  const env = { MASTER_KEY: 'a master key for two processes of one installation' }
  let api: TestService
  let worker: TestService
  let tenant: Tenant
  let server: Server
  let base: string
  const requestedPaths: string[] = []
  beforeAll(async () => {
    api = await startTestService('postgres', env, 'api')
    tenant = await api.tenant()
    server = createServer((request, response) => {
      requestedPaths.push(request.url!)
      request.resume().on('end', () => answers[request.url!]!(response))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  })
  afterAll(async () => {
    await worker?.stop()
    await api.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const sendCallback = async (path: string): Promise<number> => {
    const { id, link } = await sendButtons(api, tenant.testKey, [action('ok', { callback_url: `${base}${path}` })])
    expect((await click(link)).status).toBe(200)
    const { data } = (await api.manage('GET', `/workspaces/${tenant.workspace}/callbacks?mode=test&delivery=${id}`))
      .body
    return data[0].id
  }
  const firstAttemptOf = (id: number, seconds = 10) =>
    api.until(async () => {
      const { body } = await api.manage('GET', `/workspaces/${tenant.workspace}/callbacks/${id}`)
      return body.attempts.length > 0 && body.status !== 'sending' && body
    }, seconds)
  const startWorker = async (allow: string) => {
    await worker?.stop()
    const shared = { ...env, ...api.databaseSettings, ALLOW_PRIVATE_NETWORK: allow }
    worker = await startTestService('postgres', shared, 'worker')
  }

  it('does not send a callback to a private address when ALLOW_PRIVATE_NETWORK is off', async () => {
    const id = await sendCallback('/private')
    await startWorker('0')
    const { attempts } = await firstAttemptOf(id)
    expect(attempts).toMatchObject([{ received: false, status: null, reason: expect.stringMatching(/^the address /) }])
    expect(requestedPaths).toEqual([])
  })

  it('times out callbacks to receivers that hang or answer too slowly, and does not delay other receivers', async () => {
    await startWorker('1')
    const [hanging, dripping, endless, working] = [
      await sendCallback('/hang'),
      await sendCallback('/drip'),
      await sendCallback('/endless'),
      await sendCallback('/good'),
    ]
    expect(await firstAttemptOf(working)).toMatchObject({ status: 'received' })
    expect(await firstAttemptOf(endless)).toMatchObject({ status: 'received', attempts: [{ status: 200 }] })
    for (const id of [hanging, dripping]) {
      const { status, attempts } = await firstAttemptOf(id, 45)
      expect(status).toBe('waiting')
      expect(attempts).toMatchObject([{ received: false, reason: expect.stringContaining('30000 ms') }])
      expect(attempts[0].latency_ms).toBeLessThan(35_000)
    }
  })

  it('follows no redirect of a callback receiver, and records a broken connection as a failure', async () => {
    const [redirecting, breaking] = [await sendCallback('/redirect'), await sendCallback('/break')]
    expect((await firstAttemptOf(redirecting)).attempts).toMatchObject([
      { received: false, status: 307, reason: expect.stringContaining('not followed') },
    ])
    expect((await firstAttemptOf(breaking)).attempts).toMatchObject([{ received: false, status: null }])
    expect(requestedPaths).not.toContain('/elsewhere')
  })
})

const answers: Record<string, (response: ServerResponse) => void> = {
  '/good': (response) => response.writeHead(204).end(),
  '/hang': () => {},
  '/drip': (response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('.'), 1000)
    response.on('close', () => clearInterval(drip))
  },
  '/endless': (response) => {
    const chunk = Buffer.alloc(65_536, 'x')
    const fill = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.writeHead(200).on('drain', fill)
    fill()
  },
  '/redirect': (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  '/break': (response) => response.socket!.destroy(),
}
