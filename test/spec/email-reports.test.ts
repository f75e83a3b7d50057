// Reports of email providers move messages to delivered, stop messages to addresses that bounce, and store opt-outs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../src/limits.ts'
import { emailApis } from '../contract/providers/email-apis.ts'
import { certificate } from '../harness/certificate.ts'
import {
  type EmailReport,
  emailProviders,
  type SignedWebhook,
  snsCertificatePath,
  snsWebhook,
} from '../harness/email-webhooks.ts'
import { type Provider, type Received, type Reply, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

/** A source that sends email through one provider, and the path of its webhooks. */
interface Sender {
  name: string
  tenant: Tenant
  at: string
}

const names = Object.keys(emailProviders)
const statuses = (delivery: { history: { status: string }[] }) => delivery.history.map(({ status }) => status)

/** The age in milliseconds up to which a provider's signature is accepted. */
const AGES: Record<string, number> = {
  resend: 5 * MINUTE,
  sendgrid: 5 * MINUTE,
  ses: HOUR,
  mailgun: 12 * HOUR,
}

describe.each(databases)('reports of email providers, %s', (kind) => {
  let test: TestService
  let provider: Provider
  const senders = new Map<string, Sender>()
  let messages = 0
  /** Returns the response of the provider to a message. `undefined` means that the provider accepts the message. */
  let answer: (id: string) => Promise<Reply | undefined> = async () => undefined

  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
    provider.reply(async (request) => {
      if (request.method === 'GET') return { text: certificate.cert }
      const id = `id-${++messages}@mail`
      return (await answer(id)) ?? emailProviders[nameOf(request)]!.accept(id)
    })
    for (const name of names) senders.set(name, await connectSender(name))
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  const nameOf = ({ headers }: Received): string => {
    if (headers['x-postmark-server-token']) return 'postmark'
    if (headers['x-amz-date']) return 'ses'
    if (headers['idempotency-key']) return 'resend'
    return headers.authorization?.startsWith('Basic') ? 'mailgun' : 'sendgrid'
  }
  const connectSender = async (name: string): Promise<Sender> => {
    const tenant = await test.tenant()
    const settings = emailApis.find((fixture) => fixture.provider === name)!.http!.settings(provider.url)
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/email/providers`
    const { status, body } = await test.manage('POST', at, { provider: name, settings })
    expect(status, JSON.stringify(body)).toBe(201)
    return { name, tenant, at: body.inbound_url.replace(/^.*\/v1/, '') }
  }
  const sendTo = ({ tenant }: Sender, email: string, more: object = {}) =>
    test.send(tenant.liveKey, {
      recipient: { email },
      channel: 'email',
      template: 'hello',
      vars: { name: 'Ada' },
      ...more,
    })
  const sent = async (sender: Sender, email: string) => {
    const { status, body } = await sendTo(sender, email)
    expect(status, JSON.stringify(body)).toBe(202)
    const { id, external_id } = await test.settled(sender.tenant, body.delivery_id, 'sent')
    return { id: id as number, externalId: external_id as string }
  }
  const post = async ({ at }: Sender, { headers, body }: SignedWebhook) =>
    (await test.call('POST', at, { headers, body })).status
  const waitUntilApplied = () =>
    test.until(async () => {
      const { rows } = await test.service.db.query({
        text: `select from inbound_requests where state = 'waiting' limit 1`,
      })
      return rows.length === 0
    })
  const report = async (sender: Sender, content: EmailReport) => {
    expect(await post(sender, emailProviders[sender.name]!.webhook(content, test.clock.now()))).toBe(200)
    await waitUntilApplied()
  }
  const read = async ({ tenant }: Sender, id: number) =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
  const suppressions = async ({ tenant }: Sender, address: string): Promise<object[]> =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/suppressions?address=${address}`)).body.data

  describe.each(names)('%s', (name) => {
    let sender: Sender
    beforeAll(() => {
      sender = senders.get(name)!
    })

    it('a report of a delivery moves the message from sent to delivered once', async () => {
      const { id, externalId } = await sent(sender, 'ada@example.com')
      for (let i = 0; i < 2; i++)
        await report(sender, { event: 'delivered', id: externalId, address: 'ada@example.com', deliveryId: id })
      const delivery = await read(sender, id)
      expect(statuses(delivery)).toEqual(['queued', 'sending', 'sent', 'delivered'])
      expect(delivery.receipts).toHaveLength(1)
    })

    it('a hard bounce fails the message, and later messages to the address, in upper or lower case, are refused', async () => {
      const { id, externalId } = await sent(sender, 'Gone@example.com')
      await report(sender, { event: 'hard', id: externalId, address: 'gone@example.com', deliveryId: id })
      for (const email of ['Gone@example.com', 'GONE@EXAMPLE.COM']) {
        const { status, body } = await sendTo(sender, email)
        expect([status, Object.keys(body.details ?? {})]).toEqual([422, ['recipient.email']])
        expect(body.details['recipient.email'].join()).toContain('5.1.1')
      }
      expect(await read(sender, id)).toMatchObject({ status: 'failed', refunded: true, bounces: [{ type: 'hard' }] })
      expect(await suppressions(sender, 'gone@example.com')).toMatchObject([
        { reason: 'hard_bounce', origin: 'provider', delivery_id: id },
      ])
    })

    it('a soft bounce is only recorded', async () => {
      const { id, externalId } = await sent(sender, 'full@example.com')
      await report(sender, { event: 'soft', id: externalId, address: 'full@example.com', deliveryId: id })
      await sent(sender, 'full@example.com')
      expect(await read(sender, id)).toMatchObject({ status: 'sent', bounces: [{ type: 'soft' }] })
      expect(await suppressions(sender, 'full@example.com')).toEqual([])
    })

    // Resend reports no opt-outs.
    const stops = name === 'resend' ? (['complaint'] as const) : (['complaint', 'opted_out'] as const)
    it.each(stops)('a report of the kind %s stops further messages to the address', async (event) => {
      const address = `${event}@example.com`
      const { id, externalId } = await sent(sender, address)
      await report(sender, { event, id: externalId, address, deliveryId: id })
      expect((await sendTo(sender, address)).status).toBe(422)
      const reason = event === 'complaint' ? 'complaint' : 'unsubscribed'
      expect(await suppressions(sender, address)).toMatchObject([{ reason, origin: 'provider' }])
      await sent(sender, 'other@example.com')
    })

    it('a report that arrives before the provider has answered the request is applied after the answer', async () => {
      let release: () => void = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      let early = ''
      answer = async (id) => {
        early = id
        await released
        return undefined
      }
      const { body } = await sendTo(sender, 'early@example.com')
      await test.until(async () => early !== '')
      const content = { id: early, address: 'early@example.com', deliveryId: body.delivery_id }
      await report(sender, { event: 'delivered', ...content })
      release()
      answer = async () => undefined
      const delivery = await test.settled(sender.tenant, body.delivery_id, 'delivered')
      expect(statuses(delivery)).toEqual(['queued', 'sending', 'sent', 'delivered'])
    })

    it('if the answer of the provider was lost, a report with the id of the delivery proves that the provider accepted the message', async () => {
      let lost = ''
      answer = async (id) => {
        lost = id
        return { drop: 'now' }
      }
      const { body } = await sendTo(sender, 'lost@example.com')
      const id = body.delivery_id as number
      await test.until(async () => (await read(sender, id)).attempts[0]?.outcome === 'ambiguous')
      answer = async () => undefined
      const before = messages
      await report(sender, { event: 'delivered', id: lost, address: 'lost@example.com', deliveryId: id })
      test.clock.advance(HOUR)
      expect(await test.settled(sender.tenant, id, 'delivered')).toMatchObject({ external_id: lost })
      expect(messages).toBe(before)
    })

    it("a report about another workspace's message or an unknown message changes no message", async () => {
      const other = senders.get(names.find((candidate) => candidate !== name)!)!
      const { id, externalId } = await sent(other, 'other@example.com')
      await report(sender, { event: 'delivered', id: externalId, address: 'other@example.com', deliveryId: id })
      await report(sender, { event: 'delivered', id: 'unknown', address: 'other@example.com', deliveryId: 999_999 })
      expect((await read(other, id)).status).toBe('sent')
      await report(sender, { event: 'hard', id: externalId, address: 'other@example.com', deliveryId: id })
      await report(sender, { event: 'hard', id: 'unknown', address: 'other@example.com', deliveryId: 999_999 })
      for (const event of stops)
        await report(sender, { event, id: externalId, address: 'other@example.com', deliveryId: id })
      expect((await read(other, id)).status).toBe('sent')
      for (const one of [sender, other]) expect(await suppressions(one, 'other@example.com')).toEqual([])
    })

    it('a hard bounce with the id of another message, which was sent to another address, changes nothing', async () => {
      const { id } = await sent(sender, 'mine@example.com')
      await report(sender, { event: 'hard', id: 'unknown', address: 'theirs@example.com', deliveryId: id })
      expect((await read(sender, id)).status).toBe('sent')
      for (const address of ['mine@example.com', 'theirs@example.com'])
        expect(await suppressions(sender, address)).toEqual([])
    })

    it('a hard bounce that arrives before the answer to the request fails the message', async () => {
      let release: () => void = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      let early = ''
      answer = async (id) => {
        early = id
        await released
        return undefined
      }
      const { body } = await sendTo(sender, 'early-bounce@example.com')
      await test.until(async () => early !== '')
      const id = body.delivery_id as number
      await report(sender, { event: 'hard', id: early, address: 'early-bounce@example.com', deliveryId: id })
      release()
      answer = async () => undefined
      expect(await test.settled(sender.tenant, id, 'failed')).toMatchObject({ refunded: true, external_id: early })
      expect(await suppressions(sender, 'early-bounce@example.com')).toHaveLength(1)
    })

    it('a report whose signature or password is wrong is refused', async () => {
      const { headers, body } = emailProviders[name]!.webhook(
        { event: 'hard', id: 'x', address: 'ada@example.com' },
        test.clock.now(),
      )
      const wrong: SignedWebhook[] = [
        { headers: { 'content-type': 'application/json' }, body: '{}' },
        ...(name === 'postmark' ? [{ headers: { ...headers, authorization: 'Basic eDp5' }, body }] : []),
        ...(name === 'mailgun' ? [{ headers, body: body.replace(/"signature":"\w/, '"signature":"g') }] : []),
        ...(['resend', 'sendgrid', 'ses'].includes(name) ? [{ headers, body: body.replace('ada@', 'eve@') }] : []),
      ]
      for (const webhook of wrong) expect(await post(sender, webhook)).toBe(403)
    })

    it.skipIf(name === 'postmark')(
      'a report is accepted up to a maximum age, and an older report is refused',
      async () => {
        const content: EmailReport = { event: 'soft', id: 'old', address: 'ada@example.com' }
        const old = emailProviders[name]!.webhook(content, test.clock.now())
        const recent = emailProviders[name]!.webhook(content, new Date(test.clock.now().getTime() + 2 * MINUTE))
        test.clock.advance(AGES[name]! + MINUTE)
        expect([await post(sender, old), await post(sender, recent)]).toEqual([403, 200])
      },
    )
  })

  it('all attempts for a message through Resend have the same body and idempotency key, so that Resend sends no duplicate', async () => {
    const sender = senders.get('resend')!
    answer = async () => ({ drop: 'now' })
    const { body } = await sendTo(sender, 'repeated@example.com')
    await test.until(async () => (await read(sender, body.delivery_id)).attempts[0]?.outcome === 'ambiguous')
    answer = async () => undefined
    test.clock.advance(HOUR)
    await test.settled(sender.tenant, body.delivery_id, 'sent')
    const requests = provider.received.filter(({ text }) => text.includes('repeated@example.com'))
    const [first, second] = requests.map(({ headers, text }) => [headers['idempotency-key'], JSON.parse(text)])
    expect(requests).toHaveLength(2)
    expect(second).toEqual(first)
  })

  it('an address that is deactivated at Postmark is refused until it is reactivated at Postmark', async () => {
    const sender = senders.get('postmark')!
    const change = (address: string, SuppressSending: boolean) =>
      report(sender, {
        ...{ event: 'opted_out', id: 'none', address },
        fields: { MessageID: null, Metadata: undefined, SuppressSending, Origin: 'Customer' },
      })
    await sent(sender, 'Known@example.com')
    for (const address of ['known@example.com', 'stranger@example.com']) {
      await change(address, true)
      expect(await suppressions(sender, address)).toMatchObject([{ reason: 'invalid', origin: 'provider' }])
      expect((await sendTo(sender, address)).status).toBe(422)
      await change(address, false)
      expect(await suppressions(sender, address)).toEqual([])
      await sent(sender, address)
    }
  })

  it('an address that Postmark refuses as inactive is suppressed as invalid, not as a hard bounce, because the cause may be an opt-out', async () => {
    const sender = senders.get('postmark')!
    answer = async () => ({ status: 422, body: { ErrorCode: 406, Message: 'inactive' } })
    const { body } = await sendTo(sender, 'inactive@example.com')
    await test.settled(sender.tenant, body.delivery_id, 'failed')
    answer = async () => undefined
    expect(await suppressions(sender, 'inactive@example.com')).toMatchObject([{ reason: 'invalid' }])
  })

  it('an opt-in at the provider lifts only an opt-out that the provider reported', async () => {
    const sender = senders.get('sendgrid')!
    const optIn = (address: string, at: { id: string; deliveryId?: number }) =>
      report(sender, { event: 'opted_out', address, ...at, fields: { event: 'group_resubscribe' } })
    const { id, externalId } = await sent(sender, 'back@example.com')
    const message = { id: externalId, deliveryId: id }
    await report(sender, { event: 'opted_out', address: 'back@example.com', ...message })
    expect(await suppressions(sender, 'back@example.com')).toMatchObject([{ origin: 'provider', delivery_id: id }])
    await optIn('back@example.com', { id: 'unknown', deliveryId: 999_999 })
    expect(await suppressions(sender, 'back@example.com')).toHaveLength(1)
    await optIn('back@example.com', message)
    expect(await suppressions(sender, 'back@example.com')).toEqual([])
    const optOuts = `/workspaces/${sender.tenant.workspace}/opt-outs`
    await test.manage('POST', optOuts, { channel: 'email', address: 'back@example.com' })
    await optIn('back@example.com', message)
    expect(await suppressions(sender, 'back@example.com')).toMatchObject([{ origin: 'member' }])
  })

  it('if SendGrid drops a message because of an earlier complaint, its report is not a complaint about this message', async () => {
    const sender = senders.get('sendgrid')!
    const { id, externalId } = await sent(sender, 'dropped@example.com')
    const fields = { event: 'dropped', reason: 'Spam Reporting Address' }
    await report(sender, { event: 'soft', id: externalId, address: 'dropped@example.com', deliveryId: id, fields })
    expect(await read(sender, id)).toMatchObject({ status: 'failed', bounces: [] })
    expect(await suppressions(sender, 'dropped@example.com')).toMatchObject([{ reason: 'complaint' }])
  })

  it('a Mailgun report with the token of an earlier report is not applied', async () => {
    const sender = senders.get('mailgun')!
    const { id, externalId } = await sent(sender, 'replay@example.com')
    const content: EmailReport = { event: 'soft', id: externalId, address: 'replay@example.com', deliveryId: id }
    const first = emailProviders.mailgun!.webhook(content, test.clock.now())
    const { signature } = JSON.parse(first.body)
    const forged = JSON.parse(emailProviders.mailgun!.webhook({ ...content, event: 'hard' }, test.clock.now()).body)
    expect(await post(sender, first)).toBe(200)
    expect(await post(sender, { ...first, body: JSON.stringify({ ...forged, signature }) })).toBe(200)
    await waitUntilApplied()
    await sent(sender, 'replay@example.com')
  })

  it('the subscription of an SNS topic is confirmed, and again later if the first request fails', async () => {
    const sender = await connectSender('ses')
    let isDown = true
    const confirmations: string[] = []
    provider.reply((request) => {
      if (request.path === snsCertificatePath) return { text: certificate.cert }
      confirmations.push(request.path)
      return { status: isDown ? 503 : 200, text: '<ConfirmSubscriptionResponse/>' }
    })
    const query = '/?Action=ConfirmSubscription&Token=1'
    const confirmation = snsWebhook(
      {
        Type: 'SubscriptionConfirmation',
        Message: 'Confirm the subscription.',
        SubscribeURL: `https://sns.eu-west-1.amazonaws.com${query}`,
        Token: '1',
      },
      test.clock.now(),
    )
    expect(await post(sender, confirmation)).toBe(200)
    await test.until(async () => confirmations.length > 0)
    isDown = false
    test.clock.advance(HOUR)
    await waitUntilApplied()
    expect(confirmations).toEqual([query, query])
  })

  it('answers a report of SES with 503 while the certificate of SNS cannot be read, so that SNS sends the report again', async () => {
    const sender = await connectSender('ses')
    provider.reply(() => ({ status: 500, text: 'no' }))
    const { headers, body } = emailProviders.ses!.webhook(
      { event: 'soft', id: 'x', address: 'ada@example.com' },
      test.clock.now(),
    )
    // Use another path, because the process has already cached the certificate of the usual path.
    const other = body.replace(snsCertificatePath, `/SimpleNotificationService-${'1'.repeat(32)}.pem`)
    expect(await post(sender, { headers, body: other })).toBe(503)
  })
})
