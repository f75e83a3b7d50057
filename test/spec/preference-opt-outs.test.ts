// The opt-outs on the preference page: it shows them, lifts them, and undoes exactly what a change wrote.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelNames } from '../../src/channels/index.ts'
import { formOf, optOutsIn, preferenceLink, submit } from '../harness/preference-page.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const HOUR = 3_600_000

describe.each(databases)('opt-outs on the preference page on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let count = 0
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
    await manage('POST', '/categories', { slug: 'news', name: 'News' })
    await manage('POST', '/categories', { slug: 'security', name: 'Security', required: true })
    const locales = { en: { subject: 'Receipt', body: 'You paid' } }
    await manage('POST', '/templates', { slug: 'receipt', name: 'Receipt', essential: true, locales })
  })
  afterAll(() => test.stop())

  const manage = (method: string, path: string, body?: object) =>
    test.manage(method, `/workspaces/${tenant.workspace}${path}`, body)
  /** Creates a recipient with an address on each channel. `phone` is missing, so that an SMS uses the WhatsApp number. */
  const newRecipient = async (locale = 'en') => {
    const n = ++count
    const { body } = await manage('POST', '/recipients', {
      name: 'Ada',
      mode: 'test',
      locale,
      email: `opt-out${n}@customer.example`,
      whatsapp_phone: `+3933300${String(n).padStart(5, '0')}`,
      telegram_chat_id: `opt-out-${n}`,
    })
    return body.id as number
  }
  const send = (id: number, more: object = {}) =>
    test.call('POST', '/send', {
      key: tenant.testKey,
      body: { recipient: { id }, template: 'hello', vars: { name: 'Ada' }, ...more },
    })
  const statuses = (id: number, more: object = {}) =>
    Promise.all(channelNames.map(async (channel) => `${channel} ${(await send(id, { channel, ...more })).status}`))
  const all = (status: number) => channelNames.map((channel) => `${channel} ${status}`)
  const suppressions = async () =>
    (await manage('GET', '/suppressions?mode=test')).body.data.map(
      ({ channel, address, reason }: Record<string, string>) => `${channel} ${address} ${reason}`,
    )
  const optOut = async (channel: string, address: string, reason = 'unsubscribed') =>
    expect((await manage('POST', '/suppressions', { mode: 'test', channel, address, reason })).status).toBe(201)
  const open = async (link: string) => (await fetch(link)).text()
  const post = async (link: string, fields: [string, string][]) => (await submit(link, fields)).text()
  const linkOf = (id: number) => preferenceLink(test, tenant.workspace, id)
  const addressesOf = async (id: number) => (await manage('GET', `/recipients/${id}`)).body

  it('after "everything", only essential templates are sent, on every channel [D189]', async () => {
    const id = await newRecipient()
    expect(await statuses(id)).toEqual(all(202))
    const stopped = await post(await linkOf(id), [['everything', '1']])
    expect(stopped).toContain('You will receive no more messages, except essential ones.')
    expect(await statuses(id)).toEqual(all(422))
    expect(await statuses(id, { category: 'news' })).toEqual(all(422))
    expect(await statuses(id, { category: 'security' })).toEqual(all(422))
    expect(await statuses(id, { template: 'receipt', vars: {} })).toEqual(all(202))
    const { body } = await send(id)
    expect(Object.values(body.details).join()).toContain('the recipient unsubscribed from everything on')
  })

  it('a message that is due after "everything" is not sent, also on a channel without opt-outs', async () => {
    const id = await newRecipient()
    const scheduled_for = new Date(test.clock.now().getTime() + HOUR).toISOString()
    const ids = await Promise.all(
      ['telegram', 'push', 'sms', 'whatsapp'].map(
        async (channel) => (await send(id, { channel, scheduled_for })).body.delivery_id,
      ),
    )
    const essential = (await send(id, { channel: 'telegram', template: 'receipt', vars: {}, scheduled_for })).body
    await post(await linkOf(id), [['everything', '1']])
    test.clock.advance(HOUR)
    for (const delivery of ids) {
      await test.settled(tenant, delivery, 'failed')
      expect((await manage('GET', `/deliveries/${delivery}`)).body.attempts).toMatchObject([{ code: 'opted_out' }])
    }
    await test.settled(tenant, essential.delivery_id, 'sent')
  })

  it('the undo of "everything" restores exactly the former state [D190]', async () => {
    const id = await newRecipient()
    const link = await linkOf(id)
    const { email } = await addressesOf(id)
    await manage('PATCH', `/recipients/${id}/preferences`, { news: { channels: { telegram: false } } })
    await optOut('email', email)
    const [preferences, suppressed, sent] = await Promise.all([
      manage('GET', `/recipients/${id}/preferences`),
      suppressions(),
      statuses(id),
    ])
    const stopped = await post(link, [['everything', '1']])
    expect(await suppressions()).not.toEqual(suppressed)
    expect(await post(link, formOf(stopped, 'Undo this change'))).toContain('Your preferences are saved')
    expect((await manage('GET', `/recipients/${id}/preferences`)).body).toEqual(preferences.body)
    expect(await suppressions()).toEqual(suppressed)
    expect(await statuses(id)).toEqual(sent)
    expect(sent).toContain('email 422')
  })

  it('an undo changes only what its change wrote', async () => {
    const id = await newRecipient()
    const link = await linkOf(id)
    const { whatsapp_phone: phone } = await addressesOf(id)
    const saved = await post(link, [
      ['channel', 'email'],
      ['channel', 'telegram'],
      ['shown', 'news'],
    ])
    await optOut('sms', phone)
    await manage('PATCH', `/recipients/${id}/preferences`, { news: { channels: { telegram: null } } })
    await manage('PATCH', `/recipients/${id}/preferences`, { news: { channels: { telegram: false } } })
    await post(link, formOf(saved, 'Undo this change'))
    const { body } = await manage('GET', `/recipients/${id}/preferences`)
    expect(body.data[0].channels).toEqual({ telegram: false })
    expect(await suppressions()).toContain(`sms ${phone} unsubscribed`)
  })

  it('a member reads, lifts and sets that a recipient unsubscribed from everything', async () => {
    const id = await newRecipient()
    await post(await linkOf(id), [['everything', '1']])
    const read = async () => (await manage('GET', `/recipients/${id}/preferences`)).body.unsubscribed_at
    expect(await read()).toEqual(expect.any(String))
    const prefer = (everything: object) =>
      manage('PATCH', `/recipients/${id}/preferences`, { '*': everything, news: { channels: { sms: false } } })
    expect((await prefer({ channels: { sms: true } })).body.details).toEqual({
      '*.channels': ['is not permitted, because * applies to all channels'],
    })
    expect((await prefer({ allowed: true })).body).toMatchObject({
      unsubscribed_at: null,
      data: [{ channels: { sms: false } }, {}],
    })
    expect(await statuses(id)).toEqual(all(202))
    await prefer({ allowed: false })
    expect(await statuses(id)).toEqual(all(422))
    await prefer({ allowed: null })
    expect([await read(), await statuses(id)]).toEqual([null, all(202)])
  })

  it('shows each opt-out in plain words, and the recipient lifts it', async () => {
    const id = await newRecipient()
    const link = await linkOf(id)
    const { email, whatsapp_phone: phone } = await addressesOf(id)
    await optOut('email', email)
    await optOut('sms', phone, 'stop_word')
    await optOut('whatsapp', phone)
    await manage('PATCH', `/recipients/${id}/preferences`, { news: { channels: { telegram: false } } })
    const shown = optOutsIn(await open(link))
    const { name } = (await manage('GET', '')).body
    expect(shown.map(({ text }) => text).sort()).toEqual([
      `Email: all messages from ${name}, except essential ones`,
      `SMS: all messages from ${name}, because you replied with a stop word. If none arrive after “Receive again”, reply START.`,
      `WhatsApp: advertising from ${name}`,
      `“News” from ${name}: Telegram`,
    ])
    for (const { form } of shown) await post(link, form)
    expect(optOutsIn(await open(link))).toEqual([])
    expect(await statuses(id, { category: 'news' })).toEqual(all(202))
  })

  it('the undo of a lifted opt-out restores it', async () => {
    const id = await newRecipient()
    const link = await linkOf(id)
    const { email } = await addressesOf(id)
    await optOut('email', email, 'stop_word')
    const lifted = await post(link, optOutsIn(await open(link))[0]?.form ?? [])
    expect((await send(id, { channel: 'email' })).status).toBe(202)
    await post(link, formOf(lifted, 'Undo this change'))
    expect(await suppressions()).toContain(`email ${email} stop_word`)
    await post(link, [['everything', '1']])
    const again = await post(link, [['lift', 'everything']])
    await post(link, formOf(again, 'Undo this change'))
    expect((await send(id, { channel: 'telegram' })).status).toBe(422)
  })

  it('shows which messages of a required category arrive at this moment', async () => {
    const id = await newRecipient('it')
    const link = await linkOf(id)
    expect(await open(link)).toContain('Questi messaggi arrivano finché non rinunci a tutto.')
    const { email, whatsapp_phone: phone } = await addressesOf(id)
    await optOut('email', email)
    await optOut('sms', phone, 'stop_word')
    const page = await open(link)
    for (const text of ['Email: Solo messaggi indispensabili', 'SMS: Nessun messaggio', 'Telegram: Arrivano'])
      expect(page).toContain(`<p class="note">${text}</p>`)
    expect(page).not.toContain('Questi messaggi arrivano finché non rinunci a tutto.')
    await post(link, [['everything', '1']])
    expect(await open(link)).not.toContain('Arrivano')
  })

  it('does not let the recipient lift a complaint, and states who can', async () => {
    const id = await newRecipient()
    const link = await linkOf(id)
    const { email } = await addressesOf(id)
    await optOut('email', email, 'complaint')
    const [shown] = optOutsIn(await open(link))
    expect([shown?.text.includes('your address is blocked. Contact'), shown?.form]).toEqual([true, []])
    const stored = (await manage('GET', '/suppressions?mode=test')).body.data
    const { id: complaint } = stored.find(({ address }: { address: string }) => address === email)
    await post(link, [['lift', `address/${complaint}`]])
    expect(await suppressions()).toContain(`email ${email} complaint`)
  })

  it('an old unsubscribe link offers no undo after "everything", also when its message was deleted', async () => {
    const id = await newRecipient()
    const { delivery_id } = (await send(id, { channel: 'email' })).body
    await test.settled(tenant, delivery_id, 'sent')
    const inbox = (await manage('GET', '/test-inbox')).body.data
    const { message } = inbox.find((row: { delivery_id: number }) => row.delivery_id === delivery_id)
    const unsubscribe = `${test.url}${new URL(message.unsubscribe_url).pathname}`
    await post(await linkOf(id), [['everything', '1']])
    await test.service.db.query({ text: 'delete from deliveries where id = $1', values: [delivery_id] })
    const page = await open(unsubscribe)
    expect(page).not.toContain('/undo')
    expect(page).toContain('/preferences/')
    await fetch(`${unsubscribe}/undo`, { method: 'POST' })
    expect((await send(id, { channel: 'email' })).status).toBe(422)
  })

  it('an undo expires after a day, and the undo and the opt-outs of another recipient have no effect', async () => {
    const [id, other] = [await newRecipient(), await newRecipient()]
    const [link, otherLink] = [await linkOf(id), await linkOf(other)]
    const { email } = await addressesOf(other)
    await optOut('email', email)
    const lift = optOutsIn(await open(otherLink))[0]?.form ?? []
    await post(link, lift)
    expect(await suppressions()).toContain(`email ${email} unsubscribed`)
    const stopped = await post(otherLink, [['everything', '1']])
    const undo = formOf(stopped, 'Undo this change')
    expect(await post(link, undo)).toContain('This change can no longer be undone.')
    expect(await post(otherLink, [['undo', 'forged']])).toContain('This change can no longer be undone.')
    test.clock.advance(24 * HOUR)
    expect(await post(otherLink, undo)).toContain('This change can no longer be undone.')
    expect((await send(other, { channel: 'telegram' })).status).toBe(422)
  })
})
