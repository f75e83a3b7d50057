// The extension point for channels. A registered test channel sends, receives, appears in the API document and obeys
// opt-outs, without a change in src.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tenant, TestClient } from '../harness/client.ts'
import type { Provider, Received } from '../harness/provider.ts'
import { startSubscriber } from '../harness/subscriber.ts'
import { type PagerService, startPagerService } from './fixtures/pager-service.ts'

const TOKEN = 'pager-token-1'
const FORM = 'application/x-www-form-urlencoded'

interface ApiDocument {
  components: { schemas: { SendRequest: { properties: { channel: { enum: string[] } } } } }
}

describe('a channel that is registered before the service starts', () => {
  let pager: PagerService
  let test: TestClient
  let gateway: Provider
  let tenant: Tenant
  let workspace: string
  let connections: string
  let inbound: URL

  beforeAll(async () => {
    pager = await startPagerService()
    ;({ test, gateway } = pager)
    gateway.reply(answerOf)
    tenant = await test.tenant()
    workspace = `/workspaces/${tenant.workspace}`
    connections = `${workspace}/sources/${tenant.source}/connections`
    const settings = { url: `${gateway.url}/messages`, token: TOKEN }
    const { body } = await test.manage('PUT', `${connections}/pager`, { settings })
    inbound = new URL(new URL(body.inbound_url).pathname, test.url)
  })
  afterAll(() => pager.stop())

  const fieldsOf = ({ text }: Received) => Object.fromEntries(new URLSearchParams(text))
  const sent = () => gateway.received.filter(({ method }) => method === 'POST').map(fieldsOf)
  /** Returns the id that the gateway gave to the message to `number`. */
  const idTo = (number: string) => `P${number}`
  function answerOf(request: Received) {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: { error: 'token' } }
    if (request.method === 'GET') return { body: {} }
    const To = request.path === '/json' ? JSON.parse(request.text).to : fieldsOf(request).To
    return To === '9999' ? { status: 404, body: { error: 'unknown_pager' } } : { status: 201, body: { id: `P${To}` } }
  }
  const message = (number: string, more: object = {}) => ({
    recipient: { pager_number: number },
    template: 'hello',
    vars: { name: 'Ada' },
    ...more,
  })
  const send = (number: string, more: object = {}, key = tenant.liveKey) => test.send(key, message(number, more))
  const deliver = async (number: string, more: object = {}) => {
    const { body } = await send(number, more)
    return test.settled(tenant, body.delivery_id, 'sent', 'failed')
  }
  /** Posts a form of the gateway. The form is signed with the gateway's token unless another signature is given. */
  const report = (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields).toString()
    const signature = createHmac('sha256', TOKEN).update(body).digest('hex')
    const init = { 'content-type': FORM, 'x-pager-signature': signature, ...headers }
    return fetch(inbound, { method: 'POST', headers: init, body })
  }
  const requests = async () => (await test.manage('GET', `${workspace}/inbound-requests`)).body.data

  it('describes a registered channel in the management API with receipts, price, opt-outs and settings', async () => {
    const { data } = (await test.manage('GET', '/channels')).body
    expect(data.at(-1)).toMatchObject({
      name: 'pager',
      title: 'Pager',
      address_field: 'recipient.pager_number',
      replies: true,
      providers: [
        { name: 'pager_form', title: 'Gateway for forms' },
        { name: 'pager_json', title: 'Gateway for JSON' },
      ],
      several: true,
      receipts: ['delivered'],
      content: 'text',
      credits: 2,
      opt_outs: 'all',
      approved_templates: false,
      settings: { properties: { token: { title: 'Token', secret: true } } },
    })
    const session = (await test.manage('GET', '/session')).body
    expect(session.installation.credit_costs.pager).toBe(2)
    const answer = await fetch(`${test.url}/openapi.json`)
    const { components } = (await answer.json()) as ApiDocument
    expect(components.schemas.SendRequest.properties.channel.enum).toContain('pager')
  })

  it('connects and checks a registered channel like a built-in channel, and never shows its token', async () => {
    const { body } = await test.manage('POST', `${connections}/pager/check`)
    expect(body).toMatchObject({ ok: true, found: ['the gateway accepts the token'], problems: {} })
    const shown = (await test.manage('GET', `${connections}/pager`)).body.settings
    expect(shown).toEqual({ url: `${gateway.url}/messages`, token: expect.not.stringContaining(TOKEN) })
    const moved = await test.manage('PUT', `${connections}/pager`, {
      settings: { url: 'http://127.0.0.1:1/', version: 1 },
    })
    expect(moved.status).toBe(422)
  })

  it('posts a message as a form to the provider of a registered channel when the request contains an address of this channel', async () => {
    const delivery = await deliver('4711')
    expect(delivery).toMatchObject({ status: 'sent', channel: 'pager', address: '4711' })
    expect(sent()).toContainEqual({ To: '4711', Text: 'Ciao Ada' })
  })

  it('refuses a text that is longer than the limit of a registered channel, with an error that contains the limit', async () => {
    const { status, body } = await send('4711', { vars: { name: 'A'.repeat(200) } })
    expect([status, body.details.template]).toEqual([422, ['the text has 205 characters; pager takes 160']])
  })

  it('marks an address of a registered channel unusable when its provider does not know the address', async () => {
    const failed = await deliver('9999')
    expect(failed).toMatchObject({ status: 'failed', attempts: [{ code: 'unknown_pager', outcome: 'recipient_gone' }] })
    const { body } = await send('9999', { channel: 'pager' })
    expect(body.details['recipient.pager_number'][0]).toContain('has been unreachable on Pager')
  })

  it('marks a delivery as delivered and emits the event once when the provider sends the same receipt twice as a form', async () => {
    const subscriber = await startSubscriber(test, tenant, ['delivery.delivered'])
    const { id } = await deliver('4720')
    const receipt = { EventId: 'E1', Event: 'delivered', MessageId: idTo('4720') }
    expect((await report(receipt)).status).toBe(200)
    expect((await report(receipt)).status).toBe(200)
    expect(await test.settled(tenant, id, 'delivered')).toMatchObject({ status: 'delivered' })
    const [event] = await subscriber.waitForEvents(1)
    expect(event?.body.delivery).toMatchObject({ id, channel: 'pager', status: 'delivered' })
    expect(await requests()).toHaveLength(1)
    const [{ id: request }] = await requests()
    const { body } = await test.manage('GET', `${workspace}/inbound-requests/${request}`)
    expect(body).toMatchObject({ channel: 'pager', content_type: FORM, body: new URLSearchParams(receipt).toString() })
    await subscriber.receiver.stop()
  })

  it('refuses unsigned and forged reports and drops reports that are not forms', async () => {
    const before = (await requests()).length
    const forged = { 'x-pager-signature': '0'.repeat(64) }
    expect((await report({ Event: 'delivered' }, { 'x-pager-signature': '' })).status).toBe(403)
    expect((await report({ Event: 'delivered' }, forged)).status).toBe(403)
    expect((await report({ Event: 'delivered' }, { 'content-type': 'application/json' })).status).toBe(200)
    expect(await requests()).toHaveLength(before)
  })

  it('stores an inbound message of a registered channel in a conversation with its sender', async () => {
    await report({ EventId: 'E2', Event: 'message', From: '4730', Text: 'Call me' })
    const [conversation] = await test.until(async () => {
      const { data } = (await test.manage('GET', `${workspace}/conversations?channel=pager`)).body
      return data.length > 0 && data
    })
    expect(conversation).toMatchObject({ channel: 'pager', last_message: 'Call me' })
    const { data } = (await test.manage('GET', `${workspace}/recipients?q=4730`)).body
    expect(data).toEqual([expect.objectContaining({ pager_number: '4730' })])
  })

  it('blocks messages to an opted-out address of a registered channel', async () => {
    const at = `${workspace}/opt-outs`
    expect((await test.manage('POST', at, { channel: 'pager', address: 'ada' })).body.details).toEqual({
      address: [expect.stringContaining('must')],
    })
    const added = await test.manage('POST', at, { channel: 'pager', address: '4740' })
    expect([added.status, added.body]).toEqual([
      201,
      expect.objectContaining({ channel: 'pager', blocks: 'all', address: '4740', mode: 'live', delivery_id: null }),
    ])
    const refused = await send('4740', { channel: 'pager' })
    expect(refused.body.details['recipient.pager_number'][0]).toMatch(/^4740 opted out on .*only essential templates/)
    expect((await send('4740', { channel: 'pager' }, tenant.testKey)).status).toBe(202)
    expect((await test.manage('GET', `${at}?channel=pager&q=474`)).body.data).toHaveLength(1)
    expect((await test.manage('GET', `${at}?channel=email`)).body.data).toEqual([])
    await test.manage('DELETE', `${at}/${added.body.id}`)
    expect((await deliver('4740')).status).toBe('sent')
  })

  it("sends nothing after a recipient's STOP and sends again after START", async () => {
    const later = new Date(performance.timeOrigin + performance.now() + 3_600_000).toISOString()
    const { body } = await send('4750', { scheduled_for: later })
    await report({ EventId: 'E3', Event: 'message', From: '4750', Text: 'STOP' })
    await test.until(async () => (await send('4750', { channel: 'pager' })).status === 422)
    const moved = await test.manage('PATCH', `${workspace}/deliveries/${body.delivery_id}`, {
      scheduled_for: '2020-01-01T00:00:00Z',
    })
    expect(moved.status).toBe(200)
    const failed = await test.settled(tenant, body.delivery_id, 'failed', 'sent')
    expect(failed.error_message).toBe('the recipient opted out after this message was accepted')
    await report({ EventId: 'E4', Event: 'message', From: '4750', Text: 'start' })
    await test.until(async () => (await send('4750', { channel: 'pager' })).status === 202)
  })

  it('sends messages of a test key on a registered channel to the sandbox, which recognizes magic addresses', async () => {
    const { body } = await send('4760', {}, tenant.testKey)
    expect(await test.settled(tenant, body.delivery_id, 'sent')).toMatchObject({ channel: 'pager' })
    const recipient = { pager_number: '4761', email: 'delivered@sandbox.test' }
    const magic = await send('4761', { recipient, channel: 'pager' }, tenant.testKey)
    expect((await test.settled(tenant, magic.body.delivery_id, 'delivered')).status).toBe('delivered')
    const { data } = (await test.manage('GET', `${workspace}/test-inbox`)).body
    const captured = data.map(({ message }: { message: object }) => message)
    expect(captured).toContainEqual(expect.objectContaining({ channel: 'pager', address: '4760', body: 'Ciao Ada' }))
    expect(sent().map(({ To }) => To)).not.toEqual(expect.arrayContaining(['4760']))
  })

  it("previews a message of a registered channel with the channel's own limits", async () => {
    const preview = { channel: 'pager', locale: 'en', vars: { name: 'A'.repeat(200) } }
    const { body } = await test.manage('POST', `${workspace}/templates/hello/preview`, preview)
    expect(body).toMatchObject({ channel: 'pager', message: { channel: 'pager' }, problems: [{ field: 'template' }] })
  })
  describe('registered channel with a second provider for JSON', () => {
    const at = ({ workspace: ws, source }: Tenant) => `/workspaces/${ws}/sources/${source}/connections/pager`
    const toForms = () => ({ settings: { url: `${gateway.url}/messages`, token: TOKEN } })
    const toJson = () => ({ provider: 'pager_json', settings: { url: `${gateway.url}/json`, token: TOKEN } })
    const lastSent = () => gateway.received.findLast(({ method }) => method === 'POST')
    const sendTo = async (to: Tenant, number: string) => {
      const { body } = await send(number, {}, to.liveKey)
      return test.settled(to, body.delivery_id, 'sent', 'failed')
    }
    const post = (address: string, body: string, type: string) => {
      const signature = createHmac('sha256', TOKEN).update(body).digest('hex')
      const headers = { 'content-type': type, 'x-pager-signature': signature }
      return fetch(new URL(new URL(address).pathname, test.url), { method: 'POST', headers, body })
    }
    const reportJson = (address: string, fields: object) => post(address, JSON.stringify(fields), 'application/json')

    it('sends JSON and applies JSON receipts when a connection uses only the second provider of its channel', async () => {
      const other = await test.tenant()
      const added = await test.manage('POST', `${at(other)}/providers`, toJson())
      expect(added).toMatchObject({ status: 201, body: { provider: 'pager_json', position: 1, problems: {} } })
      expect((await test.manage('POST', `${at(other)}/check`)).body).toMatchObject({ ok: true, problems: {} })
      const { id, status } = await sendTo(other, '4711')
      expect(status).toBe('sent')
      expect(lastSent()).toMatchObject({ path: '/json', text: JSON.stringify({ to: '4711', text: 'Ciao Ada' }) })
      const receipt = { event_id: 'E1', event: 'delivered', message_id: idTo('4711') }
      expect((await post(added.body.inbound_url, 'Event=delivered&MessageId=P4711', FORM)).status).toBe(200)
      expect((await reportJson(added.body.inbound_url, receipt)).status).toBe(200)
      expect((await test.settled(other, id, 'delivered')).status).toBe('delivered')
      const { data } = (await test.manage('GET', `/workspaces/${other.workspace}/inbound-requests`)).body
      expect(data).toMatchObject([{ channel: 'pager', status: 'done' }])
      const updated = (await test.manage('PUT', at(other), { settings: toJson().settings })).body
      expect(updated).toMatchObject({ id: added.body.id, settings: { url: `${gateway.url}/json` } })
    })

    it('sends through the first of two providers, and applies a receipt only to messages of the provider that sends the receipt', async () => {
      const other = await test.tenant()
      const first = (await test.manage('PUT', at(other), toForms())).body
      const second = (await test.manage('POST', `${at(other)}/providers`, toJson())).body
      expect(second).toMatchObject({ provider: 'pager_json', position: 2 })
      const byForm = await sendTo(other, '4711')
      expect(lastSent()?.path).toBe('/messages')
      const ordered = await test.manage('PUT', `${at(other)}/providers/order`, { order: [second.id, first.id] })
      expect(ordered.body.data).toMatchObject([{ provider: 'pager_json' }, { provider: 'pager_form' }])
      const byJson = await sendTo(other, '4711')
      expect(lastSent()?.path).toBe('/json')

      const form = new URLSearchParams({ EventId: 'E1', Event: 'delivered', MessageId: idTo('4711') })
      expect((await post(first.inbound_url, form.toString(), FORM)).status).toBe(200)
      expect((await test.settled(other, byForm.id, 'delivered')).status).toBe('delivered')
      expect((await test.settled(other, byJson.id, 'sent', 'delivered')).status).toBe('sent')
      await reportJson(second.inbound_url, { event_id: 'E1', event: 'delivered', message_id: idTo('4711') })
      expect((await test.settled(other, byJson.id, 'delivered')).status).toBe('delivered')
    })
  })
})
