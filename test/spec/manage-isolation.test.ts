// Isolation of workspaces. Every route returns 404 for an id of another workspace.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upload } from '../harness/imports.ts'
import { addMember } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const SETTINGS = { webhook_url: 'https://discord.com/api/webhooks/1/a-very-secret-token' }
const message = {
  recipient: { name: 'Ada', email: 'ada@example.com', locale: 'en' },
  template: 'hello',
  vars: { name: 'Ada' },
}

describe.each(databases)('isolation of workspaces, %s', (kind) => {
  let test: TestService
  let mine: Tenant
  /** Ids of objects in the other workspace, by name. */
  const theirs: Record<string, string | number> = {}

  beforeAll(async () => {
    test = await startTestService(kind)
    mine = await test.tenant()
    const other = await test.tenant()
    const at = `/workspaces/${other.workspace}`
    const idOf = async (path: string, body: object) =>
      (await test.manage('POST', `${at}${path}`, body)).body.id as number
    const sent = await test.send(other.testKey, message)
    const waiting = await test.send(other.testKey, {
      ...message,
      scheduled_for: new Date(Date.now() + 86_400_000).toISOString(),
    })
    Object.assign(theirs, {
      source: other.source,
      apiKey: await idOf(`/sources/${other.source}/api-keys`, { mode: 'test' }),
      triggerKey: await idOf(`/sources/${other.source}/trigger-keys`, { mode: 'test' }),
      recipient: await idOf('/recipients', { name: 'Theirs', email: 'theirs@example.com' }),
      sent: sent.body.delivery_id,
      waiting: waiting.body.delivery_id,
      optOut: await idOf('/opt-outs', { address: 'out@example.com' }),
      listener: await idOf('/listeners', {}),
      invitation: await idOf('/invitations', { email: 'invited@theirs.example', role: 'admin' }),
      member: (
        await (await addMember(test, other.workspace, 'owner', 'owner@theirs.example')).request('GET', '/session')
      ).body.actor.id,
      subscription: await idOf('/subscriptions', { url: 'https://theirs.example/', events: ['message.received'] }),
    })
    theirs.import = (await upload(test, other, 'email\nimported@example.com\n')).body.id
    const trigger = { type: 'contact.created' }
    const rule = { name: 'Theirs', trigger, source: other.source, template: 'hello', enabled: false }
    theirs.automation = await idOf('/automations', rule)
    await test.manage('POST', `${at}/templates`, { slug: 'theirs', name: 'Theirs', locales: { it: { body: 'x' } } })
    await test.manage('PUT', `${at}/sources/${other.source}/connections/discord`, { settings: SETTINGS })
    await test.settled(other, sent.body.delivery_id, 'sent')
  })
  afterAll(async () => {
    await test.stop()
  })

  it.each([
    ['GET', '/sources/:source'],
    ['PATCH', '/sources/:source', { name: 'taken' }],
    ['DELETE', '/sources/:source'],
    ['GET', '/sources/:source/api-keys'],
    ['POST', '/sources/:source/api-keys', { mode: 'test' }],
    ['DELETE', '/sources/:source/api-keys/:apiKey'],
    ['DELETE', '/sources/:mySource/api-keys/:apiKey'],
    ['GET', '/sources/:source/trigger-keys'],
    ['POST', '/sources/:source/trigger-keys', {}],
    ['DELETE', '/sources/:mySource/trigger-keys/:triggerKey'],
    ['GET', '/sources/:source/connections'],
    ['GET', '/sources/:source/connections/discord'],
    ['PUT', '/sources/:source/connections/discord', { settings: SETTINGS }],
    ['DELETE', '/sources/:source/connections/discord'],
    ['POST', '/sources/:source/connections/discord/check'],
    ['POST', '/sources/:source/connections/discord/resume'],
    ['POST', '/sources/:source/connections/discord/test', {}],
    ['GET', '/sources/:source/connections/discord/test?connection=1&external_id=1&sent_at=2030-01-01T00%3A00%3A00Z'],
    ['POST', '/sources/:source/connections/discord/register', {}],
    ['GET', '/templates/theirs'],
    ['PUT', '/templates/theirs', { name: 'x', locales: { it: { body: 'y' } } }],
    ['DELETE', '/templates/theirs'],
    ['POST', '/templates/theirs/preview', { channel: 'email' }],
    ['GET', '/templates/theirs/versions'],
    ['GET', '/templates/theirs/versions/1'],
    ['POST', '/templates/theirs/versions/1/restore', {}],
    ['DELETE', '/invitations/:invitation'],
    ['PATCH', '/members/:member', { role: 'viewer' }],
    ['DELETE', '/members/:member'],
    ['GET', '/recipients/:recipient'],
    ['PATCH', '/recipients/:recipient', { name: 'taken' }],
    ['DELETE', '/recipients/:recipient'],
    ['POST', '/recipients/:recipient/telegram-link', {}],
    ['DELETE', '/opt-outs/:optOut'],
    ['GET', '/deliveries/:sent'],
    ['POST', '/deliveries/:sent/resend'],
    ['PATCH', '/deliveries/:waiting', { scheduled_for: '2026-12-01T00:00:00Z' }],
    ['POST', '/deliveries/:waiting/cancel'],
    ['GET', '/test-inbox/:sent'],
    ['POST', '/dev-listeners/:listener/poll'],
    ['DELETE', '/dev-listeners/:listener'],
    ['POST', '/listeners/:listener/hear'],
    ['DELETE', '/listeners/:listener'],
    ['GET', '/subscriptions/:subscription'],
    ['PATCH', '/subscriptions/:subscription', { events: ['message.sent'] }],
    ['DELETE', '/subscriptions/:subscription'],
    ['POST', '/subscriptions/:subscription/rotate-secret'],
    ['POST', '/subscriptions/:subscription/disable'],
    ['POST', '/subscriptions/:subscription/reactivate'],
    ['POST', '/subscriptions/:subscription/test'],
    ['POST', '/subscriptions/:subscription/replay', { failed: true }],
    ['GET', '/subscriptions/:subscription/attempts'],
    ['GET', '/subscriptions/:subscription/events'],
    ['GET', '/subscriptions/:subscription/events/1'],
    ['GET', '/recipients/imports/:import'],
    ['GET', '/recipients/imports/:import/refused'],
    ['GET', '/recipients/imports/:import/refused.csv'],
    ['POST', '/recipients/imports/:import/cancel'],
    ['GET', '/automations/:automation'],
    ['GET', '/automations/:automation/runs'],
    ['PATCH', '/automations/:automation', { name: 'taken' }],
    ['DELETE', '/automations/:automation'],
  ])('%s %s returns 404 when its ids belong to another workspace [WHAT-11]', async (method, path, body?) => {
    const filled = path.replace(/:(\w+)/g, (_, name) => String(name === 'mySource' ? mine.source : theirs[name]))
    const answer = await test.manage(method, `/workspaces/${mine.workspace}${filled}`, body)
    expect([filled, answer.status, answer.body.error]).toEqual([filled, 404, 'not_found'])
  })

  it('lists no object of another workspace [WHAT-11]', async () => {
    const { body: own } = await test.manage('GET', `/workspaces/${mine.workspace}/sources`)
    expect(own.data.map(({ id }: { id: number }) => id)).toEqual([mine.source])
    for (const list of [
      'recipients',
      'recipients?mode=test',
      'opt-outs',
      'deliveries',
      'deliveries?mode=test',
      'test-inbox',
      'credits',
      'subscriptions',
      'notices',
      'members',
      'invitations',
      'audit-log?object=invitation',
      'callbacks',
      'conversations',
      'deliveries/changes?mode=test&watch=1:queued',
      'recipients/imports',
      'automations',
    ])
      expect([list, (await test.manage('GET', `/workspaces/${mine.workspace}/${list}`)).body.data]).toEqual([list, []])
    const { body } = await test.manage(
      'GET',
      `/workspaces/${mine.workspace}/deliveries?mode=test&source=${theirs.source}`,
    )
    expect(body.data).toEqual([])
    const trigger = { type: 'contact.created' }
    const taken = { name: 'Taken', trigger, source: theirs.source, template: 'hello' }
    const refused = await test.manage('POST', `/workspaces/${mine.workspace}/automations`, taken)
    expect([refused.status, Object.keys(refused.body.details)]).toEqual([422, ['source']])
    const exported = await test.manage('GET', `/workspaces/${mine.workspace}/recipients/export`)
    expect(exported.body.split('\r\n')).toHaveLength(2)
  })

  it('requests with ids of another workspace leave that workspace unchanged', async () => {
    const sent = await test.service.db.query<{ n: number }>({
      text: `select (select count(*) from sources where id = $1 and deleted_at is null and name = 'App')
               + (select count(*) from keys where id = any($2) and revoked_at is null)
               + (select count(*) from connections where source_id = $1)
               + (select count(*) from recipients where id = $3 and name = 'Theirs')
               + (select count(*) from opt_outs where address = 'out@example.com')
               + (select count(*) from templates where slug = 'theirs' and version = 1)
               + (select count(*) from deliveries where id = $4 and status = 'queued')
               + (select count(*) from subscriptions where id = $5 and events = '{message.received}' and disabled_at is null
                    and previous_secret is null)
               + (select count(*) from invitations where email = 'invited@theirs.example')
               + (select count(*) from memberships where member_id = $6 and role = 'owner') as n`,
      values: [
        theirs.source,
        [theirs.apiKey, theirs.triggerKey],
        theirs.recipient,
        theirs.waiting,
        theirs.subscription,
        theirs.member,
      ],
    })
    expect(sent.rows[0]!.n).toBe(11)
  })

  it('returns 401 missing_token on every management route without a token', async () => {
    const { body } = await test.call('GET', '/../openapi.json')
    const routes = Object.entries(body.paths as Record<string, object>).filter(([path]) =>
      path.startsWith('/v1/manage'),
    )
    expect(routes.length).toBeGreaterThan(20)
    for (const [path, methods] of routes) {
      for (const [method, { security }] of Object.entries(methods) as [string, { security: object[] }][]) {
        if (security.length === 0) continue
        const at = path.replace('/v1', '').replace(/\{[^}]+\}/g, '1')
        const answer = await test.call(method.toUpperCase(), at, {
          body: ['post', 'put', 'patch'].includes(method) ? {} : undefined,
        })
        expect([method, path, answer.status, answer.body.error]).toEqual([method, path, 401, 'missing_token'])
      }
    }
  })

  it('the OpenAPI document describes the success and error responses of every management route', async () => {
    const { body } = await test.call('GET', '/../openapi.json')
    for (const [path, methods] of Object.entries(
      body.paths as Record<string, Record<string, { responses: Record<string, unknown> }>>,
    )) {
      if (!path.startsWith('/v1/manage')) continue
      for (const [method, { responses }] of Object.entries(methods)) {
        expect([method, path, Object.keys(responses)]).toEqual([
          method,
          path,
          expect.arrayContaining(['401', '403', '404', '409', '422', '503']),
        ])
        expect([method, path, Object.keys(responses).some((status) => status.startsWith('2'))]).toEqual([
          method,
          path,
          true,
        ])
      }
    }
    expect(Object.keys(body.components.schemas)).toEqual(
      expect.arrayContaining(['Workspace', 'Template', 'DeliveryTimeline']),
    )
  })
})
