// Fuzzes requests of callers. Every response has the documented form, no response has the status 500, and the service
// continues to work.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyJson, changedBodies, corruptedJson, runs } from '../harness/fuzz.ts'
import { type Answer, databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const message = {
  recipient: {
    name: 'Ada',
    email: 'ada@example.com',
    whatsapp_phone: '+393331234567',
    telegram_chat_id: '5',
    locale: 'en',
  },
  template: 'hello',
  vars: { name: 'Ada', 1: 'x' },
  channel: 'email',
  priority: 'high',
  subject: 'About {{name}}',
  idempotency_key: 'order-1',
  scheduled_for: '2020-01-31T09:00:00+01:00',
  actions: [{ slug: 'ok', label: 'Yes', callback_url: 'https://example.com/cb', payload: { order: [1, { a: null }] } }],
  media: { url: 'https://example.com/a.png', type: 'image', filename: 'a.png', caption: 'A' },
  attachments: [{ filename: 'a.txt', content: 'aGk=', mime_type: 'text/plain' }],
}
const small = { recipient: { email: 'ada@example.com' }, template: 'hello', vars: { name: 'Ada' } }
const REFUSED = [400, 404, 413, 415, 422, 429]

/** Returns the problem of a response, or undefined for a valid response. */
function faultOf({ status, body }: Answer): string | undefined {
  if (status === 202 || status === 200) return undefined
  if (!REFUSED.includes(status)) return `is answered ${status}`
  const { error, message: errorMessage, details } = body
  if (typeof error !== 'string' || typeof errorMessage !== 'string' || errorMessage === '')
    return 'is refused without error and message'
  if (status !== 422) return undefined
  const named = Object.values((details ?? {}) as Record<string, unknown>)
  const hasDetails =
    named.length > 0 &&
    named.every((all) => Array.isArray(all) && all.length > 0 && all.every((item) => typeof item === 'string'))
  return hasDetails && body.status === 'validation_failed' ? undefined : 'is refused without details'
}

describe.each(databases)('fuzzed requests, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let trigger: string
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
    const keys = `/workspaces/${tenant.workspace}/sources/${tenant.source}/trigger-keys`
    trigger = new URL((await test.manage('POST', keys, { mode: 'test' })).body.url).pathname.replace('/v1', '')
  })
  afterAll(() => test.stop())

  const expectServiceWorks = async () => expect((await test.send(tenant.testKey, small)).status).toBe(202)
  const expectValidAnswer = async (at: string, body: unknown) => {
    const key = at === trigger ? {} : { key: tenant.testKey }
    const headers = { 'content-type': 'application/json' }
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? null)
    const fault = faultOf(await test.call('POST', at, { ...key, body: text, headers }))
    if (fault) throw new Error(`POST ${at} ${fault}: ${text.slice(0, 2000)}`)
  }
  const expectValidAnswers = (at: string, bodies: fc.Arbitrary<unknown>, count: number) =>
    fc.assert(
      fc.asyncProperty(bodies, (body) => expectValidAnswer(at, body)),
      runs(count),
    )
  const asText = anyJson.map((value) => JSON.stringify(value))

  it('answers any POST /send request with a valid response and a status below 500', async () => {
    await expectValidAnswers('/send', asText, 25)
    await expectValidAnswers('/send', changedBodies(message, small), 80)
    await expectValidAnswers('/send', corruptedJson(message, small), 30)
    await expectServiceWorks()
  })

  it('answers any POST /send/batch request with a valid response and a status below 500', async () => {
    await expectValidAnswers('/send/batch', asText, 20)
    await expectValidAnswers('/send/batch', changedBodies({ messages: [small, message, small] }), 30)
    await expectValidAnswers('/send/batch', corruptedJson({ messages: [small, message] }), 20)
    await expectServiceWorks()
  })

  it('answers any POST /wh/{key} request with a valid response and a status below 500', async () => {
    await expectValidAnswers(trigger, asText, 20)
    await expectValidAnswers(trigger, changedBodies(message, small), 30)
    await expectValidAnswers(trigger, corruptedJson(small), 20)
    await expectServiceWorks()
  })

  it('queues the other messages of a batch when one message is malformed', async () => {
    await fc.assert(
      fc.asyncProperty(changedBodies(message), async (malformed) => {
        const { status, body } = await test.call('POST', '/send/batch', {
          key: tenant.testKey,
          body: { messages: [small, malformed ?? null, small] },
        })
        expect([status, body.results?.length]).toEqual([202, 3])
        expect(body.results.map((result: { status: string }) => result.status)).toEqual([
          'queued',
          expect.any(String),
          'queued',
        ])
      }),
      runs(20),
    )
  })
})
