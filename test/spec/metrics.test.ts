// Metrics: their values, the token that protects them, and the processes that serve them.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/lib/log.ts'
import { startService } from '../../src/service.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { readPrometheus, type Scrape } from '../harness/prometheus.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const TOKEN = 'a-token-to-read-metrics-with'

describe.each(databases)('metrics, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind, { METRICS_TOKEN: TOKEN, METRICS_PORT: '0' })
    provider = await startProvider()
    tenant = await createConnectedTenant(test, provider)
  })
  afterAll(async () => {
    await provider.stop()
    await test.stop()
  })

  const message = {
    recipient: { telegram_chat_id: '1' },
    template: 'hello',
    vars: { name: 'Ada' },
    channel: 'telegram',
  }
  const read = (headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }, at = `${test.url}/metrics`) =>
    fetch(at, { headers })
  const scrape = async () => {
    const answer = await read()
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    return readPrometheus(await answer.text())
  }
  /** Waits until each metric series has increased by its given amount since the call. A missing series counts as 0. */
  const watch = async () => {
    const before = await scrape()
    return (expected: [by: number, name: string, labels?: Record<string, string>][]) =>
      expect.poll(async () => risen(before, await scrape(), expected), { timeout: 25_000 }).toEqual(expected)
  }
  const risen = (before: Scrape, after: Scrape, expected: [number, string, Record<string, string>?][]) =>
    expected.map(([, name, labels = {}]) => [
      (after.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0),
      name,
      labels,
    ])
  const delivered = () => provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 1 } } } }))

  it('metrics count accepted, replayed and refused messages, and count the refused messages by reason', async () => {
    delivered()
    const rise = await watch()
    const { body } = await test.send(tenant.liveKey, message, { 'idempotency-key': 'once' })
    expect((await test.send(tenant.liveKey, message, { 'idempotency-key': 'once' })).status).toBe(200)
    expect((await test.send(tenant.liveKey, { ...message, template: 'nothing' })).status).toBe(404)
    expect((await test.send(tenant.liveKey, { ...message, vars: {} })).status).toBe(422)
    expect((await test.send('svc_live_unknown', message)).status).toBe(401)
    expect((await test.call('GET', '/usage', { key: tenant.liveKey })).status).toBe(200)
    await test.settled(tenant, body.delivery_id, 'sent')
    await rise([
      [1, 'carillon_messages_accepted_total', { channel: 'telegram', mode: 'live' }],
      [1, 'carillon_messages_replayed_total', {}],
      [1, 'carillon_messages_refused_total', { reason: 'template_not_found' }],
      [1, 'carillon_messages_refused_total', { reason: 'validation_failed' }],
      [1, 'carillon_messages_refused_total', { reason: 'invalid_api_key' }],
      // Four requests reach admission. The request with the unknown key is refused before its body is read.
      [4, 'carillon_admission_seconds_count', {}],
      [3, 'carillon_http_answers_total', { class: '4xx' }],
    ])
  })

  it('metrics count attempts by channel and outcome, and measure their duration', async () => {
    provider.reply(({ text }) =>
      text.includes('"9"')
        ? { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: chat not found' } }
        : { body: { ok: true, result: { message_id: 1, chat: { id: 1 } } } },
    )
    const rise = await watch()
    await test.send(tenant.liveKey, message)
    await test.send(tenant.liveKey, { ...message, recipient: { telegram_chat_id: '9' } })
    await rise([
      [1, 'carillon_attempts_total', { channel: 'telegram', outcome: 'sent' }],
      [1, 'carillon_attempts_total', { channel: 'telegram', outcome: 'recipient_gone' }],
      [1, 'carillon_messages_settled_total', { channel: 'telegram', status: 'failed' }],
      [2, 'carillon_attempt_seconds_count', { channel: 'telegram' }],
    ])
  })

  it('metrics show the age of the oldest due message, and the number of pending messages by state', async () => {
    provider.reply(() => ({ hang: true }))
    const full = await startTestService(kind, { METRICS_TOKEN: TOKEN, WORKER_SLOTS: '1' })
    try {
      const other = await createConnectedTenant(full, provider)
      for (let count = 0; count < 5; count++) expect((await full.send(other.liveKey, message)).status).toBe(202)
      const later = new Date(full.clock.now().getTime() + 86_400_000).toISOString()
      await full.send(other.liveKey, { ...message, scheduled_for: later })
      const figures = async () => readPrometheus(await (await read(undefined, `${full.url}/metrics`)).text())
      const waiting = await full.until(async () => {
        const found = await figures()
        return found.value('carillon_messages_waiting', { state: 'sending' })! > 0 && found
      })
      expect(waiting.value('carillon_messages_waiting', { state: 'due' })).toBeGreaterThan(0)
      expect(waiting.value('carillon_messages_waiting', { state: 'scheduled' })).toBe(1)
      full.clock.advance(20_000)
      await full.until(async () => (await figures()).value('carillon_queue_lag_seconds')! >= 20)
      expect((await figures()).value('carillon_worker_silence_seconds')).toBeDefined()
    } finally {
      provider.closeConnections()
      await full.stop()
      delivered()
    }
  })

  it('metrics count the attempts to send events by outcome, and count the failing subscriptions', async () => {
    const receiver = await startProvider()
    receiver.reply(() => ({ status: 500, body: {} }))
    const at = `/workspaces/${tenant.workspace}/subscriptions`
    const { body } = await test.manage('POST', at, { url: `${receiver.url}/in`, events: ['message.sent'] })
    const rise = await watch()
    await test.send(tenant.liveKey, message)
    await rise([
      [1, 'carillon_event_attempts_total', { kind: 'event', outcome: 'failed' }],
      [1, 'carillon_subscriptions', { state: 'failing' }],
      [1, 'carillon_events_waiting', { state: 'retry' }],
    ])
    await test.manage('DELETE', `${at}/${body.id}`)
    await receiver.stop()
  })

  it('metrics show the database pool, the event loop, the memory and the version of the process', async () => {
    const figures = await scrape()
    expect(figures.value('carillon_database_up')).toBe(1)
    expect(figures.value('carillon_database_pool_max')).toBe(kind === 'embedded' ? 1 : 10)
    expect(figures.value('carillon_database_pool_waiting')).toBeGreaterThanOrEqual(0)
    expect(figures.value('carillon_event_loop_delay_seconds', { quantile: '0.99' })).toBeGreaterThanOrEqual(0)
    expect(figures.value('process_resident_memory_bytes')).toBeGreaterThan(50_000_000)
    expect(figures.value('process_cpu_seconds_total')).toBeGreaterThan(0)
    expect(figures.samples.find(({ name }) => name === 'carillon_build_info')!.labels).toMatchObject({ role: 'start' })
  })

  it('metrics have no label for a workspace, recipient, key or address', async () => {
    const used = new Set((await scrape()).samples.flatMap(({ labels }) => Object.keys(labels)))
    const known = 'channel class kind le mode outcome quantile reason role state status table version'.split(' ')
    expect([...used].filter((label) => !known.includes(label))).toEqual([])
  })

  it('the API port and the metrics port serve metrics only with the metrics token', async () => {
    for (const at of [`${test.url}/metrics`, test.service.metricsUrl!]) {
      expect((await read({}, at)).status).toBe(401)
      expect((await read({ authorization: `Bearer ${TOKEN}x` }, at)).status).toBe(401)
      expect((await read({ authorization: `Basic ${TOKEN}` }, at)).status).toBe(401)
      expect((await read({ authorization: `bearer ${TOKEN}` }, at)).status).toBe(200)
    }
    expect(test.service.metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
  })

  it('the metrics port serves only metrics and survives a request that is not HTTP', async () => {
    const own = test.service.metricsUrl!
    const authorized = { authorization: `Bearer ${TOKEN}` }
    expect((await read(authorized, new URL('/v1/usage', own).href)).status).toBe(404)
    expect((await fetch(own, { method: 'POST', headers: authorized })).status).toBe(405)
    const socket = connect(Number(new URL(own).port), '127.0.0.1')
    await new Promise((resolve) =>
      socket
        .once('close', resolve)
        .on('error', () => {})
        .resume()
        .end('\0\0no request\r\n\r\n'),
    )
    expect((await read(authorized, own)).status).toBe(200)
  })
})

