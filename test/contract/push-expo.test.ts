// A provider on loopback plays Expo's push service: batches, tickets, receipts, and the outcome of every error that
// Expo documents.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingMessage, SendCall } from '../../src/channels/contract.ts'
import type { ExpoDevice } from '../../src/channels/push/devices.ts'
import { checkExpo, expoReceipts } from '../../src/channels/push/expo/receipts.ts'
import { createPushSender } from '../../src/channels/push/sending.ts'
import {
  answerAsExpo,
  expoError,
  expoToken,
  isReceiptRequest,
  notificationsIn,
  refusedTicket,
  ticketOf,
} from '../harness/expo.ts'
import { oraclesDir, oracleText } from '../harness/oracles.ts'
import { type Provider, type Received, type Reply, startProvider } from '../harness/provider.ts'
import { expectRemedies } from '../harness/remedies.ts'

const now = new Date('2026-11-21T09:00:00Z')
const registered_at = '2026-01-01T00:00:00.000Z'
const deviceOf = (name: string): ExpoDevice => ({ kind: 'expo', token: expoToken(name), registered_at })
const message: OutgoingMessage = {
  deliveryId: 42,
  address: 'devices:7',
  recipientName: 'Ada',
  priority: 'normal',
  subject: 'Your order',
  body: 'It left',
  vars: {},
  locale: 'it',
  actions: [],
  attachments: [],
  devices: [deviceOf('ada')],
}

interface Row {
  code: string
  http: number
  class: string
}

const oracle = oraclesDir ? JSON.parse(oracleText('expo/answers.json')) : { codes: [], receipt_codes: [] }

