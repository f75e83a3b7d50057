// Templates in the editor: versions, conflicts (with the name of the other author), previews of drafts, and test sends.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('templates in the editor, %s', (kind) => {
  let test: TestService
  let owner: Browser
  let tenant: Tenant
  let at: string

  beforeAll(async () => {
    test = await startTestService(kind)
    owner = await setUpOwner(test)
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}/templates`
  })
  afterAll(() => test.stop())

  const save = (browser: Browser, body: string, version?: number) =>
    browser.request('PUT', `${at}/hello`, { name: 'Hello', locales: { en: { subject: 'Hi', body } }, version })

  it('keeps every version of a template with its author, and restores an old version as a new version', async () => {
    expect((await save(owner, 'Second {{name}}')).body).toMatchObject({ version: 2, updated_by: 'Ada' })
    const { body } = await owner.request('GET', `${at}/hello/versions`)
    expect(body.data).toEqual([
      { id: 2, version: 2, name: 'Hello', by: 'Ada', at: expect.any(String), current: true },
      {
        id: 1,
        version: 1,
        name: 'Hello',
        by: 'Management token admin-token file',
        at: expect.any(String),
        current: false,
      },
    ])
    const first = await owner.request('GET', `${at}/hello/versions/1`)
    expect(first.body).toMatchObject({ version: 1, essential: false, locales: { it: { body: 'Ciao {{name}}' } } })
    const restored = await owner.request('POST', `${at}/hello/versions/1/restore`, { version: 2 })
    expect(restored.body).toMatchObject({ version: 3, updated_by: 'Ada', locales: first.body.locales })
    expect((await owner.request('POST', `${at}/hello/versions/9/restore`, {})).status).toBe(404)
    expect((await owner.request('GET', `${at}/other/versions`)).status).toBe(404)
    const page = await owner.request('GET', `${at}/hello/versions?limit=2`)
    const next = await owner.request('GET', `${at}/hello/versions?limit=2&cursor=${page.body.next_cursor}`)
    expect(next.body).toMatchObject({ data: [{ version: 1 }], next_cursor: null })
  })

  it('returns 409 with the author of the newer version when an outdated template is saved, and changes nothing', async () => {
    const bob = await addMember(test, tenant.workspace, 'admin', 'bob@shop.example')
    const { version } = (await owner.request('GET', `${at}/hello`)).body
    expect((await save(bob, 'By Bob', version)).status).toBe(200)
    const late = await save(owner, 'By Ada', version)
    expect([late.status, late.body]).toEqual([
      409,
      {
        error: 'conflict',
        message: expect.stringMatching(
          new RegExp(
            `^bob saved version ${version + 1} at \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ; your change is based on version ${version}`,
          ),
        ),
        current: { version: version + 1, updated_by: 'bob', updated_at: expect.any(String) },
      },
    ])
    expect((await owner.request('POST', `${at}/hello/versions/1/restore`, { version })).status).toBe(409)
    expect((await owner.request('GET', `${at}/hello`)).body.locales.en.body).toBe('By Bob')
  })

  it('previews an unsaved template in the form that each channel sends', async () => {
    const draft = {
      name: 'Draft',
      locales: { en: { subject: 'Order {{order}}', body: 'Hello {{name}}, order {{order}} <b>left</b>.' } },
    }
    const preview = (channel: string, more: object = {}) =>
      owner.request('POST', `/workspaces/${tenant.workspace}/template-preview`, { template: draft, channel, ...more })
    const email = await preview('email', {
      vars: { name: '<script>' },
      actions: [{ slug: 'yes', label: 'Yes, please' }],
    })
    expect(email.body).toMatchObject({
      channel: 'email',
      locale: 'en',
      subject: 'Order {{order}}',
      variables: ['order', 'name'],
      missing: ['order'],
      problems: [],
    })
    expect(email.body.message.html).toContain('Hello &lt;script&gt;, order {{order}} &lt;b&gt;left&lt;/b&gt;.')
    expect(email.body.message.html).toContain('Yes, please')
    expect((await preview('push')).body.message.notification).toMatchObject({ title: 'Order {{order}}' })
    expect((await preview('telegram', { vars: { name: 'x'.repeat(5000), order: '1' } })).body.problems).toHaveLength(1)
    expect((await preview('email', { locale: 'de' })).status).toBe(200)
    const empty = { template: { name: 'x', locales: {} }, channel: 'email' }
    const refused = await owner.request('POST', `/workspaces/${tenant.workspace}/template-preview`, empty)
    expect(refused.status).toBe(422)
  })

  it('sends a template from the editor to the test inbox, and requires a recipient and a connection for live mode', async () => {
    const sent = await owner.request('POST', `${at}/hello/test-send`, { channel: 'telegram', vars: { name: 'Ada' } })
    expect(sent.status).toBe(202)
    await test.settled(tenant, sent.body.delivery_id, 'sent')
    const inbox = await owner.request('GET', `/workspaces/${tenant.workspace}/test-inbox/${sent.body.delivery_id}`)
    expect(inbox.body).toMatchObject({ channel: 'telegram', message: { body: 'By Bob' } })
    const button = { slug: 'yes', label: 'Yes', callback_url: 'https://shop.example/callback' }
    const clickable = await owner.request('POST', `${at}/hello/test-send`, {
      channel: 'email',
      recipient: { name: 'Bob', email: 'bob@example.com' },
      actions: [button],
    })
    await test.settled(tenant, clickable.body.delivery_id, 'sent')
    const message = await owner.request(
      'GET',
      `/workspaces/${tenant.workspace}/test-inbox/${clickable.body.delivery_id}`,
    )
    expect(message.body.message.actions[0].url).toMatch(/\/svc\/action\/\w{64}$/)
    const live = await owner.request('POST', `${at}/hello/test-send`, { mode: 'live', channel: 'email' })
    expect(live.body.details).toEqual({ recipient: ['is required for a live message'] })
    const unconnected = await owner.request('POST', `${at}/hello/test-send`, {
      mode: 'live',
      channel: 'email',
      recipient: { email: 'ada@example.com' },
    })
    expect([unconnected.status, Object.keys(unconnected.body.details)]).toEqual([422, ['channel']])
    expect((await owner.request('POST', `${at}/nothing/test-send`, {})).body.error).toBe('template_not_found')
    const elsewhere = await test.tenant()
    const source = await owner.request('POST', `${at}/hello/test-send`, { source: elsewhere.source })
    expect(Object.keys(source.body.details)).toEqual(['source'])
    const wrong = await owner.request('POST', `${at}/hello/test-send`, { recipient: { mail: 'x' } })
    expect(Object.keys(wrong.body.details)).toContain('recipient.mail')
  })
})
