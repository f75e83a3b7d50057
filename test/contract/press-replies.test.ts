// Replies to button presses on WhatsApp and Messenger. A reply is sent once, in the same chat, and only if the button
// belongs to an action.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InboundEvent, PressResult } from '../../src/channels/inbound.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { createReplies } from '../../src/inbound/replies.ts'
import { actionToken, graphSettings, messengerAccepted, whatsappAccepted } from '../harness/graph.ts'
import { oracleProblems } from '../harness/oracles.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'

const done: PressResult = { buttons: 'chosen', text: 'Done: Confirm' }
const error = (code: number, status = 400): Reply => ({ status, body: { error: { message: 'no', type: 'E', code } } })

describe.each([
  {
    channel: 'whatsapp' as const,
    address: '+393331234567',
    accepted: whatsappAccepted,
    path: '/v23.0/10/messages',
    body: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '393331234567',
      context: { message_id: 'tap-1' },
      type: 'text',
      text: { body: 'Done: Confirm', preview_url: false },
    },
    throttled: error(131056),
  },
  {
    channel: 'messenger' as const,
    address: 'psid-1',
    accepted: messengerAccepted,
    path: '/v23.0/30/messages',
    body: { recipient: { id: 'psid-1' }, messaging_type: 'RESPONSE', message: { text: 'Done: Confirm' } },
    throttled: error(613),
  },
])('button presses on $channel', ({ channel, address, accepted, path, body, throttled }) => {
  let provider: Provider
  beforeAll(async () => {
    // Reading the schema blocks the event loop for a while.
    await oracleProblems('/v23.0/10/messages', { messaging_product: 'whatsapp' })
    provider = await startProvider()
  })
  beforeEach(() => {
    provider.received.length = 0
  })
  afterAll(() => provider.stop())

  const press: Extract<InboundEvent, { kind: 'button_press' }> = {
    kind: 'button_press',
    id: 'tap-1',
    address,
    token: actionToken('A'),
    text: 'Confirm',
    at: new Date(),
  }
  const replyTo = (result: PressResult, reply: Reply = accepted, own: object = {}, url = provider.url) => {
    provider.reply(() => reply)
    const settings = { ...graphSettings(url)[channel], ...own }
    const call = { settings, signal: AbortSignal.timeout(5000), allowPrivateNetwork: true }
    return providerOf(channel).receiver!.replyToPress!(call, press, result)
  }

  it('replies to a button press in its chat', async () => {
    expect(await replyTo(done)).toBe(true)
    expect(provider.received.map((request) => [request.path, JSON.parse(request.text)])).toEqual([[path, body]])
    expect(provider.received[0]!.headers.authorization).toBe('Bearer secret-token')
    await replyTo({ buttons: 'dead', text: 'Expired: Confirm' })
    expect(provider.received).toHaveLength(2)
  })

  it('sends no reply to a button press if the connection disables replies, or if the button is not an action', async () => {
    expect(await replyTo(done, accepted, { answer_taps: false })).toBe(true)
    expect(await replyTo({ buttons: 'strange', text: 'This button is not valid.' })).toBe(true)
    expect(provider.received).toEqual([])
  })

  it.each<[string, Reply, boolean]>([
    ['the conversation window is closed', error(channel === 'whatsapp' ? 131047 : 10), true],
    ['the token was revoked', error(190, 401), true],
    ['the answer is lost', { drop: 'now' }, true],
    ['another server answers', { status: 502, text: '<html>' }, true],
    ['the provider has a temporary error', error(2, 500), false],
    ['the provider throttles', throttled, false],
  ])(
    'either repeats or abandons a failed reply to a button press, depending on the error: %s',
    async (_title, reply, settled) => {
      expect(await replyTo(done, reply)).toBe(settled)
    },
  )

  it("sends the reply to a button press later if the provider's port was closed", async () => {
    expect(await replyTo(done, accepted, {}, 'http://127.0.0.1:1')).toBe(false)
  })
})

describe('replies', () => {
  it('sends at most 100 replies at a time to a provider that hangs, without a delay for other providers', async () => {
    const replies = createReplies(() => {})
    const requests: number[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const reply = (connectionId: number) =>
      replies.send({
        connectionId,
        attempt: async () => {
          requests.push(connectionId)
          await released
          return true
        },
      })
    for (let i = 0; i < 150; i++) reply(1)
    reply(2)
    await expect.poll(() => requests.length).toBe(101)
    expect(requests.filter((id) => id === 2)).toEqual([2])
    release()
    await replies.stop()
    expect(requests).toHaveLength(101)
  })

  it('sends at most three replies to the messages of one address in an hour', async () => {
    const replies = createReplies(() => {})
    const sent: string[] = []
    const reply = (address: string, minute: number) =>
      replies.sendMessage(
        {
          connectionId: 1,
          address,
          attempt: async () => {
            sent.push(`${address} ${minute}`)
            return true
          },
        },
        new Date(minute * 60_000),
      )
    for (const minute of [0, 1, 2, 3, 59]) reply('+1', minute)
    reply('+2', 59)
    reply('+1', 61)
    await expect.poll(() => sent.length).toBe(5)
    await replies.stop()
    expect(sent.sort()).toEqual(['+1 0', '+1 1', '+1 2', '+1 61', '+2 59'])
  })
})
