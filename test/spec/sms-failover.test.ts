// Failover between two SMS connections: another connection takes a message that a connection cannot send to this number.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Provider, type Received, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const PUBLIC_URL = 'https://sms.example'

describe.each(databases)('failover between SMS connections, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind, { PUBLIC_URL })
    provider = await startProvider()
    provider.reply(answerOf)
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })
  beforeEach(async () => {
    tenant = await test.tenant()
  })

  /** Accepts all messages, except messages through Twilio to British numbers. Twilio has not enabled this country. */
  function answerOf({ path, text }: Received) {
    if (path === '/v2/messages') return { body: { data: { id: '1' } } }
    return new URLSearchParams(text).get('To')?.startsWith('+44')
      ? { status: 403, body: { code: 21408, message: 'no', status: 403 } }
      : { status: 201, body: { sid: 'SM1', error_code: null } }
  }

  const twilio = (own: object) => ({
    provider: 'twilio',
    settings: { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'token', api_base: provider.url, ...own },
  })
  const telnyx = (own: object) => ({
    provider: 'telnyx',
    settings: { api_key: 'KEY', public_key: `${'A'.repeat(43)}=`, api_base: provider.url, ...own },
  })

  /** Adds the connections in this order, and returns their ids. */
  async function connected(...connections: object[]): Promise<number[]> {
    const path = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/sms/providers`
    const ids: number[] = []
    for (const connection of connections) {
      const { status, body } = await test.manage('POST', path, connection)
      expect(status, JSON.stringify(body)).toBe(201)
      ids.push(body.id)
    }
    return ids
  }

  /** Sends a message, and returns its status with the outcome, the code and the connection of each attempt. */
  async function sent(phone: string, more: object = {}) {
    const { body } = await test.send(tenant.liveKey, {
      recipient: { phone },
      template: 'hello',
      vars: { name: 'Ada' },
      ...more,
    })
    const { status, attempts } = await test.settled(tenant, body.delivery_id, 'sent', 'failed')
    return {
      status,
      attempts: attempts.map((attempt: { outcome: string; code: string | null; connection: { id: number } }) => [
        attempt.outcome,
        attempt.code,
        attempt.connection.id,
      ]),
    }
  }

  it('if the first connection has no sender for a number, the message is sent through the second connection', async () => {
    const [first, second] = await connected(twilio({ senders: '+39=Shop' }), telnyx({ from: '+15550100000' }))
    expect(await sent('+393331234567')).toEqual({ status: 'sent', attempts: [['sent', null, first]] })
    expect(await sent('+15550100001')).toEqual({
      status: 'sent',
      attempts: [
        ['permanent', 'no_sender', first],
        ['sent', null, second],
      ],
    })
  })

  it('if the first connection does not serve a country, the second connection sends the message, and the first is not paused', async () => {
    const [first, second] = await connected(twilio({ from: '+15550100000' }), telnyx({ from: '+15550100000' }))
    expect(await sent('+447700900123')).toEqual({
      status: 'sent',
      attempts: [
        ['permanent', '21408', first],
        ['sent', null, second],
      ],
    })
    expect(await sent('+15550100001')).toEqual({ status: 'sent', attempts: [['sent', null, first]] })
  })

  it('a connection that permits fewer segments passes a long message to the next connection', async () => {
    const [first, second, third] = await connected(
      twilio({ from: '+15550100000' }),
      telnyx({ from: '+15550100000', max_segments: 1 }),
      telnyx({ from: '+15550100000' }),
    )
    expect(await sent('+447700900123', { vars: { name: 'A'.repeat(200) } })).toEqual({
      status: 'sent',
      attempts: [
        ['permanent', '21408', first],
        ['permanent', 'too_many_segments', second],
        ['sent', null, third],
      ],
    })
  })

  it('a connection that sends no media passes a message with media to the next connection', async () => {
    const [first, second, third] = await connected(
      twilio({ from: '+15550100000', mms: true }),
      telnyx({ from: '+15550100000' }),
      telnyx({ from: '+15550100000', mms: true }),
    )
    expect(await sent('+447700900123', { media: { url: 'https://example.com/1.jpg' } })).toEqual({
      status: 'sent',
      attempts: [
        ['permanent', '21408', first],
        ['permanent', 'no_media', second],
        ['sent', null, third],
      ],
    })
  })

  it('requests receipts at the inbound URL of the connection that sends the message, and applies these receipts', async () => {
    const [, second] = await connected(twilio({ senders: '+39=Shop' }), twilio({ from: '+15550100000' }))
    provider.received.length = 0
    const { body } = await test.send(tenant.liveKey, {
      recipient: { phone: '+15550100001' },
      template: 'hello',
      vars: { name: 'Ada' },
    })
    const { external_id: MessageSid } = await test.settled(tenant, body.delivery_id, 'sent')
    const callback = new URLSearchParams(provider.received[0]?.text).get('StatusCallback') ?? ''
    expect(callback).toBe(`${PUBLIC_URL}/v1/inbound/sms/${second}?delivery=${body.delivery_id}`)
    const fields = { MessageSid, MessageStatus: 'delivered', To: '+15550100001' }
    const signed = Object.entries(fields).flat().join('')
    const signature = createHmac('sha1', 'token').update(`${callback}${signed}`).digest('base64')
    const answer = await fetch(callback.replace(PUBLIC_URL, test.url), {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
    })
    expect(answer.status).toBe(200)
    await test.settled(tenant, body.delivery_id, 'delivered')
  })

  it('a message that no connection can send fails after one attempt through each', async () => {
    const [first, second] = await connected(twilio({ from: '+15550100000' }), telnyx({ senders: '+39=+390600000000' }))
    expect(await sent('+447700900123')).toEqual({
      status: 'failed',
      attempts: [
        ['permanent', '21408', first],
        ['permanent', 'no_sender', second],
      ],
    })
  })
})