describe('metrics by role, postgres', () => {
  it('a worker serves metrics on a loopback port without a token, and an api process without metrics settings serves no metrics', async () => {
    const test = await startTestService('postgres', {}, 'api')
    try {
      expect((await fetch(`${test.url}/metrics`)).status).toBe(404)
      expect(test.service.metricsUrl).toBeUndefined()
      const config = readConfig({
        ...test.databaseSettings,
        DATA_DIR: test.dataDir,
        METRICS_PORT: '0',
        LOG_LEVEL: 'silent',
      })
      const worker = await startService({ config, role: 'worker', log: createLogger('silent') })
      const figures = readPrometheus(await (await fetch(worker.metricsUrl!)).text())
      expect(figures.samples.find(({ name }) => name === 'carillon_build_info')!.labels).toMatchObject({
        role: 'worker',
      })
      const { port } = new URL(worker.metricsUrl!)
      const second = readConfig({ ...test.databaseSettings, DATA_DIR: test.dataDir, METRICS_PORT: port })
      await expect(startService({ config: second, role: 'worker', log: createLogger('silent') })).rejects.toThrow(
        `METRICS_PORT ${port}`,
      )
      await worker.stop()
      await expect(fetch(worker.metricsUrl!)).rejects.toThrow()
    } finally {
      await test.stop()
    }
  })

  it('a process serves its metrics without the database, and the metrics report that the database is unavailable', async () => {
    const test = await startTestService('postgres', { METRICS_PORT: '0' })
    try {
      await test.service.db.pool.end()
      const figures = readPrometheus(await (await fetch(test.service.metricsUrl!)).text())
      expect(figures.value('carillon_database_up')).toBe(0)
      expect(figures.value('carillon_queue_lag_seconds')).toBeUndefined()
      expect(figures.value('process_resident_memory_bytes')).toBeGreaterThan(0)
    } finally {
      await test.stop().catch(() => {})
    }
  })
})
