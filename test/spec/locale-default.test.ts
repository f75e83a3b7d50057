// Default and chosen locales of recipients. A send request replaces only a default locale (decision 62).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFile } from '../harness/imports.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { startSubscriber } from '../harness/subscriber.ts'

describe.each(databases)('recipient locales, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let at: string
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  const fresh = async () => {
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}/recipients`
  }
  const email = 'ada@example.com'
  const send = async (recipient: object) => {
    const { status, body } = await test.send(tenant.testKey, { recipient, template: 'hello', vars: { name: 'x' } })
    expect(status).toBe(202)
    return body.recipient.id as number
  }
  const localeOf = async (id: number) => {
    const { body } = await test.manage('GET', `${at}/${id}`)
    return [body.locale, body.locale_is_default]
  }

  it('the first send with a locale replaces the default locale of the recipient, and later sends do not change the locale [D62]', async () => {
    await fresh()
    const id = await send({ email })
    expect(await localeOf(id)).toEqual(['it', true])
    await send({ email, name: 'Ada' })
    expect(await localeOf(id)).toEqual(['it', true])
    const subscriber = await startSubscriber(test, tenant, ['contact.updated'])
    try {
      await send({ email, locale: 'en' })
      expect(await localeOf(id)).toEqual(['en', false])
      await send({ id, locale: 'de' })
      expect(await localeOf(id)).toEqual(['en', false])
      const [event] = await subscriber.waitForEvents(1)
      await subscriber.waitUntilIdle()
      expect(subscriber.events()).toHaveLength(1)
      expect([event!.body.data.changed, event!.body.data.contact.locale]).toEqual([['locale'], 'en'])
    } finally {
      await subscriber.receiver.stop()
    }
  })

  it('a send with the default locale marks the locale of the recipient as chosen, and emits no contact.updated [D62]', async () => {
    await fresh()
    const id = await send({ email })
    const subscriber = await startSubscriber(test, tenant, ['contact.updated'])
    try {
      await send({ email, locale: 'it' })
      await send({ email, locale: 'en', whatsapp_phone: '+393330000001' })
      expect(await localeOf(id)).toEqual(['it', false])
      const [event] = await subscriber.waitForEvents(1)
      expect(event!.body.data.changed).toEqual(['whatsapp_phone'])
    } finally {
      await subscriber.receiver.stop()
    }
  })

  it('the first batch message with a locale sets the locale of the recipient [D62]', async () => {
    await fresh()
    const recipients = [{ email }, { email, locale: 'fr' }, { email, locale: 'de' }]
    const { body } = await test.call('POST', '/send/batch', {
      key: tenant.testKey,
      body: { messages: recipients.map((recipient) => ({ recipient, template: 'hello', vars: { name: 'x' } })) },
    })
    expect(body.queued).toBe(3)
    expect(await localeOf(body.results[0].recipient.id)).toEqual(['fr', false])
  })

  it('a test send of a template in another language keeps the default locale of the recipient', async () => {
    await fresh()
    const id = await send({ email })
    const { status } = await test.manage('POST', `/workspaces/${tenant.workspace}/templates/hello/test-send`, {
      recipient: { id },
      locale: 'en',
      vars: { name: 'x' },
    })
    expect(status).toBe(202)
    expect(await localeOf(id)).toEqual(['it', true])
  })

  it('the management API and imports set a chosen locale, but keep the default locale when the request or row has no locale [D62b]', async () => {
    await fresh()
    const create = async (body: object) => (await test.manage('POST', at, { mode: 'test', ...body })).body.id as number
    const [plain, chosen, changed] = [
      await create({ name: 'A', email: 'a@example.com' }),
      await create({ name: 'B', email: 'b@example.com', locale: 'it' }),
      await create({ name: 'C', email: 'c@example.com' }),
    ]
    await test.manage('PATCH', `${at}/${changed}`, { name: 'C 2' })
    expect(await localeOf(changed)).toEqual(['it', true])
    await test.manage('PATCH', `${at}/${changed}`, { locale: 'it' })
    for (const name of ['a', 'b', 'c']) await send({ email: `${name}@example.com`, locale: 'en' })
    expect(await Promise.all([plain, chosen, changed].map(localeOf))).toEqual([
      ['en', false],
      ['it', false],
      ['it', false],
    ])
    const file = 'email,locale\nd@example.com,it\ne@example.com,\n'
    expect(await importFile(test, tenant, file, 'mode=test')).toMatchObject({ created: 2 })
    for (const name of ['d', 'e']) await send({ email: `${name}@example.com`, locale: 'en' })
    const { body } = await test.manage('GET', `${at}?mode=test&limit=2`)
    expect(body.data.map(({ locale }: { locale: string }) => locale)).toEqual(['en', 'it'])
  })

  it('an import row with the default locale marks the locale as chosen, and an export omits a default locale [D62b]', async () => {
    await fresh()
    const id = await send({ email, locale: 'it' })
    const other = await send({ email: 'bo@example.com' })
    const { body: exported } = await test.manage('GET', `${at}/export?mode=test`)
    expect(await importFile(test, tenant, exported, 'mode=test')).toMatchObject({ unchanged: 2, updated: 0 })
    expect([await localeOf(id), await localeOf(other)]).toEqual([
      ['it', false],
      ['it', true],
    ])
    const named = await importFile(test, tenant, 'email,locale\nbo@example.com,it\n', 'mode=test')
    expect(named).toMatchObject({ updated: 1, unchanged: 0 })
    expect(await localeOf(other)).toEqual(['it', false])
  })

  it('a send does not replace a locale that was stored before the upgrade, because that locale may have been chosen', async () => {
    await fresh()
    const { rows } = await test.service.db.pool.query(
      `insert into recipients (workspace_id, mode, name, email, created_at, updated_at)
       values ($1, 'test', 'Old', $2, now(), now()) returning id`,
      [tenant.workspace, email],
    )
    await send({ email, locale: 'en' })
    expect(await localeOf(Number(rows[0].id))).toEqual(['it', false])
  })
})
