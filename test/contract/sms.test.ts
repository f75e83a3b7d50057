// The SMS channel through the whole service: addresses, segments, short links, opt-out words, receipts and replies.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { vonageSignature } from '../../src/channels/sms/vonage-receiver.ts'
import { HOUR } from '../../src/limits.ts'
import { importFile } from '../harness/imports.ts'
import { type Provider, type Received, startProvider } from '../harness/provider.ts'
import { type Answer, databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { startSubscriber } from '../harness/subscriber.ts'
import { connect } from './providers/delivery-case.ts'
import { httpGateway, telnyx, twilio, vonage } from './providers/sms.ts'

const FORM = 'application/x-www-form-urlencoded'
const PHONE = '+15550100001'
/** The tokens of the fixtures. */
const SECRET = 'secret-token'

describe.each(databases)('SMS on %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let count = 0
  beforeAll(async () => {
    test = await startTestService(kind, { PUBLIC_URL: 'https://sms.example' })
    provider = await startProvider()
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })
  beforeEach(async () => {
    tenant = await test.tenant()
    provider.received.length = 0
    provider.reply(acceptedBy)
  })

  /** Accepts each message with a new id, as the provider to which the path belongs. */
  function acceptedBy({ path, text }: Received) {
    const id = String(++count)
    if (path.startsWith('/2010-04-01')) return { status: 201, body: { sid: `SM${id}`, error_code: null } }
    if (path === '/v2/messages') return { body: { data: { id } } }
    if (path !== '/sms/json') return { body: { id } }
    const parts = Number(new URLSearchParams(text).get('client-ref')?.split('.')[1] ?? 1)
    const messages = Array.from({ length: parts }, (_, place) => ({ status: '0', 'message-id': `${id}-${place + 1}` }))
    return { body: { 'message-count': String(parts), messages } }
  }

  const workspace = () => `/workspaces/${tenant.workspace}`
  const connection = () => `${workspace()}/sources/${tenant.source}/connections/sms`
  type Fixture = typeof twilio
  /** Connects the fixture's provider with these settings. Returns the path of the connection's inbound webhook. */
  const connected = async (fixture: Fixture, settings: object = {}): Promise<string> => {
    const all = { ...fixture.http!.settings(provider.url), ...settings }
    const { status, body } = await connect(test, connection(), fixture, all)
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body.inbound_url.replace('https://sms.example', '')
  }
  const send = (recipient: object, more: object = {}, key = tenant.liveKey) =>
    test.send(key, { recipient, template: 'hello', vars: { name: 'Ada' }, ...more })
  const deliver = async (recipient: object, more: object = {}): Promise<Answer['body']> => {
    const { body } = await send(recipient, more)
    return test.settled(tenant, body.delivery_id, 'sent', 'failed')
  }
  const store = async (fields: object) => (await test.manage('POST', `${workspace()}/recipients`, fields)).body
  const recipientOf = async (id: number) => (await test.manage('GET', `${workspace()}/recipients/${id}`)).body
  const formOf = ({ text }: Received) => Object.fromEntries(new URLSearchParams(text))
  const sentForms = () => provider.received.map(formOf)
  const conversations = async () => (await test.manage('GET', `${workspace()}/conversations`)).body.data
  const texts = async () => {
    const [conversation] = await conversations()
    if (!conversation) return []
    const { body } = await test.manage('GET', `${workspace()}/conversations/${conversation.id}`)
    const inbound = body.messages.filter(({ direction }: { direction: string }) => direction === 'in')
    return inbound.map((message: { body: string }) => message.body)
  }
  const suppressions = async () => (await test.manage('GET', `${workspace()}/suppressions?channel=sms`)).body.data
  const isSuppressed = async () => (await suppressions()).length > 0

  /** Posts a form as Twilio, signed for the public URL. */
  const postTwilio = (path: string, fields: Record<string, string>, signature?: string) => {
    const signed = Object.keys(fields)
      .sort()
      .map((name) => `${name}${fields[name]}`)
      .join('')
    const computed = createHmac('sha1', SECRET).update(`https://sms.example${path}${signed}`).digest('base64')
    return fetch(`${test.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': FORM, 'x-twilio-signature': signature ?? computed },
      body: new URLSearchParams(fields),
    })
  }
  const vonageFields = (fields: Record<string, string>) => {
    const timed = { ...fields, 'api-key': 'abcd1234', timestamp: String(Math.floor(test.clock.now().getTime() / 1000)) }
    return { ...timed, sig: vonageSignature(timed, 'sha256', SECRET) }
  }

  describe('addresses', () => {
    beforeEach(() => connected(twilio))

    it('sends to the phone of the request, and infers the channel from this field', async () => {
      const { status, body } = await send({ phone: PHONE })
      expect([status, body.channel, body.recipient.address]).toEqual([202, 'sms', PHONE])
      await test.settled(tenant, body.delivery_id, 'sent')
      expect(sentForms()).toEqual([expect.objectContaining({ To: PHONE, From: '+15550100000', Body: 'Ciao Ada' })])
      expect((await send({ phone: '5550100001' })).body.details).toHaveProperty(['recipient.phone'])
    })

    it('sends SMS to the WhatsApp number only if the request names the channel sms and the recipient has no phone', async () => {
      const { id } = await store({ name: 'Ada', whatsapp_phone: '+15550100002' })
      expect((await send({ id })).status).toBe(422)
      expect((await send({ id }, { channel: 'sms' })).body.recipient.address).toBe('+15550100002')
      await test.manage('PATCH', `${workspace()}/recipients/${id}`, { phone: PHONE })
      expect((await send({ id }, { channel: 'sms' })).body.recipient.address).toBe(PHONE)
    })

    it('chooses sms after all other channels', async () => {
      const recipient = { phone: PHONE, whatsapp_phone: PHONE, email: 'ada@x.example', telegram_chat_id: '1' }
      expect((await send(recipient, {}, tenant.testKey)).body.channel).toBe('email')
      expect((await send({ phone: PHONE, telegram_chat_id: '1' }, {}, tenant.testKey)).body.channel).toBe('telegram')
    })

    it('chooses a stored address of another channel before the phone of the request', async () => {
      const { id } = (
        await test.send(tenant.testKey, {
          recipient: { email: 'bo@x.example' },
          template: 'hello',
          vars: { name: 'Bo' },
        })
      ).body.recipient
      const found = await send({ id, phone: '+15550100005' }, {}, tenant.testKey)
      expect([found.body.channel, found.body.recipient]).toEqual(['email', expect.objectContaining({ id })])
      expect((await send({ phone: '+15550100005' }, {}, tenant.testKey)).body.channel).toBe('email')
      expect((await send({ phone: '+15550100005' }, { channel: 'sms' }, tenant.testKey)).body.channel).toBe('sms')
    })

    it('resends a message that was sent to the WhatsApp number, without storing this number as the phone', async () => {
      const { id } = await store({ name: 'Ada', whatsapp_phone: '+15550100002' })
      const first = await deliver({ id }, { channel: 'sms' })
      const resent = await test.manage('POST', `${workspace()}/deliveries/${first.id}/resend`)
      const again = await test.settled(tenant, resent.body.delivery_id, 'sent')
      expect(again.address).toBe('+15550100002')
      expect((await recipientOf(id)).phone).toBeNull()
    })

    it('finds a recipient by phone or WhatsApp number, even if the number is stored only in the other field', async () => {
      const ada = await store({ name: 'Ada', whatsapp_phone: PHONE })
      expect((await send({ phone: PHONE })).body.recipient.id).toBe(ada.id)
      expect(await recipientOf(ada.id)).toMatchObject({ phone: PHONE, whatsapp_phone: PHONE })
      const bo = await store({ name: 'Bo', phone: '+15550100003' })
      const found = await send({ whatsapp_phone: '+15550100003' }, { channel: 'sms' })
      expect(found.body.recipient.id).toBe(bo.id)
    })

    it('does not give the phone of a request to a new recipient if it is the WhatsApp number of another recipient', async () => {
      const mother = await store({ name: 'Mamma', email: 'mamma@x.example', whatsapp_phone: PHONE })
      const { body } = await send({ email: 'figlia@x.example', phone: PHONE }, { channel: 'email' }, tenant.liveKey)
      expect(body.error).toBe('validation_failed')
      const child = await send({ email: 'figlia@x.example', phone: PHONE }, { channel: 'sms' })
      expect(child.body.recipient.id).toBe(mother.id)
    })

    it('in the API and in imports, refuses a number that another recipient has as phone or WhatsApp number', async () => {
      const ada = await store({ name: 'Ada', whatsapp_phone: PHONE })
      const refused = await test.manage('POST', `${workspace()}/recipients`, { name: 'Bo', phone: PHONE })
      expect([refused.status, refused.body.details]).toEqual([409, { phone: [`belongs to recipient ${ada.id} (Ada)`] }])
      const file = `name,phone,whatsapp_phone\nAda 2,${PHONE},\nBo,+15550100004,\nCy,,+15550100004\n`
      const result = await importFile(test, tenant, file)
      expect(result).toMatchObject({ updated: 1, created: 1, refused: 1 })
      expect(result.problems).toEqual(['4 whatsapp_phone: is already on line 3: only one person can have it'])
      expect(await recipientOf(ada.id)).toMatchObject({ name: 'Ada 2', phone: PHONE })
    })
  })

  describe('segments and media', () => {
    const preview = (body: string, more: object = {}) =>
      test.manage('POST', `${workspace()}/template-preview`, {
        template: { name: 'T', locales: { it: { body } } },
        channel: 'sms',
        ...more,
      })

    it('shows the text with its links and its segments in a preview', async () => {
      const { body } = await preview('Perché no?', { actions: [{ slug: 'yes', label: 'Sì' }] })
      expect(body.message).toMatchObject({
        text: `Perché no?\nSì: https://sms.example/a/${'x'.repeat(16)}`,
        segments: { encoding: 'GSM-7', segments: 1 },
      })
      expect((await preview('ç'.repeat(71))).body.message.segments).toEqual({
        encoding: 'UCS-2',
        units: 71,
        segments: 2,
      })
    })

    it('stores the segments with the delivery, and charges the same price for any number of segments', async () => {
      await connected(twilio)
      const { status, body } = await send({ phone: PHONE }, { vars: { name: 'A'.repeat(300) } })
      expect(status).toBe(202)
      const delivery = await test.settled(tenant, body.delivery_id, 'sent')
      expect(delivery.content.segments).toEqual({ encoding: 'GSM-7', units: 305, segments: 2 })
      const session = (await test.manage('GET', '/session')).body
      expect(session.installation.credit_costs.sms).toBe(10)
    })

    it('refuses a text with more segments than the connection permits', async () => {
      await connected(twilio, { max_segments: 2 })
      const { status, body } = await send({ phone: PHONE }, { vars: { name: 'A'.repeat(400) } })
      expect([status, body.details.template]).toEqual([
        422,
        ['the text has 3 segments; this connection sends at most 2'],
      ])
    })

    it('refuses media, unless the connection sends media', async () => {
      const media = { url: 'https://example.com/1.jpg' }
      await connected(twilio)
      expect((await send({ phone: PHONE }, { media })).body.details.media).toEqual([
        expect.stringContaining('sends no media'),
      ])
      await connected(twilio, { mms: true })
      await deliver({ phone: PHONE }, { media })
      expect(sentForms()).toEqual([expect.objectContaining({ MediaUrl: media.url })])
    })
  })

  describe('short links', () => {
    const action = { slug: 'yes', label: 'Sì', callback_url: 'https://example.com/callback' }
    /** Sends a message with a button. Returns the path of the short link in its text. */
    const sendLink = async () => {
      await connected(twilio)
      const { body } = await send({ phone: PHONE }, { actions: [action] })
      await test.settled(tenant, body.delivery_id, 'sent')
      const [, path = ''] = /Sì: https:\/\/sms\.example(\/a\/[A-Za-z0-9]{16})$/.exec(sentForms()[0]!.Body!) ?? []
      return { path, id: body.delivery_id as number, url: body.actions[0].url as string }
    }
    const open = (path: string, method = 'GET') =>
      fetch(`${test.url}${path}`, { method, headers: { accept: 'application/json' } })

    it('a short link asks for a confirmation, uses the action once, and then answers 410', async () => {
      const { path, id } = await sendLink()
      expect(await (await open(path)).json()).toEqual({ status: 'open', action: { slug: 'yes', label: 'Sì' } })
      const page = await fetch(`${test.url}${path}`)
      expect(await page.text()).toContain('<form method="post"')
      expect(await (await open(path, 'POST')).json()).toMatchObject({ status: 'taken' })
      expect((await open(path, 'POST')).status).toBe(410)
      expect((await open(path)).status).toBe(410)
      const { body } = await test.manage('GET', `${workspace()}/deliveries/${id}`)
      expect(body.actions).toEqual([expect.objectContaining({ slug: 'yes', used_via: 'link' })])
    })

    it('refuses a short link with a changed code, and accepts the long link from the response to the send request', async () => {
      const { path, url } = await sendLink()
      const changed = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`
      expect((await open(changed)).status).toBe(403)
      expect((await open(`/a/${'0'.repeat(16)}`)).status).toBe(404)
      expect((await open('/a/short')).status).toBe(404)
      expect((await open(`/v1/svc/action/${path.slice(3)}`)).status).toBe(404)
      expect((await open(new URL(url).pathname)).status).toBe(200)
      expect((await open(path)).status).toBe(410)
    })
  })

  describe('Twilio', () => {
    it('asks for receipts at the inbound URL, and applies signed receipts once', async () => {
      const inbound = await connected(twilio)
      const { id, external_id: sid } = await deliver({ phone: PHONE })
      expect(sentForms()[0]!.StatusCallback).toBe(`https://sms.example${inbound}?delivery=${id}`)
      const path = `${inbound}?delivery=${id}`
      const receipt = { MessageSid: sid, MessageStatus: 'delivered', To: PHONE }
      expect((await postTwilio(path, receipt, 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=')).status).toBe(403)
      const answer = await postTwilio(path, receipt)
      expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
        200,
        expect.stringContaining('text/xml'),
        '<Response/>',
      ])
      await test.settled(tenant, id, 'delivered')
      await postTwilio(path, receipt)
      const { data } = (await test.manage('GET', `${workspace()}/inbound-requests`)).body
      expect(data).toHaveLength(1)
    })

    it('finds a message by the delivery id in the receipt when the answer of the provider was lost', async () => {
      const inbound = await connected(twilio)
      provider.reply(() => ({ drop: 'now' }))
      const { body } = await send({ phone: PHONE })
      const id = body.delivery_id as number
      await test.until(async () => {
        const delivery = (await test.manage('GET', `${workspace()}/deliveries/${id}`)).body
        return delivery.attempts.length === 1 && delivery.status === 'queued'
      })
      await postTwilio(`${inbound}?delivery=${id}`, { MessageSid: 'SMlost', MessageStatus: 'sent', To: PHONE })
      expect((await test.settled(tenant, id, 'sent')).external_id).toBe('SMlost')
    })

    it('suppresses a number for which Twilio reports a stop word, until the recipient replies with START', async () => {
      const inbound = await connected(twilio)
      const { id } = await store({ name: 'Ada', whatsapp_phone: PHONE })
      provider.reply(() => ({ status: 400, body: { code: 21610, message: 'no' } }))
      const failed = await deliver({ id }, { channel: 'sms' })
      expect(failed).toMatchObject({ status: 'failed', attempts: [{ code: '21610' }] })
      expect(await suppressions()).toMatchObject([{ address: PHONE, reason: 'stop_word', origin: 'provider' }])
      expect((await send({ id }, { channel: 'sms' })).body.details['recipient.phone']).toEqual([
        expect.stringContaining('replied with a stop word'),
      ])
      provider.reply(acceptedBy)
      await postTwilio(inbound, { MessageSid: 'SMstart', From: PHONE, Body: 'START' })
      await test.until(async () => !(await isSuppressed()))
      expect((await deliver({ id }, { channel: 'sms' })).status).toBe('sent')
    })

    it('suppresses a phone or WhatsApp number that does not exist, until a member lifts the suppression', async () => {
      await connected(twilio)
      const { id } = await store({ name: 'Ada', whatsapp_phone: PHONE })
      const subscriber = await startSubscriber(test, tenant, ['recipient.suppressed'])
      provider.reply(() => ({ status: 400, body: { code: 21211, message: 'no' } }))
      await deliver({ id }, { channel: 'sms' })
      const [event] = await subscriber.waitForEvents(1)
      expect(event!.body.data).toMatchObject({ address: PHONE, reason: 'hard_bounce', recipient: { id } })
      await subscriber.waitUntilIdle()
      await subscriber.receiver.stop()
      expect((await recipientOf(id)).unusable).toHaveProperty('sms')
      const [found] = await suppressions()
      expect(found).toMatchObject({ address: PHONE, reason: 'hard_bounce' })
      await test.manage('POST', `${workspace()}/suppressions/${found.id}/lift`, {})
      expect((await recipientOf(id)).unusable).toEqual({})
      expect((await send({ id }, { channel: 'sms' })).status).toBe(202)
    })

    it('chooses the sender by the prefix of the phone number', async () => {
      await connected(twilio, { from: undefined, senders: '+1=+15550100000, +39=Shop' })
      await deliver({ phone: '+393331234567' })
      await deliver({ phone: PHONE })
      expect(sentForms().map(({ From }) => From)).toEqual(['Shop', '+15550100000'])
      expect(await deliver({ phone: '+4915112345678' })).toMatchObject({
        status: 'failed',
        attempts: [{ code: 'no_sender' }],
      })
      const refused = await test.manage('PUT', connection(), {
        settings: { ...twilio.http!.settings(provider.url), senders: 'Italy=Shop' },
      })
      expect(refused.body.details['settings.senders']).toEqual([expect.stringContaining('Italy=Shop')])
    })

    it('checks the credentials with the account', async () => {
      await connected(twilio)
      const { account_sid: sid } = twilio.http!.settings('') as { account_sid: string }
      provider.reply(() => ({ body: { sid, status: 'active', friendly_name: 'Shop' } }))
      const { body } = await test.manage('POST', `${connection()}/check`)
      expect(body).toMatchObject({ ok: true, found: ['the credentials belong to the account Shop'] })
    })
  })

  describe('opt-out words', () => {
    const answers = { stop_text: 'Stopped.', start_text: 'Welcome back.', help_text: 'Call 555.' }
    const from = (Body: string, more: object = {}) => ({ MessageSid: `SMin${++count}`, From: PHONE, Body, ...more })

    it('records STOP and START in each language, and sends no answer if no text is set for answers', async () => {
      const inbound = await connected(twilio)
      await postTwilio(inbound, from('  Basta! '))
      await test.until(isSuppressed)
      expect(await suppressions()).toMatchObject([{ address: PHONE, reason: 'stop_word', origin: 'reply' }])
      await postTwilio(inbound, from('REPRENDRE'))
      await test.until(async () => !(await isSuppressed()))
      await postTwilio(inbound, from('Please do not stop'))
      await test.until(async () => (await texts()).length === 3)
      expect(await isSuppressed()).toBe(false)
      expect(provider.received).toEqual([])
    })

    it('does not apply a stop word twice if its webhook is repeated after the stored copy of the webhook was deleted', async () => {
      const inbound = await connected(twilio)
      const stop = from('STOP')
      await postTwilio(inbound, stop)
      await test.until(isSuppressed)
      await postTwilio(inbound, from('START'))
      await test.until(async () => !(await isSuppressed()))
      await test.until(async () => (await texts()).length === 2)
      await test.service.db.query({ text: 'delete from inbound_requests' })
      expect((await postTwilio(inbound, stop)).status).toBe(200)
      await test.until(async () => {
        const { rows } = await test.service.db.query({ text: `select from inbound_requests where state = 'done'` })
        return rows.length === 1
      })
      expect(await isSuppressed()).toBe(false)
      expect(await texts()).toHaveLength(2)
    })

    it('answers STOP, START and HELP in the mode carillon, unless the provider has answered', async () => {
      const inbound = await connected(twilio, { ...answers, stop_mode: 'carillon' })
      await postTwilio(inbound, from('STOP', { OptOutType: 'STOP' }))
      await test.until(isSuppressed)
      await postTwilio(inbound, from('Aiuto'))
      await postTwilio(inbound, from('start'))
      await test.until(async () => provider.received.length === 2)
      const bodies = sentForms().map(({ Body }) => Body)
      expect(new Set(bodies)).toEqual(new Set(['Call 555.', 'Welcome back.']))
      expect(sentForms()[0]).toMatchObject({ To: PHONE, From: '+15550100000' })
      expect(sentForms()[0]).not.toHaveProperty('StatusCallback')
      await postTwilio(inbound, from('stop'))
      await test.until(async () => provider.received.length === 3)
      expect(sentForms()[2]!.Body).toBe('Stopped.')
    })

    it('sends at most three answers to a number in an hour', async () => {
      const inbound = await connected(twilio, { ...answers, stop_mode: 'carillon' })
      const answersTo = (phone: string) => sentForms().filter(({ To }) => To === phone).length
      for (const _time of Array(4)) await postTwilio(inbound, from('help'))
      await test.until(async () => (await texts()).length === 4)
      // Another number gets an answer afterwards, so the fourth answer to the first number was discarded.
      await postTwilio(inbound, from('help', { From: '+15550100008' }))
      await test.until(async () => answersTo('+15550100008') === 1 && answersTo(PHONE) >= 3)
      expect(answersTo(PHONE)).toBe(3)
      test.clock.advance(HOUR)
      await postTwilio(inbound, from('help'))
      await test.until(async () => answersTo(PHONE) === 4)
    })

    it('adds the sender of a reply as a recipient, or finds the recipient with this WhatsApp number', async () => {
      const ada = await store({ name: 'Ada', whatsapp_phone: PHONE })
      const inbound = await connected(twilio)
      await postTwilio(inbound, from('Hello'))
      await test.until(async () => (await texts()).length === 1)
      expect(await recipientOf(ada.id)).toMatchObject({ phone: PHONE })
      await postTwilio(inbound, from('Hi', { From: '+15550100009' }))
      const found = await test.until(async () => {
        const { data } = (await test.manage('GET', `${workspace()}/recipients?q=15550100009`)).body
        return data.length === 1 && data
      })
      expect(found).toEqual([expect.objectContaining({ phone: '+15550100009' })])
    })
  })

  describe('Vonage', () => {
    const post = (path: string, fields: Record<string, string>) =>
      fetch(`${test.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': FORM },
        body: new URLSearchParams(fields),
      })
    const part = (messageId: string, id: number, status: string, code = '0') =>
      vonageFields({ msisdn: '15550100001', messageId, status, 'err-code': code, 'client-ref': `${id}.3` })

    it('marks a long message as delivered when all of its segments are delivered', async () => {
      const inbound = await connected(vonage)
      const { id, external_id: first } = await deliver({ phone: PHONE }, { vars: { name: 'A'.repeat(400) } })
      const [one, two, three] = ['1', '2', '3'].map((place) => first.replace(/1$/, place))
      expect(formOf(provider.received[0]!)).toMatchObject({ to: '15550100001', from: 'Shop', 'client-ref': `${id}.3` })
      await post(inbound, part(three!, id, 'delivered'))
      await post(inbound, part(one!, id, 'delivered'))
      await test.until(async () => {
        const { body } = await test.manage('GET', `${workspace()}/deliveries/${id}`)
        return body.receipts.length === 2
      })
      expect((await test.settled(tenant, id, 'sent', 'delivered')).status).toBe('sent')
      await post(inbound, part(two!, id, 'delivered'))
      await test.settled(tenant, id, 'delivered')
    })

    it('fails a long message when one of its segments failed', async () => {
      const inbound = await connected(vonage)
      const { id, external_id: first } = await deliver({ phone: PHONE }, { vars: { name: 'A'.repeat(400) } })
      await post(inbound, part(first.replace(/1$/, '2'), id, 'failed', '3'))
      const failed = await test.settled(tenant, id, 'failed')
      expect(failed.error_message).toContain('the number is not in use')
      await test.until(isSuppressed)
      expect(await suppressions()).toMatchObject([{ address: PHONE, reason: 'hard_bounce', delivery_id: id }])
      expect((await send({ phone: PHONE })).status).toBe(422)
    })

    it('accepts webhooks with GET, and refuses webhooks that are old, forged or unsigned', async () => {
      const inbound = await connected(vonage)
      const fields = vonageFields({ msisdn: '15550100001', messageId: '0B1', text: 'Ciao', type: 'text' })
      const get = (given: Record<string, string>) =>
        fetch(`${test.url}${inbound}?${new URLSearchParams(given).toString()}`)
      expect((await get({ ...fields, text: 'Other' })).status).toBe(403)
      const { sig: _, ...unsigned } = fields
      expect((await get(unsigned)).status).toBe(403)
      expect((await get(fields)).status).toBe(200)
      await test.until(async () => (await texts()).length === 1)
      test.clock.advance(26 * 3_600_000)
      expect((await get({ ...fields })).status).toBe(403)
    })

    it('accepts a receipt with GET at the URL that the message contained', async () => {
      await connected(vonage)
      const { id, external_id: messageId } = await deliver({ phone: PHONE })
      const url = formOf(provider.received[0]!).callback!.replace('https://sms.example', test.url)
      const receipt = {
        msisdn: '15550100001',
        messageId,
        status: 'delivered',
        'err-code': '0',
        'client-ref': `${id}.1`,
      }
      const { status } = await fetch(`${url}?${new URLSearchParams(vonageFields(receipt)).toString()}`)
      expect(status).toBe(200)
      await test.settled(tenant, id, 'delivered')
    })

    const piece = (number: number, text: string, of = 3) =>
      vonageFields({
        msisdn: '15550100001',
        messageId: `0C${++count}`,
        text,
        concat: 'true',
        'concat-ref': '7',
        'concat-total': String(of),
        'concat-part': String(number),
      })
    const storedParts = async () => {
      const { rows } = await test.service.db.query<{ text: string }>({
        text: 'select text from message_parts order by text',
      })
      return rows.map(({ text }) => text)
    }

    it('does not mix the parts of two long replies with the same reference', async () => {
      const inbound = await connected(vonage)
      const receive = async (fields: Record<string, string>, stored: string[]) => {
        await post(inbound, fields)
        await test.until(async () => (await storedParts()).join() === stored.join())
      }
      await receive(piece(1, 'old 1'), ['old 1'])
      await receive(piece(3, 'old 3'), ['old 1', 'old 3'])
      await receive(piece(1, 'short 1', 2), ['old 1', 'old 3', 'short 1'])
      await receive(piece(1, 'new 1'), ['new 1', 'short 1'])
      await receive(piece(2, 'new 2'), ['new 1', 'new 2', 'short 1'])
      await receive(piece(3, 'new 3'), ['short 1'])
      expect(await texts()).toEqual(['new 1new 2new 3'])
      test.clock.advance(25 * 3_600_000)
      await receive(piece(2, 'later', 2), ['later'])
      await receive(piece(1, 'too ', 2), [])
      expect(await texts()).toContain('too later')
    })

    it('joins the parts of a long reply that arrive in any order', async () => {
      const inbound = await connected(vonage)
      for (const fields of [piece(3, 'c'), piece(1, 'a'), piece(2, 'b')]) await post(inbound, fields)
      await test.until(async () => (await texts()).length === 1)
      expect(await texts()).toEqual(['abc'])
      expect(await storedParts()).toEqual([])
    })

    it('reports an unknown outcome if Vonage accepts only some segments', async () => {
      await connected(vonage)
      const messages = [
        { status: '0', 'message-id': '1' },
        { status: '1', 'error-text': 'Throughput Rate Exceeded' },
      ]
      provider.reply(() => ({ body: { 'message-count': '2', messages } }))
      const { body } = await send({ phone: PHONE }, { vars: { name: 'A'.repeat(200) } })
      const delivery = await test.until(async () => {
        const found = (await test.manage('GET', `${workspace()}/deliveries/${body.delivery_id}`)).body
        return found.attempts.length > 0 && found
      })
      expect(delivery.attempts[0]).toMatchObject({ outcome: 'ambiguous', code: '1' })
    })
  })

  it('sends through Telnyx with a messaging profile, and requires a messaging profile for a sender that is a name', async () => {
    const profile = '4000eba1-a0c0-4563-9925-b25e842a7cb6'
    const named = { ...telnyx.http!.settings(provider.url), from: 'Shop' }
    const refused = await test.manage('POST', `${connection()}/providers`, { provider: 'telnyx', settings: named })
    expect(refused.body.details).toHaveProperty(['settings.messaging_profile_id'])
    const { body: stored } = await connect(test, connection(), telnyx, { ...named, messaging_profile_id: profile })
    await deliver({ phone: PHONE })
    expect(JSON.parse(provider.received[0]!.text)).toMatchObject({ from: 'Shop', messaging_profile_id: profile })
    await test.manage('DELETE', `${connection()}/providers/${stored.id}`)
    provider.received.length = 0
    const inbound = await connected(telnyx, { from: undefined, messaging_profile_id: profile })
    const { id } = await deliver({ phone: PHONE })
    expect(JSON.parse(provider.received[0]!.text)).toEqual({
      to: PHONE,
      messaging_profile_id: profile,
      text: 'Ciao Ada',
      webhook_url: `https://sms.example${inbound}?delivery=${id}`,
    })
  })

  describe('HTTP gateway', () => {
    const kannel = () => ({
      url: `${provider.url}/cgi-bin/sendsms?user={{user}}&password={{password}}&to={{to_digits}}&text={{text}}&coding={{coding}}&dlr={{callback}}`,
      method: 'GET',
      user: 'ada',
      password: 'p&ss',
      success_text: 'Accepted',
      errors: 'Unknown number = unknown_number',
      inbound: { secret: 'a-secret-of-the-gateway', delivered: '1,8', failed: '2' },
      id_field: undefined,
      auth: undefined,
      check_url: undefined,
    })
    const queryOf = ({ path }: Received) => Object.fromEntries(new URL(path, 'http://x').searchParams)

    it('fills the placeholders of a GET request, and accepts receipts with the secret in the query', async () => {
      const inbound = await connected(httpGateway, kannel())
      provider.reply(() => ({ status: 202, text: '0: Accepted for delivery' }))
      const { id } = await deliver({ phone: PHONE }, { vars: { name: 'A & B 👋' } })
      const query = queryOf(provider.received[0]!)
      expect(query).toMatchObject({
        user: 'ada',
        password: 'p&ss',
        to: '15550100001',
        text: 'Ciao A & B 👋',
        coding: '2',
        dlr: `https://sms.example${inbound}?secret=a-secret-of-the-gateway&carillon_id=${id}`,
      })
      const path = query.dlr!.replace('https://sms.example', test.url)
      expect((await fetch(`${path.replace('a-secret', 'b-secret')}&status=1`)).status).toBe(403)
      expect((await fetch(`${path}&status=8`)).status).toBe(200)
      await test.settled(tenant, id, 'delivered')
      const { rows } = await test.service.db.query<{ body: Buffer }>({ text: 'select body from inbound_requests' })
      expect(rows.map(({ body }) => body.toString()).join()).not.toContain('a-secret')
    })

    it('escapes the values in a JSON request, and reads the message id in the answer', async () => {
      await connected(httpGateway, {
        format: 'json',
        body: '{"to":"{{to}}","text":"{{text}}"}',
        headers: 'X-Key: {{password}}\nX-Id: {{id}}',
      })
      const { id, external_id } = await deliver({ phone: PHONE }, { vars: { name: '"\n{{to}}' } })
      const { text, headers } = provider.received[0]!
      expect(JSON.parse(text)).toEqual({ to: PHONE, text: 'Ciao "\n{{to}}' })
      expect(headers).toMatchObject({ 'x-key': SECRET, 'x-id': String(id), authorization: `Bearer ${SECRET}` })
      expect(external_id).toBe(String(count))
    })

    it('maps the texts of answers to meanings, and treats an unknown answer as an unknown outcome', async () => {
      await connected(httpGateway, kannel())
      provider.reply(() => ({ text: 'Unknown number' }))
      expect(await deliver({ phone: PHONE })).toMatchObject({
        status: 'failed',
        attempts: [{ outcome: 'recipient_gone' }],
      })
      provider.reply(() => ({ text: 'Something else' }))
      const { body } = await send({ phone: '+15550100002' })
      const delivery = await test.until(async () => {
        const found = (await test.manage('GET', `${workspace()}/deliveries/${body.delivery_id}`)).body
        return found.attempts.length > 0 && found
      })
      expect(delivery.attempts[0].outcome).toBe('ambiguous')
    })

    it('applies each STOP and START of a gateway that sends only the sender and the text', async () => {
      const inbound = await connected(httpGateway)
      const reply = async (text: string) => {
        test.clock.advance(60_000)
        const { status } = await fetch(`${test.url}${inbound}?secret=secret-token-of-the-gateway`, {
          method: 'POST',
          body: new URLSearchParams({ from: PHONE, text }),
        })
        expect(status).toBe(200)
      }
      await reply('STOP')
      await test.until(isSuppressed)
      await reply('START')
      await test.until(async () => !(await isSuppressed()))
      await reply('STOP')
      await test.until(isSuppressed)
    })

    it.each<[string, object, string]>([
      ['a placeholder in the host', { url: 'https://{{to}}.example.com/' }, 'url'],
      ['an unknown placeholder', { url: 'https://example.com/{{number}}' }, 'url'],
      ['a text in a header', { headers: 'X-Text: {{text}}' }, 'headers'],
      ['a header of the HTTP client', { headers: 'Host: example.com' }, 'headers'],
      ['a body that is not JSON', { format: 'json', body: '{"to": {{to}}}' }, 'body'],
      ['no body for XML', { format: 'xml' }, 'body'],
      ['an unknown meaning', { errors: 'X = maybe' }, 'errors'],
      ['basic authentication without a user', { auth: 'basic' }, 'user'],
    ])('refuses settings with %s', async (_title, settings, name) => {
      const all = { ...httpGateway.http!.settings(provider.url), ...settings }
      const { status, body } = await connect(test, connection(), httpGateway, all)
      expect([status, Object.keys(body.details)]).toEqual([422, [`settings.${name}`]])
    })
  })

  it('simulates the magic numbers with a test key', async () => {
    const sendTest = async (phone: string, ...statuses: string[]) => {
      const { body } = await send({ phone }, {}, tenant.testKey)
      return test.settled(tenant, body.delivery_id, ...statuses)
    }
    expect((await sendTest('+15005550001', 'delivered')).channel).toBe('sms')
    expect(await sendTest('+15005550003', 'failed')).toMatchObject({ attempts: [{ code: 'sandbox_bounce' }] })
    expect(await sendTest('+15005550010', 'failed')).toMatchObject({ reason: 'sandbox_rejected' })
    const { data } = (await test.manage('GET', `${workspace()}/test-inbox`)).body
    expect(data[0].message).toMatchObject({ channel: 'sms', text: 'Ciao Ada', segments: { segments: 1 } })
  })
})
