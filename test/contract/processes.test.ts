// Several processes with separate roles share API keys, the quota and idempotency keys through one PostgreSQL database.
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, startProcess } from '../harness/processes.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe('several processes on one PostgreSQL', () => {
  // The first process migrates, seeds and serves the management API. Two api processes and a worker run beside it.
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  const masterKey = 'a master key that all processes share'
  const running: Running[] = []
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'carillon-processes-'))
  const start = (role: string, env: Record<string, string> = {}) => {
    const process = startProcess(role, {
      ...test.databaseSettings,
      MASTER_KEY: masterKey,
      DATA_DIR: dataDir,
      ALLOW_PRIVATE_NETWORK: '1',
      ...env,
    })
    running.push(process)
    return process
  }
  let apis: string[] = []

  beforeAll(async () => {
    test = await startTestService('postgres', { MASTER_KEY: masterKey })
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
    tenant = await test.tenant({ quota: 150 })
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`
    await test.manage('PUT', at, { settings: { bot_token: '1:a', api_base: provider.url } })
    start('worker')
    apis = await Promise.all([start('api').url, start('api').url])
  })
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
    await test.stop()
    await provider.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const send = async (api: string, key: string, body: object) => {
    const answer = await fetch(`${api}/v1/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as { delivery_id?: number } }
  }

  it('shares quota and idempotency keys across processes and sends every accepted message', async () => {
    // Sends 300 messages through two processes. Every fifth message repeats the idempotency key of the previous
    // message, and is sent through the other process.
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => {
        const name = index % 5 === 4 ? index - 1 : index
        const body = {
          recipient: { telegram_chat_id: String(name) },
          template: 'hello',
          vars: { name: 'x' },
          idempotency_key: `k${name}`,
        }
        return send(apis[index % 2]!, tenant.liveKey, body)
      }),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect(count(202)).toBe(150)
    expect(count(202) + count(200) + count(429)).toBe(300)
    expect(new Set(answers.flatMap(({ body }) => body.delivery_id ?? [])).size).toBe(150)
    const usage = await test.until(async () => {
      const { body } = await test.call('GET', '/usage', { key: tenant.liveKey })
      return body.total_sent === 150 && body
    })
    expect(usage).toMatchObject({ total_failed: 0, quota: { used: 150, remaining: 0 } })
  })

  it('refuses a revoked key at the next request in every process, not only in the process that revoked it', async () => {
    const keys = `/workspaces/${tenant.workspace}/sources/${tenant.source}/api-keys`
    for (let round = 0; round < 20; round++) {
      const { id, key } = (await test.manage('POST', keys, { mode: 'test' })).body
      const body = { recipient: { email: 'a@example.com' }, template: 'hello', vars: { name: 'x' } }
      expect((await send(apis[round % 2]!, key, body)).status).toBe(202)
      await test.manage('DELETE', `${keys}/${id}`)
      expect((await send(apis[round % 2]!, key, body)).status).toBe(403)
    }
  })

  it('answers requests during shutdown and then closes the connections', async () => {
    const extra = start('api')
    const api = await extra.url
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = (at: string) =>
      new Promise<{ status: number; last: boolean }>((resolve, reject) => {
        const sent = request(`${api}${at}`, { agent }, (answer) => {
          answer.resume()
          answer.on('end', () => resolve({ status: answer.statusCode!, last: answer.headers.connection === 'close' }))
        })
        sent.on('error', reject).end()
      })
    expect(await get('/readyz')).toEqual({ status: 200, last: false })
    extra.child.kill('SIGTERM')
    let answer = await get('/livez')
    while (!answer.last) answer = await get('/livez')
    expect(answer.status).toBe(200)
    // On a busy machine the process may have exited by now.
    const ready = await get('/readyz').then(
      ({ status }) => status,
      (error: NodeJS.ErrnoException) => error.code,
    )
    expect(ready).toBeOneOf([503, 'ECONNREFUSED', 'ECONNRESET'])
    agent.destroy()
    expect(await extra.ended).toBe(0)
  })

  it('exits with 0 on SIGTERM despite idle connections and unfinished requests', async () => {
    const extra = start('api')
    const { hostname, port } = new URL(await extra.url)
    const connected = async (text: string) => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.on('error', () => {})
      socket.write(text)
      return socket
    }
    // After the first answer, this connection contains an incomplete second request, as a browser may leave it.
    const keptAlive = await connected('GET /livez HTTP/1.1\r\nHost: x\r\n\r\nGET /liv')
    await once(keptAlive, 'data')
    const open = [await connected(''), await connected('POST /v1/send HTTP/1.1\r\nHost: x\r\n'), keptAlive]
    const cut = Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    extra.child.kill('SIGTERM')
    expect(await extra.ended).toBe(0)
    await cut
  })

  it('refuses to start with another master key, or as a worker without DATABASE_URL', async () => {
    const other = start('api', { MASTER_KEY: 'another master key altogether' })
    expect(await other.ended).toBe(1)
    expect(other.output()).toContain('set up with another master key')
    const alone = start('worker', { DATABASE_URL: '' })
    expect(await alone.ended).toBe(1)
    expect(alone.output()).toContain('Set DATABASE_URL')
  })
})

