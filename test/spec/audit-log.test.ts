// The audit log: each change with its actor, its object and the previous values, without secrets.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser, PASSWORD, setUpOwner, tokenInLink } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('audit log on %s', (kind) => {
  let test: TestService
  let owner: Browser
  let tenant: Tenant
  let at: string

  beforeAll(async () => {
    test = await startTestService(kind)
    owner = await setUpOwner(test)
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}`
  })
  afterAll(() => test.stop())

  const entriesOf = async (query = '') => (await owner.request('GET', `${at}/audit-log${query}`)).body.data
  const newest = async () => (await entriesOf('?limit=1'))[0]

  it('records the actor, the object and the previous values of a change in the audit log [D42]', async () => {
    const { actor } = (await owner.request('GET', '/session')).body
    await owner.request('PATCH', `${at}/sources/${tenant.source}`, { rate_limit: 500, name: 'Checkout' })
    expect(await newest()).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      workspace_id: tenant.workspace,
      actor: { kind: 'member', id: actor.id, name: 'Ada <ada@shop.example>' },
      address: '127.0.0.1',
      action: 'changeSource',
      says: 'Change a source',
      object: { kind: 'source', id: String(tenant.source), name: 'App' },
      before: { rate_limit: 1_000_000, name: 'App' },
      change: { rate_limit: 500, name: 'Checkout' },
      outcome: 'done',
    })
    const created = await owner.request('POST', `${at}/recipients`, { name: 'Grace', email: 'grace@example.com' })
    expect(await newest()).toMatchObject({
      action: 'createRecipient',
      object: { kind: 'recipient', id: String(created.body.id), name: null },
      before: null,
      change: { fields: ['name', 'email'] },
    })
    await test.manage('DELETE', `${at}/recipients/${created.body.id}`)
    expect(await newest()).toMatchObject({
      actor: { kind: 'token', name: expect.stringMatching(/^Management token admin-token file \(…\w{4}\)$/) },
      action: 'removeRecipient',
      object: { kind: 'recipient', id: String(created.body.id), name: null },
    })
    const bob = await addMember(test, tenant.workspace, 'viewer', 'bob@shop.example')
    expect(await newest()).toMatchObject({ action: 'acceptInvitation', actor: { kind: 'link' }, outcome: 'done' })
    const { id } = (await bob.request('GET', '/session')).body.actor
    await owner.request('PATCH', `${at}/members/${id}`, { role: 'admin' })
    expect(await newest()).toMatchObject({
      object: { kind: 'member', id: String(id), name: 'bob' },
      before: { role: 'viewer' },
      change: { role: 'admin' },
    })
  })

  it('records neither refused requests nor read requests in the audit log', async () => {
    const listener = await owner.request('POST', `${at}/listeners`, {})
    const before = (await newest()).id
    expect((await owner.request('POST', `${at}/listeners/${listener.body.id}/hear`, { wait: 0 })).status).toBe(200)
    await owner.request('PATCH', `${at}/sources/${tenant.source}`, { rate_limit: 'many' })
    await owner.request('DELETE', `${at}/sources/999999`)
    await owner.request('POST', `${at}/templates/hello/preview`, { channel: 'email' })
    await owner.request('GET', `${at}/sources`)
    expect((await newest()).id).toBe(before)
  })

  it('records no secret of any request in the audit log [D42b]', async () => {
    const secrets = [
      'grace@example.com',
      'Grace',
      'hunter2-hunter2',
      's3cr3t-in-a-query',
      'token-of-a-webhook',
      'AAE-secret-of-a-bot',
      PASSWORD,
    ]
    const source = `${at}/sources/${tenant.source}`
    await owner.request('PUT', `${source}/connections/email`, {
      settings: { url: 'smtp://user:hunter2-hunter2@127.0.0.1:2525', from: 'hello@shop.example' },
    })
    await owner.request('PUT', `${source}/connections/discord`, {
      settings: { webhook_url: 'https://discord.com/api/webhooks/1/token-of-a-webhook' },
    })
    await owner.request('PUT', `${source}/connections/telegram`, {
      settings: { bot_token: '123456:AAE-secret-of-a-bot', mode: 'off' },
    })
    const subscribed = await owner.request('POST', `${at}/subscriptions`, {
      url: 'https://receiver.example/?key=s3cr3t-in-a-query',
      events: ['message.sent'],
    })
    const rotated = await owner.request('POST', `${at}/subscriptions/${subscribed.body.id}/rotate-secret`)
    const key = await owner.request('POST', `${source}/api-keys`, { mode: 'live' })
    const invited = await owner.request('POST', `${at}/invitations`, { email: 'eve@shop.example', role: 'viewer' })
    const { body: template } = await owner.request('POST', `${at}/templates/hello/test-send`, {
      channel: 'email',
      vars: { name: 'Grace' },
      recipient: { email: 'grace@example.com' },
    })
    expect(template.delivery_id).toBeGreaterThan(0)
    await owner.request('POST', `${at}/templates`, {
      slug: 'leak',
      name: key.body.key,
      locales: { en: { body: 'x'.repeat(5000) } },
    })
    const link = await owner.request(
      'POST',
      `/members/${(await owner.request('GET', '/session')).body.actor.id}/password-link`,
    )
    await owner.request('POST', '/account/password', { current_password: PASSWORD, new_password: `${PASSWORD} 2` })
    await owner.request('POST', '/account/password', { current_password: `${PASSWORD} 2`, new_password: PASSWORD })
    secrets.push(subscribed.body.secret, rotated.body.secret, key.body.key, tokenInLink(invited.body.link))
    secrets.push(tokenInLink(link.body.link), owner.cookie!.split('=')[1]!)
    const { rows } = await test.service.db.query<{ text: string }>({
      text: 'select to_jsonb(a)::text as text from audit_log a',
    })
    const text = rows.map((row) => row.text).join('\n')
    expect(text).toContain('changePassword')
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    expect(Math.max(...rows.map((row) => row.text.length))).toBeLessThan(2000)
  })

  it('shortens the long values of a request in the audit log and keeps the field names', async () => {
    const languages = ['it', 'en', 'de', 'fr', 'es', 'pt', 'nl', 'da', 'sv', 'fi', 'pl', 'cs', 'hu', 'ro', 'el', 'tr']
    const locale = { subject: 's'.repeat(150), body: 'b'.repeat(1000) }
    const locales = Object.fromEntries(languages.map((language) => [language, locale]))
    expect((await test.manage('POST', `${at}/templates`, { slug: 'long', name: 'Long', locales })).status).toBe(201)
    const { change } = await newest()
    expect(change).toMatchObject({ slug: 'long', name: 'Long', locales: '…' })
  })

  it('filters the audit log by member, action, object and time, and returns it in pages', async () => {
    const { actor } = (await owner.request('GET', '/session')).body
    const all = await entriesOf('?limit=100')
    const count = (is: (entry: (typeof all)[number]) => boolean) => all.filter(is).length
    expect(await entriesOf(`?limit=100&member=${actor.id}`)).toHaveLength(
      count((entry) => entry.actor.id === actor.id && entry.actor.kind === 'member'),
    )
    expect(await entriesOf('?limit=100&object=subscription')).toHaveLength(2)
    expect(await entriesOf('?limit=100&action=rotateSecret')).toHaveLength(1)
    const middle = all[5]
    expect(await entriesOf(`?limit=100&since=${middle.at}`)).toHaveLength(count((entry) => entry.at >= middle.at))
    expect(await entriesOf(`?limit=100&until=${middle.at}`)).toHaveLength(count((entry) => entry.at < middle.at))
    const first = await owner.request('GET', `${at}/audit-log?limit=3`)
    const second = await owner.request('GET', `${at}/audit-log?limit=3&cursor=${first.body.next_cursor}`)
    expect([...first.body.data, ...second.body.data]).toEqual(all.slice(0, 6))
  })

  it('shows operators the audit log of the whole installation', async () => {
    const { body } = await owner.request('GET', '/audit-log?limit=100&action=setUp')
    expect(body.data).toEqual([
      expect.objectContaining({
        actor: { kind: 'link', id: null, name: 'Ada <ada@shop.example>' },
        workspace_id: null,
      }),
    ])
    const made = await owner.request('POST', '/workspaces', { name: 'New one' })
    const newestOfAll = (await owner.request('GET', '/audit-log?limit=1')).body.data[0]
    expect(newestOfAll).toMatchObject({
      action: 'createWorkspace',
      workspace_id: made.body.id,
      object: { kind: 'workspace', id: String(made.body.id), name: 'New one' },
    })
    expect((await owner.request('GET', `/audit-log?workspace=${made.body.id}`)).body.data).toHaveLength(1)
  })

  it('the audit log shows a failed change with the outcome "unknown", and a change that cannot be logged is refused', async () => {
    await test.service.db.query({
      text: `create or replace function refuse_changes() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$`,
    })
    await test.service.db.query({
      text: 'create trigger out_of_order before update on sources for each row execute function refuse_changes()',
    })
    const answer = await owner.request('PATCH', `${at}/sources/${tenant.source}`, { name: 'Never' })
    expect(answer.status).toBe(500)
    expect(await newest()).toMatchObject({ action: 'changeSource', change: { name: 'Never' }, outcome: 'unknown' })
    await test.service.db.query({ text: 'drop trigger out_of_order on sources' })
    await test.service.db.query({ text: 'alter table audit_log rename to audit_log_away' })
    const unlogged = await owner.request('PATCH', `${at}/sources/${tenant.source}`, { name: 'Unlogged' })
    await test.service.db.query({ text: 'alter table audit_log_away rename to audit_log' })
    expect([unlogged.status, (await owner.request('GET', `${at}/sources/${tenant.source}`)).body.name]).toEqual([
      500,
      'Checkout',
    ])
  })
})
