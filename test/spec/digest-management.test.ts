// Digests for members: their messages, closing, masks, events, previews, the command, and an unfinished upgrade.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshUpgrade } from '../../src/installation/finish.ts'
import { dropOldDeliveries } from '../../src/store/installation/retention.ts'
import { commandsIn } from '../harness/command.ts'
import { addMember, type Browser, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { startSubscriber } from '../harness/subscriber.ts'

const MINUTE = 60_000

describe.each(databases)('management of digests on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let viewer: Browser
  let at: string
  let count = 0
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-digest-'))
  beforeAll(async () => {
    test = await startTestService(kind)
    await setUpOwner(test)
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}`
    viewer = await addMember(test, tenant.workspace, 'viewer', `viewer-${kind}@shop.example`)
    const body =
      '{{ items_count }}: {% for item in items %}{{ item.author }} {{ item.code }} {{ item.data.pin }};{% endfor %}'
    const locales = { en: { subject: 'New', body } }
    const template = { slug: 'codes', name: 'Codes', engine: 'liquid', locales, sensitive: ['code', 'data.pin'] }
    expect((await test.manage('POST', `${at}/templates`, template)).status).toBe(201)
  })
  afterAll(async () => {
    await test.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = async (author: string, more: object = {}, email = `m${++count}@customer.example`) => {
    const { status, body } = await test.send(tenant.testKey, {
      recipient: { email, locale: 'en' },
      template: 'codes',
      vars: { author, code: `secret-${author}` },
      data: { pin: `1234-${author}` },
      digest: { key: 'codes', wait: '10m' },
      ...more,
    })
    expect([status, body.message]).toEqual([202, undefined])
    return { id: body.delivery_id as number, email }
  }

  it('shows the messages of a digest, and masks sensitive values for viewers before and after it closes', async () => {
    const { id, email } = await send('Ada')
    await send('Bob', {}, email)
    const readAs = async () => [
      (await test.manage('GET', `${at}/deliveries/${id}/digest`)).body,
      (await viewer.request('GET', `${at}/deliveries/${id}/digest`)).body,
      (await viewer.request('GET', `${at}/deliveries/${id}`)).body,
    ]
    const [open, masked] = await readAs()
    expect(open).toMatchObject({ key: 'codes', items: 2, more: 0, closed_at: null })
    expect(open.list).toEqual([
      { vars: { author: 'Ada', code: 'secret-Ada' }, data: { pin: '1234-Ada' } },
      { vars: { author: 'Bob', code: 'secret-Bob' }, data: { pin: '1234-Bob' } },
    ])
    expect(JSON.stringify(masked)).not.toMatch(/secret-|1234-/)
    expect(masked.list[1].vars.author).toBe('Bob')
    test.clock.advance(11 * MINUTE)
    await test.settled(tenant, id, 'sent')
    const [closed, ...hidden] = await readAs()
    expect(closed).toMatchObject({ items: 2, list: open.list, closes_at: null })
    expect(JSON.stringify(hidden)).not.toMatch(/secret-|1234-/)
    expect(hidden[1].content.body).toContain('2: Ada ')
  })

  it('lists an open digest as collecting, and closes it on request', async () => {
    const { id } = await send('Ada')
    const listed = async (state: string) =>
      (await test.manage('GET', `${at}/deliveries?mode=test&state=${state}`)).body.data.map(
        (row: { id: number }) => row.id,
      )
    expect(await listed('collecting')).toContain(id)
    expect(await listed('queued,scheduled,retrying')).not.toContain(id)
    const timeline = (await test.manage('GET', `${at}/deliveries/${id}`)).body
    expect(timeline).toMatchObject({ state: 'collecting', next_at: null, due_at: null, remedy: null })
    const closed = await test.manage('POST', `${at}/deliveries/${id}/digest/close`)
    expect([closed.status, closed.body.digest.closed_at === null]).toEqual([200, false])
    test.clock.advance(2000)
    await test.settled(tenant, id, 'sent')
    const again = await test.manage('POST', `${at}/deliveries/${id}/digest/close`)
    expect([again.status, again.body.error]).toEqual([409, 'conflict'])
    const hello = await test.send(tenant.testKey, {
      recipient: { email: 'a@b.example' },
      template: 'hello',
      vars: { name: 'A' },
    })
    for (const [method, tail] of [
      ['GET', ''],
      ['POST', '/close'],
    ] as const)
      expect((await test.manage(method, `${at}/deliveries/${hello.body.delivery_id}/digest${tail}`)).status).toBe(404)
  })

  it('a bulk cancellation closes open digests, and a resend of a cancelled digest sends all of its messages', async () => {
    const { id, email } = await send('Ada')
    await send('Bob', {}, email)
    const made = await test.manage('POST', `${at}/bulk-operations`, { action: 'cancel', mode: 'test', ids: [id] })
    expect(made.status).toBeLessThan(300)
    await test.manage('POST', `${at}/bulk-operations/${made.body.id}/start`)
    await test.settled(tenant, id, 'failed')
    const next = await send('Cy', {}, email)
    expect(next.id).not.toBe(id)
    await test.until(async () => {
      test.clock.advance(1000)
      return (await test.manage('GET', `${at}/deliveries/${id}`)).body.content.items.count === 2
    })
    const resent = await test.manage('POST', `${at}/deliveries/${id}/resend`)
    expect(resent.status).toBe(202)
    const { content } = await test.settled(tenant, resent.body.delivery_id, 'sent')
    expect(content.body).toContain('2: Ada')
  })

  it('emits digest.closed only to subscriptions that select it', async () => {
    const owner = await test.tenant()
    const [chosen, other] = [
      await startSubscriber(test, owner, ['digest.closed']),
      await startSubscriber(test, owner, ['delivery.sent']),
    ]
    const { body } = await test.send(owner.testKey, {
      recipient: { email: 'event@customer.example', locale: 'en' },
      template: 'hello',
      vars: { name: 'Ada' },
      digest: { key: 'post:9', wait: '1m' },
    })
    test.clock.advance(2 * MINUTE)
    await test.settled(owner, body.delivery_id, 'sent')
    const [event] = await chosen.waitForEvents(1)
    expect(event?.body).toMatchObject({
      type: 'digest.closed',
      workspace_id: String(owner.workspace),
      data: { message_id: String(body.delivery_id), channel: 'email', template: 'hello', key: 'post:9', items: 1 },
    })
    await other.waitForEvents(1)
    expect(JSON.stringify(other.events())).not.toContain('digest.closed')
    for (const { path: subscription, receiver } of [chosen, other]) {
      await test.manage('DELETE', subscription)
      await receiver.stop()
    }
  })

  it('previews a template and sends a test message with sample messages', async () => {
    const items = [{ vars: { author: 'Ada', code: '1' }, data: { pin: '2' } }]
    const preview = await test.manage('POST', `${at}/templates/codes/preview`, {
      channel: 'email',
      locale: 'en',
      items,
    })
    expect(preview.body).toMatchObject({ body: '1: Ada 1 2;', problems: [], missing: [] })
    const masked = await viewer.request('POST', `${at}/templates/codes/preview`, {
      channel: 'email',
      locale: 'en',
      items,
    })
    expect(masked.body.body).not.toBe('1: Ada 1 2;')
    const sent = await test.manage('POST', `${at}/templates/codes/test-send`, { channel: 'email', locale: 'en', items })
    expect([sent.status, sent.body.message]).toEqual([202, undefined])
    expect((await test.settled(tenant, sent.body.delivery_id, 'sent')).content.body).toBe('1: Ada 1 2;')
  })

  it('the command opens, shows, closes and previews digests', async () => {
    const env = () => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir, CARILLON_KEY: tenant.testKey })
    const { run } = commandsIn(env)
    const { run: runHere } = commandsIn(env, () => ['--workspace', String(tenant.workspace)])
    const flags = ['--email', `cli-${kind}@customer.example`, '--locale', 'en', '--var', 'name=Ada']
    const digest = ['--digest', 'post:9', '--wait', '10m', '--at-most', '1h']
    const dry = await run('send', 'hello', ...flags, ...digest, '--dry-run')
    expect(dry.out).toContain('opens a digest with 1 message')
    const sent = await run('send', 'hello', ...flags, ...digest)
    expect([sent.code, sent.out]).toEqual([0, expect.stringContaining('digest with 1 message')])
    const [, id = ''] = /delivery (\d+)/.exec(sent.out) ?? []
    expect((await runHere('deliveries', 'show', id)).out).toMatch(/post:9, 1 message, collecting until/)
    expect((await runHere('deliveries', 'close', id)).code).toBe(0)
    expect((await run('send', 'hello', ...flags, '--wait', '10m')).code).toBe(2)
    const file = path.join(folder, `items-${kind}.json`)
    writeFileSync(file, JSON.stringify([{ vars: { author: 'Ada', code: '1' }, data: { pin: '2' } }]))
    const preview = await runHere('template', 'preview', 'codes', '--locale', 'en', '--items', file)
    expect([preview.code, preview.out]).toEqual([0, expect.stringContaining('1: Ada 1 2;')])
    const tested = await runHere('template', 'test-send', 'codes', '--locale', 'en', '--items', file)
    expect([tested.code, tested.err]).toEqual([0, expect.stringContaining('test-inbox show')])
    const [, testId = ''] = /Delivery (\d+)/.exec(tested.out) ?? []
    expect((await test.settled(tenant, Number(testId), 'sent')).content.body).toBe('1: Ada 1 2;')
  })

  it('refuses a digest with 409 until the upgrade from 0.1.0 is finished [D182]', async () => {
    const { db } = test.service
    const { rows } = await db.query<{ finished_version: string }>({ text: 'select finished_version from installation' })
    await db.query({ text: 'update installation set finished_version = null' })
    await refreshUpgrade(db)
    const refused = await test.send(tenant.testKey, {
      recipient: { email: 'old@customer.example' },
      template: 'hello',
      vars: { name: 'Ada' },
      digest: { key: 'a', wait: '1m' },
    })
    await db.query({ text: 'update installation set finished_version = $1', values: [rows[0]?.finished_version] })
    await refreshUpgrade(db)
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict'])
  })

  it('retention deletes a digest together with its delivery', async () => {
    const { id } = await send('Ada')
    test.clock.advance(11 * MINUTE)
    await test.settled(tenant, id, 'sent')
    const rows = async () =>
      (
        await test.service.db.query<{ digests: number; items: number }>({
          text: `select (select count(*)::int from digests where delivery_id = $1) as digests,
                   (select count(*)::int from digest_items where delivery_id = $1) as items`,
          values: [id],
        })
      ).rows[0]
    expect(await rows()).toEqual({ digests: 1, items: 0 })
    const later = new Date(test.clock.now().getTime() + MINUTE)
    await dropOldDeliveries(test.service.db, later, 0, 1000)
    expect(await rows()).toEqual({ digests: 0, items: 0 })
  })
})