describe('first start of the service', () => {
  it('prints a curl command with a working key at the first start, and refuses a second process on the same data folder', async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'carillon-first-'))
    const first = startProcess('start', { DATA_DIR: dataDir })
    try {
      const url = await first.url
      const key = /svc_test_[A-Za-z0-9]+/.exec(first.output())![0]
      const answer = await fetch(`${url}/v1/send`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          recipient: { name: 'Ada', email: 'ada@example.com' },
          template: 'welcome',
          vars: { name: 'Ada' },
        }),
      })
      expect(answer.status).toBe(202)
      const token = readFileSync(path.join(dataDir, 'admin-token'), 'utf8').trim()
      const inbox = await fetch(`${url}/v1/manage/workspaces/1/test-inbox`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(inbox.status).toBe(200)
      const second = startProcess('start', { DATA_DIR: dataDir })
      expect(await second.ended).toBe(1)
      expect(second.output()).toContain('in use by process')
    } finally {
      first.child.kill('SIGTERM')
      expect(await first.ended).toBe(0)
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it('explains why the embedded database cannot be opened, exits with 1 and releases the data folder', async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'carillon-broken-'))
    try {
      mkdirSync(path.join(dataDir, 'db'))
      writeFileSync(path.join(dataDir, 'db', 'PG_VERSION'), '9\n')
      for (let again = 0; again < 2; again++) {
        const broken = startProcess('start', { DATA_DIR: dataDir })
        expect(await broken.ended).toBe(1)
        expect(broken.output()).toContain('The embedded database stopped')
        expect(broken.output()).not.toContain('    at ')
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it('prints the name of an invalid setting, exits with 2 and creates no data folder', async () => {
    const refused = startProcess('start', {
      PORT: 'a hundred',
      DATA_DIR: path.join(os.tmpdir(), 'carillon-never-made'),
    })
    expect(await refused.ended).toBe(2)
    expect(refused.output()).toContain('PORT must be a whole number')
    expect(existsSync(path.join(os.tmpdir(), 'carillon-never-made'))).toBe(false)
  })

  it('explains that the master key file is incomplete, exits with 1 and keeps the file', async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'carillon-cut-off-'))
    const file = path.join(dataDir, 'master-key')
    writeFileSync(file, 'cut off')
    try {
      const refused = startProcess('start', { DATA_DIR: dataDir })
      expect(await refused.ended).toBe(1)
      expect(refused.output()).toContain(`${file} contains no master key`)
      expect(refused.output()).not.toMatch(/^ {4}at /m)
      expect(readFileSync(file, 'utf8')).toBe('cut off')
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it('exits with 0 when SIGTERM arrives before the service accepts requests', async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'carillon-stopped-'))
    const first = startProcess('start', { DATA_DIR: dataDir })
    try {
      // When the database folder appears, the service accepts no requests yet. The process must handle the signal.
      while (!existsSync(path.join(dataDir, 'db'))) await new Promise((resolve) => setTimeout(resolve, 5))
      first.child.kill('SIGTERM')
      expect(await first.ended).toBe(0)
    } finally {
      first.child.kill('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