describe('Expo', () => {
  let provider: Provider
  let sender = createPushSender()
  beforeAll(async () => {
    provider = await startProvider()
  })
  // Fails if a request body violated the schema of the provider.
  afterAll(() => provider.stop())
  beforeEach(() => {
    sender = createPushSender()
    provider.received.length = 0
    answerAsExpo(provider)
  })

  const settings = () => ({ access_token: 'secret-token', api_base: provider.url })
  const send = (change: Partial<OutgoingMessage> = {}, call: Partial<SendCall> = {}) =>
    sender.send({
      message: { ...message, ...change },
      settings: { expo: settings() },
      signal: AbortSignal.timeout(10_000),
      now,
      progress: {},
      lane: 1,
      allowPrivateNetwork: true,
      ...call,
    })
  const sendTo = (name: string, call: Partial<SendCall> = {}) => send({ devices: [deviceOf(name)] }, call)
  const batches = () => provider.received.map((request) => notificationsIn(request).map(({ to }) => String(to)))

  it('sends a notification with the access token, and returns the ticket for a later request', async () => {
    const actions = [{ slug: 'ok', label: 'OK', token: 'T', url: 'https://carillon.example/a' }]
    const outcome = await send({
      priority: 'high',
      actions,
      media: { url: 'https://example.com/a.png', type: 'image', caption: 'On its way' },
      own: { url: 'https://example.com/orders/1', ttl: 3600 },
    })
    const id = `ticket-${expoToken('ada')}`
    expect(outcome).toMatchObject({
      class: 'sent',
      externalId: id,
      tickets: { list: [{ provider: 'expo', id, device: expoToken('ada') }], decisive: true },
    })
    expect(provider.received[0]).toMatchObject({ method: 'POST', path: '/--/api/v2/push/send' })
    expect(provider.received[0]!.headers.authorization).toBe('Bearer secret-token')
    expect(notificationsIn(provider.received[0]!)).toEqual([
      {
        to: expoToken('ada'),
        title: 'Your order',
        body: 'It left\nOn its way',
        data: {
          delivery_id: '42',
          lang: 'it',
          actions: [{ action: 'ok', title: 'OK', url: 'https://carillon.example/a' }],
          url: 'https://example.com/orders/1',
        },
        richContent: { image: 'https://example.com/a.png' },
        mutableContent: true,
        ttl: 3600,
        priority: 'high',
        sound: 'default',
        tag: 'delivery-42',
        collapseId: 'delivery-42',
      },
    ])
  })

  it('sends no access token if the connection has none, and sends no sound with a message of low priority', async () => {
    await send({ priority: 'low' }, { settings: { expo: { api_base: provider.url } } })
    expect(provider.received[0]!.headers.authorization).toBeUndefined()
    expect(notificationsIn(provider.received[0]!)[0]).toMatchObject({ priority: 'normal', sound: null })
  })

  it('sends messages that arrive together in requests of at most 100 messages, and returns the ticket of each message', async () => {
    const names = Array.from({ length: 150 }, (_, index) => `d${index}`)
    const outcomes = await Promise.all(names.map((name) => sendTo(name)))
    expect(batches().map(({ length }) => length)).toEqual([100, 50])
    expect(outcomes.map((outcome) => 'externalId' in outcome && outcome.externalId)).toEqual(
      names.map((name) => `ticket-${expoToken(name)}`),
    )
  })

  it('never sends the messages of two connections in one request, even if both have no access token', async () => {
    const withoutToken = { settings: { expo: { api_base: provider.url } } }
    await Promise.all([
      sendTo('a', withoutToken),
      sendTo('b', { ...withoutToken, lane: 2 }),
      sendTo('c', withoutToken),
      sendTo('d'),
    ])
    const requests = [['a', 'c'], ['b'], ['d']].map((names) => names.map(expoToken))
    expect(batches()).toHaveLength(3)
    expect(new Set(batches())).toEqual(new Set(requests))
  })

  it('throttles a message that gets no request within its time limit, because nothing was sent', async () => {
    const releases: (() => void)[] = []
    provider.reply(async (request) => {
      await new Promise<void>((resolve) => releases.push(resolve))
      return { body: { data: notificationsIn(request).map(({ to }) => ticketOf(to)) } }
    })
    const sending = Array.from({ length: 600 }, (_, index) => sendTo(`d${index}`))
    await expect.poll(() => releases.length).toBe(6)
    const outcome = await sendTo('late', { signal: AbortSignal.timeout(50) })
    expect(outcome).toMatchObject({ class: 'throttled', scope: 'recipient', reason: expect.stringContaining('in use') })
    expect(outcome.class === 'throttled' && outcome.until > now).toBe(true)
    expectRemedies(outcome)
    for (const release of releases) release()
    await Promise.all(sending)
    expect(batches().flat()).not.toContain(expoToken('late'))
  })

  it('sends at most six requests of a connection at the same time', async () => {
    const waiting: (() => void)[] = []
    let most = 0
    provider.reply(async (request) => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        most = Math.max(most, waiting.length)
      })
      return { body: { data: notificationsIn(request).map(({ to }) => ticketOf(to)) } }
    })
    const all = Promise.all(Array.from({ length: 800 }, (_, index) => sendTo(`d${index}`)))
    await expect.poll(() => waiting.length).toBe(6)
    for (let ended = 0; ended < 8; ended++) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      waiting.shift()!()
    }
    expect((await all).every(({ class: name }) => name === 'sent')).toBe(true)
    expect(most).toBe(6)
  })

  it('sends the devices of each Expo project in a separate request when Expo refuses a mixed request', async () => {
    const projectOf = (token: unknown) => (String(token).includes('shop') ? '@ada/shop' : '@ada/news')
    provider.reply((request) => {
      const tokens = notificationsIn(request).map(({ to }) => to)
      const projects = [...new Set(tokens.map(projectOf))]
      if (projects.length === 1) return { body: { data: tokens.map(ticketOf) } }
      const details = Object.fromEntries(projects.map((name) => [name, tokens.filter((to) => projectOf(to) === name)]))
      return expoError(400, 'PUSH_TOO_MANY_EXPERIENCE_IDS', details)
    })
    const outcomes = await Promise.all(['shop1', 'news1', 'shop2'].map((name) => sendTo(name)))
    expect(outcomes.map((outcome) => 'externalId' in outcome && outcome.externalId)).toEqual(
      ['shop1', 'news1', 'shop2'].map((name) => `ticket-${expoToken(name)}`),
    )
    expect(batches().map(({ length }) => length)).toEqual([3, 2, 1])
  })

  it('sends a message once if Expo names its device under two projects', async () => {
    const [first, both] = [expoToken('first'), expoToken('both')]
    provider.reply((request, count) =>
      count === 1
        ? expoError(400, 'PUSH_TOO_MANY_EXPERIENCE_IDS', { '@ada/shop': [first, both], '@ada/news': [both] })
        : { body: { data: notificationsIn(request).map(({ to }) => ticketOf(to)) } },
    )
    const outcomes = await Promise.all(['first', 'both', 'other'].map((name) => sendTo(name)))
    expect(outcomes.map((outcome) => 'externalId' in outcome && outcome.externalId)).toEqual(
      ['first', 'both', 'other'].map((name) => `ticket-${expoToken(name)}`),
    )
    expect(batches().slice(1)).toEqual([[first, both], [expoToken('other')]])
  })

  it('fails only the invalid message when Expo refuses a request because of one message', async () => {
    provider.reply((request) => {
      const tokens = notificationsIn(request).map(({ to }) => to)
      if (tokens.includes(expoToken('d3'))) return expoError(400, 'VALIDATION_ERROR')
      return { body: { data: tokens.map(ticketOf) } }
    })
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => sendTo(`d${index}`)))
    expect(outcomes.map(({ class: name }) => name)).toEqual(
      Array.from({ length: 8 }, (_, index) => (index === 3 ? 'permanent' : 'sent')),
    )
  })

  it('the outcome of a message contains no device token from an error of Expo', async () => {
    answerAsExpo(provider, {
      ticket: (token) => refusedTicket('MessageRateExceeded', `"${String(token)}" gets too many messages`),
    })
    const [first] = await Promise.all([sendTo('ada'), sendTo('grace')])
    expect(first).toMatchObject({ class: 'throttled', scope: 'recipient' })
    provider.reply(() => ({
      status: 400,
      body: { errors: [{ code: 'X', message: `${expoToken('grace')} is wrong` }] },
    }))
    const outcomes = [first, ...(await Promise.all([sendTo('ada'), sendTo('grace')]))]
    expect(JSON.stringify(outcomes)).not.toContain('PushToken[')
  })

  it.skipIf(!oraclesDir).each(oracle.codes as Row[])('maps the request error $code of Expo to $class', async (row) => {
    const isStatus = row.code.startsWith('HTTP')
    provider.reply(() => (isStatus ? { status: row.http, body: {} } : expoError(row.http, row.code)))
    const outcome = await send()
    expect(outcome.class).toBe(row.class)
    if (!isStatus) expect(outcome.code).toBe(row.code)
    expectRemedies(outcome)
    expect(JSON.stringify(outcome)).not.toContain('secret-token')
  })

  it.skipIf(!oraclesDir).each(oracle.receipt_codes as Row[])(
    'maps the error $code in a ticket of Expo to $class',
    async (row) => {
      answerAsExpo(provider, { ticket: () => refusedTicket(row.code) })
      const outcome = await send()
      expect(outcome).toMatchObject({ class: row.class, code: row.code })
      expectRemedies(outcome)
      expect(outcome.goneDevices).toEqual(row.class === 'recipient_gone' ? [expoToken('ada')] : [])
    },
  )

  it.each<[string, Reply]>([
    ['fewer tickets than notifications', { body: { data: [] } }],
    ['a ticket of an unknown form', { body: { data: [{ status: 'maybe' }] } }],
    ['a ticket without an id', { body: { data: [{ status: 'ok' }] } }],
  ])('reports an ambiguous attempt when Expo answers with %s', async (_title, reply) => {
    provider.reply(() => reply)
    expect((await send()).class).toBe('ambiguous')
  })

  describe('receipts of Expo', () => {
    const read = (ids: string[]) =>
      expoReceipts.read({
        ids,
        settings: settings(),
        signal: AbortSignal.timeout(5000),
        now,
        allowPrivateNetwork: true,
      })

    it('asks for the receipts of the tickets', async () => {
      await read(['t1', 't2'])
      expect(provider.received[0]).toMatchObject({ path: '/--/api/v2/push/getReceipts' })
      expect(JSON.parse(provider.received[0]!.text)).toEqual({ ids: ['t1', 't2'] })
    })

    interface Sample {
      name: string
      body: string
      expect: { event: string; id: string; code?: string | null; class?: string }[]
    }
    const samples = oraclesDir ? (JSON.parse(oracleText('expo/callbacks.json')).samples as Sample[]) : []

    it.skipIf(!oraclesDir).each(samples)('reads the sample receipt: $name', async (sample) => {
      provider.reply(() => ({ text: sample.body }))
      const ids = Object.keys(JSON.parse(sample.body).data)
      const answer = await read([...ids, 'another'])
      const results = 'results' in answer ? answer.results : []
      expect(
        results.map((result) =>
          result.kind === 'sent'
            ? { event: 'sent', id: result.id }
            : { event: 'failed', id: result.id, code: result.code ?? null, gone: result.gone },
        ),
      ).toEqual(
        sample.expect.map(({ class: name, ...event }) =>
          event.event === 'sent' ? event : { ...event, gone: name === 'recipient_gone' },
        ),
      )
      expect(JSON.stringify(answer)).not.toContain('PushToken[')
    })

    it.skipIf(!oraclesDir).each(oracle.receipt_codes as Row[])(
      'explains the error $code in a receipt, and how to fix it',
      async ({ code }) => {
        answerAsExpo(provider, { receipts: () => ({ t1: refusedTicket(code) }) })
        const answer = await read(['t1'])
        expect(answer).toMatchObject({
          results: [{ id: 't1', kind: 'failed', code, reason: expect.stringMatching(/\w+ \w+/) }],
        })
        expect(answer).toMatchObject({ results: [{ remedy: expect.stringMatching(/^[A-Z].+\.$/) }] })
      },
    )

    it.each<[string, Reply]>([
      ['an error', expoError(401, 'UNAUTHORIZED')],
      ['throttling', expoError(429, 'TOO_MANY_REQUESTS')],
      ['an HTML page', { text: '<html>' }],
      ['nothing', { drop: 'now' }],
    ])('reports a problem when Expo answers the request for receipts with %s', async (_title, reply) => {
      provider.reply(() => reply)
      expect(await read(['t1'])).toEqual({ problem: expect.stringMatching(/\w+ \w+/) })
    })
  })

  describe('connection check of Expo', () => {
    it('checks the access token with a request for a receipt that does not exist', async () => {
      expect(await checkExpo(settings(), true, now)).toEqual({
        found: ['Expo answers requests with the access token'],
        problems: {},
      })
      expect(provider.received.every((request: Received) => isReceiptRequest(request))).toBe(true)
    })

    it('names the access token when Expo refuses it, and the gateway when the answer is not from Expo', async () => {
      provider.reply(() => expoError(401, 'UNAUTHORIZED'))
      expect((await checkExpo(settings(), true, now)).problems.access_token).toMatch(/Create an access token/)
      provider.reply(() => ({ status: 404, text: '<html>' }))
      expect((await checkExpo(settings(), true, now)).problems.api_base).toMatch(/is not in the format of Expo/)
    })
  })
})
