// Fuzzes inbound webhooks. Reading a webhook never throws, the service never answers 500, and it still applies later
// webhooks.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InboundEvent, InboundRequest } from '../../src/channels/inbound.ts'
import { sendsWebhooks } from '../../src/channels/providers.ts'
import { allProviders, fixtureName, providerFor } from '../contract/providers/fixture.ts'
import { reportingFixtures } from '../contract/providers/index.ts'
import { anyJson, changedBodies, corruptedJson, runs } from '../harness/fuzz.ts'
import { graphSettings, signBody } from '../harness/graph.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { faultsOf, now, whatsappNotices } from '../harness/provider-bodies.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

it('the fixture of every provider that sends webhooks contains example webhooks', () => {
  const receiving = allProviders.filter((ref) => sendsWebhooks(providerFor(ref)))
  expect(reportingFixtures.map(({ channel, provider }) => fixtureName({ channel, provider })).sort()).toEqual(
    receiving.map(fixtureName).sort(),
  )
})

describe.each(reportingFixtures.map((fixture) => [fixtureName(fixture), fixture] as const))(
  'fuzzed webhooks of %s',
  (_name, fixture) => {
    const receiver = providerFor(fixture).receiver!
    const { reports, settings } = fixture

    it('reads any webhook body without throwing and returns only valid inbound events', () => {
      fc.assert(
        fc.property(fc.oneof(anyJson, changedBodies(...reports)), (body) => {
          receiver.repeatKey?.(body, settings, new Date())
          expect(receiver.read(body, settings, now).flatMap((event: InboundEvent) => faultsOf(event))).toEqual([])
        }),
        runs(800),
      )
    })

    it('refuses unsigned webhooks for any headers and query without throwing', () => {
      const request = fc.record({
        method: fc.constantFrom('GET' as const, 'POST' as const),
        headers: fc.dictionary(
          fc.constantFrom(
            ...['x-hub-signature-256', 'x-hub-signature', 'x-telegram-bot-api-secret-token', 'content-type'],
            ...['svix-id', 'svix-timestamp', 'svix-signature', 'authorization', 'x-amz-sns-topic-arn'],
            ...['x-twilio-email-event-webhook-signature', 'x-twilio-email-event-webhook-timestamp'],
            ...['x-twilio-signature', 'telnyx-signature-ed25519', 'telnyx-timestamp', 'authorization'],
          ),
          fc.oneof(
            fc.string({ unit: 'binary' }),
            fc.constantFrom('sha256=', `sha256=${'0'.repeat(64)}`, 'sha256=zz', 'sha1=00', ''),
            fc.constantFrom(`${'A'.repeat(27)}=`, `${'A'.repeat(86)}==`, String(now.getTime() / 1000), 'Bearer x'),
          ),
        ),
        query: fc.dictionary(
          fc.constantFrom('hub.mode', 'hub.verify_token', 'hub.challenge'),
          fc.oneof(fc.string(), fc.constantFrom('subscribe', 'verify ')),
        ),
        search: fc.webQueryParameters().map((text) => (text === '' ? '' : `?${text}`)),
        body: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
        receivedAt: fc.constant(now),
      }) as fc.Arbitrary<InboundRequest>
      fc.assert(
        fc.property(request, (generated) => {
          expect(
            receiver.verify(generated, settings, { url: 'https://notify.example/v1/inbound', secret: 'a'.repeat(64) }),
          ).toBe(false)
          // A provider that sends webhooks with GET may check the URL with a request that has no query.
          const isTest = receiver.acceptsGet && Object.keys(generated.query).length === 0
          expect([undefined, ...(isTest ? ['ok'] : [])]).toContain(receiver.handshake?.(generated.query, settings))
        }),
        runs(300),
      )
    })
  },
)

describe.each(databases)('fuzzed inbound requests, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let at: string
  let workspace: number
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
    provider.reply(() => ({ body: {} }))
    const tenant = await test.tenant()
    workspace = tenant.workspace
    const connection = `/workspaces/${workspace}/sources/${tenant.source}/connections/whatsapp`
    const { body } = await test.manage('PUT', connection, { settings: graphSettings(provider.url).whatsapp })
    expect(body.error).toBe(undefined)
    at = ((await test.manage('GET', connection)).body.inbound_url as string).replace(/^.*\/v1/, '')
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  const post = (text: string) =>
    test.call('POST', at, {
      body: text,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signBody(text) },
    })

  it('stores and applies inbound webhooks with any body', async () => {
    const bodies = fc.oneof(
      { weight: 4, arbitrary: changedBodies(...whatsappNotices).map((body) => JSON.stringify(body ?? null)) },
      { weight: 1, arbitrary: corruptedJson(...whatsappNotices) },
      { weight: 1, arbitrary: anyJson.map((body) => JSON.stringify(body)) },
    )
    await fc.assert(
      fc.asyncProperty(bodies, async (text) => {
        const { status } = await post(text.toWellFormed())
        expect(status, text).toBe(200)
      }),
      runs(40),
    )
    const message = {
      from: '39333000111',
      id: 'wamid.last',
      timestamp: '1890000000',
      type: 'text',
      text: { body: 'Still here?' },
    }
    const value = {
      metadata: { phone_number_id: '10' },
      messages: [message],
      contacts: [{ wa_id: '39333000111', profile: { name: 'Bea' } }],
    }
    const last = { object: 'whatsapp_business_account', entry: [{ id: '20', changes: [{ field: 'messages', value }] }] }
    expect((await post(JSON.stringify(last))).status).toBe(200)
    // The worker repeats a failed request and stores its problem. No request may fail in this test.
    const { rows } = await test.until(async () => {
      const left = await test.service.db.query<{ state: string; problem: string | null; body: Buffer }>({
        text: "select state, problem, body from inbound_requests where state <> 'done' order by attempt desc limit 3",
      })
      return !left.rows.some(({ problem }) => problem === null) && left
    }, 300)
    expect(rows.map(({ state, problem, body }) => `${state}: ${problem} in ${body.toString()}`)).toEqual([])
    const { data } = (await test.manage('GET', `/workspaces/${workspace}/conversations`)).body
    expect(data.map((conversation: { last_message: string | null }) => conversation.last_message)).toContain(
      'Still here?',
    )
  })
})
