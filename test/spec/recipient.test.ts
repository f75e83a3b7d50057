// The recipient and the channel of a send request: matching, creation, added addresses, and the choice of a channel.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('recipients of send requests, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  const hello = { template: 'hello', vars: { name: 'Ada' } }
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
    tenant = await test.tenant()
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  let count = 0
  /** Returns an email address, a phone and a chat id that no recipient has. */
  const fresh = () => {
    count += 1
    return {
      email: `p${count}@example.com`,
      whatsapp_phone: `+3933300${String(count).padStart(5, '0')}`,
      telegram_chat_id: `chat-${count}`,
    }
  }
  const send = (recipient: object, more: object = {}) => test.send(tenant.testKey, { ...hello, recipient, ...more })
  const stored = (mode: string, fields: object) =>
    test.manage('POST', `/workspaces/${tenant.workspace}/recipients`, { mode, ...fields })
  const read = async (id: number) => (await test.manage('GET', `/workspaces/${tenant.workspace}/recipients/${id}`)).body

  it('a send finds its recipient by id, and the id takes precedence over contact fields [SEND-03, D11, RESP-04, RESP-05]', async () => {
    const { body: ada } = await stored('test', { name: 'Ada', ...fresh() })
    const { body: bo } = await stored('test', { name: 'Bo', ...fresh() })
    const plain = await send({ id: ada.id })
    expect(plain.body.recipient).toEqual({ id: ada.id, name: 'Ada', address: ada.email })
    const both = await send({ id: ada.id, telegram_chat_id: bo.telegram_chat_id }, { channel: 'telegram' })
    expect(both.body.recipient).toEqual({ id: ada.id, name: 'Ada', address: bo.telegram_chat_id })
    expect((await read(bo.id)).telegram_chat_id).toBe(bo.telegram_chat_id)
  })

  it('a send finds no recipient, template or delivery of another workspace [SEND-27, ERR-01, WHAT-11, D36b]', async () => {
    const other = await test.tenant()
    const { body: theirs } = await test.manage('POST', `/workspaces/${other.workspace}/recipients`, {
      mode: 'test',
      name: 'Eve',
      ...fresh(),
    })
    const refused = await send({ id: theirs.id })
    expect([refused.status, refused.body.error]).toEqual([404, 'recipient_not_found'])
    expect(refused.body.message).toBeTruthy()
    await test.manage('POST', `/workspaces/${other.workspace}/templates`, {
      slug: 'theirs',
      name: 'Theirs',
      locales: { it: { body: 'x' } },
    })
    expect((await send(fresh(), { template: 'theirs' })).body.error).toBe('template_not_found')
    const { body } = await test.send(other.testKey, { ...hello, recipient: { id: theirs.id } })
    const foreign = await test.call('GET', `/deliveries/${body.delivery_id}`, { key: tenant.testKey })
    expect([foreign.status, foreign.body.error]).toEqual([404, 'not_found'])
  })

  it('a send creates an unknown recipient once, from the contact fields [WHAT-06, D11d, D11f, SEND-33]', async () => {
    const someone = fresh()
    const first = await send({ email: someone.email })
    const second = await send({ email: someone.email.toUpperCase() })
    expect(second.body.recipient.id).toBe(first.body.recipient.id)
    expect(first.body.recipient.name).toBe(someone.email)
    expect(await read(first.body.recipient.id)).toMatchObject({ email: someone.email, locale: 'it', mode: 'test' })
  })

  it('a send matches a recipient first by the address for the requested channel, then by email, phone and chat id [D11b, D11c]', async () => {
    const [a, b, c] = [fresh(), fresh(), fresh()]
    const byMail = (await send({ email: a.email })).body.recipient.id
    const byPhone = (await send({ whatsapp_phone: b.whatsapp_phone })).body.recipient.id
    const byChat = (await send({ telegram_chat_id: c.telegram_chat_id })).body.recipient.id
    const mixed = { email: a.email, whatsapp_phone: b.whatsapp_phone, telegram_chat_id: c.telegram_chat_id }
    const { email: _email, ...withoutMail } = mixed
    expect((await send(mixed)).body.recipient.id).toBe(byMail)
    expect((await send(mixed, { channel: 'whatsapp' })).body.recipient.id).toBe(byPhone)
    expect((await send(mixed, { channel: 'telegram' })).body.recipient.id).toBe(byChat)
    expect((await send(withoutMail)).body.recipient.id).toBe(byPhone)
    expect((await send({ telegram_chat_id: c.telegram_chat_id })).body.recipient.id).toBe(byChat)
  })

  it('a send fills the empty fields of its recipient and does not change the other fields [D11e]', async () => {
    const { email, whatsapp_phone, telegram_chat_id } = fresh()
    const { id } = (await send({ name: 'Ada', email })).body.recipient
    await send({ name: 'Somebody else', email, whatsapp_phone })
    await send({ email, whatsapp_phone: fresh().whatsapp_phone, telegram_chat_id })
    expect(await read(id)).toMatchObject({ name: 'Ada', email, whatsapp_phone, telegram_chat_id })
  })

  it.each([
    ['email', 'email', ['email', 'whatsapp_phone', 'telegram_chat_id']],
    ['whatsapp', 'whatsapp_phone', ['whatsapp_phone', 'telegram_chat_id']],
    ['telegram', 'telegram_chat_id', ['telegram_chat_id']],
  ] as const)(
    'a send chooses the channel %s when %s is the first address of the recipient in the channel order [SEND-13, SEND-14, SEND-15, D10b, RESP-03, TG-02]',
    async (channel, field, given) => {
      const all = fresh()
      const { body } = await send(Object.fromEntries(given.map((name) => [name, all[name]])))
      expect([body.channel, body.recipient.address]).toEqual([channel, all[field]])
    },
  )

  it('a send chooses the preferred channel of the recipient if that channel is usable, otherwise the first usable channel in the order [D10]', async () => {
    const usable = await stored('test', { name: 'Ada', ...fresh(), preferred_channel: 'telegram' })
    expect((await send({ id: usable.body.id })).body.channel).toBe('telegram')
    const { telegram_chat_id: _chat, ...addresses } = fresh()
    const unusable = await stored('test', { name: 'Ada', ...addresses, preferred_channel: 'telegram' })
    expect((await send({ id: unusable.body.id })).body.channel).toBe('email')
  })

  it('a send prefers a channel whose address is in the request to a channel with a stored address [D10c]', async () => {
    const { body: ada } = await stored('test', { name: 'Ada', email: fresh().email })
    const { telegram_chat_id, whatsapp_phone } = fresh()
    expect((await send({ id: ada.id, telegram_chat_id })).body).toMatchObject({
      channel: 'telegram',
      recipient: { address: telegram_chat_id },
    })
    expect((await send({ id: ada.id, whatsapp_phone, telegram_chat_id })).body.channel).toBe('whatsapp')
  })

  it('a send skips channels without a connection, and returns 422 with all missing connections if no channel remains [D10d, D10e]', async () => {
    const unreachable = await test.send(tenant.liveKey, { ...hello, recipient: fresh() })
    expect([unreachable.status, Object.keys(unreachable.body.details)]).toEqual([422, ['channel']])
    for (const title of ['Email', 'WhatsApp', 'Telegram']) {
      expect(unreachable.body.details.channel[0]).toContain(`no ${title} connection`)
    }
    const connections = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections`
    const settings = { bot_token: '1:abc', api_base: provider.url }
    await test.manage('PUT', `${connections}/telegram`, { settings })
    const whatsapp = { phone_number_id: '1', access_token: 'token', app_secret: 's', verify_token: 'v' }
    await test.manage('PUT', `${connections}/whatsapp`, { settings: { ...whatsapp, api_base: provider.url } })
    const passedOver = await test.send(tenant.liveKey, { ...hello, recipient: fresh() })
    expect([passedOver.status, passedOver.body.channel]).toEqual([202, 'telegram'])
  })

  it('a send on push, Slack or Messenger uses the stored address, and a send on Discord uses the address of the connection [D12]', async () => {
    const device = { kind: 'fcm', token: 'token-of-ada' }
    const { body: ada } = await stored('test', {
      name: 'Ada',
      messenger_psid: '777',
      slack_channel: 'C0777',
      push: [device],
    })
    const addressOn = async (channel: string) => (await send({ id: ada.id }, { channel })).body.recipient.address
    expect(await addressOn('messenger')).toBe('777')
    expect(await addressOn('slack')).toBe('C0777')
    expect(await addressOn('push')).toBe(`devices:${ada.id}`)
    const connections = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections`
    const settings = { webhook_url: `${provider.url}/api/webhooks/1/secret` }
    await test.manage('PUT', `${connections}/discord`, { settings })
    const shared = await test.send(tenant.liveKey, { ...hello, recipient: fresh(), channel: 'discord' })
    expect([shared.status, shared.body.channel]).toEqual([202, 'discord'])
    expect(shared.body.recipient.address).not.toContain('secret')
  })

  it('a send uses the language of the recipient, otherwise a fallback language of the template, and returns 422 if the template has neither [D32]', async () => {
    const template = async (slug: string, ...locales: string[]) =>
      test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
        slug,
        name: slug,
        locales: Object.fromEntries(locales.map((name) => [name, { body: name }])),
      })
    const languageOf = async (slug: string, locale?: string) => {
      const { status, body } = await send({ ...fresh(), ...(locale ? { locale } : {}) }, { template: slug })
      if (status !== 202) return Object.keys(body.details)
      await test.settled(tenant, body.delivery_id, 'sent')
      return (await test.manage('GET', `/workspaces/${tenant.workspace}/test-inbox/${body.delivery_id}`)).body.message
        .body
    }
    await template('many', 'it', 'de', 'pt-BR', 'fr')
    await template('only', 'sv')
    await template('two', 'sv', 'da')
    expect(await languageOf('many', 'pt-BR')).toBe('pt-BR')
    expect(await languageOf('many', 'de-AT')).toBe('de')
    expect(await languageOf('many', 'sv')).toBe('it')
    expect(await languageOf('many')).toBe('it')
    expect(await languageOf('only', 'en')).toBe('sv')
    expect(await languageOf('two', 'en')).toEqual(['recipient.locale'])
    await test.manage('PATCH', `/workspaces/${tenant.workspace}`, { default_locale: 'fr' })
    expect(await languageOf('many', 'sv')).toBe('fr')
    await test.manage('PATCH', `/workspaces/${tenant.workspace}`, { default_locale: 'it' })
  })

  it('a test key neither finds nor creates live recipients [D27d]', async () => {
    const someone = fresh()
    const live = await stored('live', { name: 'Ada', ...someone })
    expect((await send({ id: live.body.id })).body.error).toBe('recipient_not_found')
    const made = await send({ email: someone.email })
    expect(made.body.recipient.id).not.toBe(live.body.id)
    expect((await read(made.body.recipient.id)).mode).toBe('test')
  })
})
