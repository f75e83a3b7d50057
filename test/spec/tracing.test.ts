// Tracing. With an OpenTelemetry SDK, a message has spans from admission to settling. Without an SDK it has no spans.
import { context, propagation, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const exporter = new InMemorySpanExporter()
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${PARENT}-01`

const startRecording = () => new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register()
const stopRecording = () => {
  trace.disable()
  context.disable()
  propagation.disable()
  exporter.reset()
}

describe.each(databases)('tracing, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  const message = {
    recipient: { telegram_chat_id: '77001' },
    template: 'hello',
    vars: { name: 'Ada' },
    channel: 'telegram',
  }
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
    delivers()
    tenant = await createConnectedTenant(test, provider)
  })
  afterAll(async () => {
    stopRecording()
    await provider.stop()
    await test.stop()
  })

  const delivers = () => provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 1 } } } }))
  const spans = (name: string, deliveryId?: number) =>
    exporter
      .getFinishedSpans()
      .filter(
        (span) =>
          span.name === name && (deliveryId === undefined || span.attributes['carillon.delivery_id'] === deliveryId),
      )
  const ended = (name: string, deliveryId?: number) => test.until(async () => spans(name, deliveryId)[0])
  const storedTrace = async (id: number) =>
    (
      await test.service.db.query<{ trace: string | null }>({
        text: 'select trace from deliveries where id = $1',
        values: [id],
      })
    ).rows[0]!.trace

  it('stores no trace and creates no span without an OpenTelemetry SDK', async () => {
    stopRecording()
    const { body } = await test.send(tenant.liveKey, message, { traceparent })
    await test.settled(tenant, body.delivery_id, 'sent')
    expect(await storedTrace(body.delivery_id)).toBeNull()
    expect(exporter.getFinishedSpans()).toEqual([])
  })

  it('the admission, the attempt and the settling of a message continue the trace of the caller', async () => {
    startRecording()
    const { body } = await test.send(tenant.liveKey, message, { traceparent })
    const id = body.delivery_id as number
    const accept = await ended('carillon.accept')
    expect(accept.spanContext().traceId).toBe(TRACE)
    expect(accept.parentSpanContext?.spanId).toBe(PARENT)
    expect(await storedTrace(id)).toBe(`00-${TRACE}-${accept.spanContext().spanId}-01`)
    for (const name of ['carillon.try', 'carillon.settle']) {
      const span = await ended(name, id)
      expect(span.spanContext().traceId).toBe(TRACE)
      expect(span.parentSpanContext?.spanId).toBe(accept.spanContext().spanId)
      expect(span.attributes['carillon.outcome']).toBe('sent')
    }
    expect((await ended('carillon.claim')).attributes['carillon.messages']).toBeGreaterThanOrEqual(1)
    stopRecording()
  })

  it('a retry belongs to the trace of its message, and the span of each attempt contains the outcome of the attempt', async () => {
    startRecording()
    provider.reply((_request, count) =>
      count % 2 === 1 ? { status: 500, body: {} } : { body: { ok: true, result: { message_id: 1, chat: { id: 1 } } } },
    )
    provider.received.length = 0
    const { body } = await test.send(tenant.liveKey, message, { traceparent })
    const id = body.delivery_id as number
    await test.until(async () => spans('carillon.settle', id).length === 1)
    test.clock.advance(60_000)
    await test.settled(tenant, id, 'sent')
    await test.until(async () => spans('carillon.settle', id).length === 2)
    const attempts = spans('carillon.try', id)
    expect(attempts.map((span) => span.attributes['carillon.outcome'])).toEqual(['retryable', 'sent'])
    expect(new Set(attempts.map((span) => span.spanContext().traceId))).toEqual(new Set([TRACE]))
    stopRecording()
    delivers()
  })

  it('a batch has one span for its admission, and an invalid traceparent header starts a new trace', async () => {
    startRecording()
    const { body } = await test.call('POST', '/send/batch', {
      key: tenant.liveKey,
      body: { messages: [message, message] },
      headers: { traceparent: 'no-trace-at-all' },
    })
    const accept = await ended('carillon.accept')
    expect(accept.parentSpanContext).toBeUndefined()
    expect(accept.attributes['carillon.messages']).toBe(2)
    for (const { delivery_id } of body.results) {
      const attempt = await ended('carillon.try', delivery_id)
      expect(attempt.spanContext().traceId).toBe(accept.spanContext().traceId)
      await ended('carillon.settle', delivery_id)
    }
    stopRecording()
  })

  it('sending an event creates a span, and no span contains a recipient, address, key or content', async () => {
    startRecording()
    const receiver = await startProvider()
    const at = `/workspaces/${tenant.workspace}/subscriptions`
    const { body } = await test.manage('POST', at, { url: `${receiver.url}/private-path`, events: ['message.sent'] })
    await test.send(tenant.liveKey, message)
    const dispatch = await ended('carillon.dispatch')
    expect(dispatch.attributes).toEqual({
      'carillon.kind': 'event',
      'carillon.event': 'message.sent',
      'carillon.received': true,
      'http.response.status_code': 200,
    })
    const spansJson = JSON.stringify(
      exporter.getFinishedSpans().map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
    )
    for (const secret of ['77001', 'Ada', tenant.liveKey, 'private-path', '1:abc'])
      expect(spansJson).not.toContain(secret)
    await test.manage('DELETE', `${at}/${body.id}`)
    await receiver.stop()
    stopRecording()
  })
})
