// Equivalent forms of a send request: null and absent fields, base64 with line breaks, and formats of date-times.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

/** The part of the API document that this test reads. */
interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

describe.each(databases)('equivalent forms of a send request, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let trigger: string
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
    const keys = `/workspaces/${tenant.workspace}/sources/${tenant.source}/trigger-keys`
    trigger = new URL((await test.manage('POST', keys, { mode: 'test' })).body.url).pathname.replace('/v1', '')
  })
  afterAll(() => test.stop())

  const message = { recipient: { email: 'ada@example.com' }, template: 'hello', vars: { name: 'Ada' } }
  const action = { slug: 'ok', callback_url: 'https://example.com/cb' }
  const send = (body: object, headers?: Record<string, string>) => test.send(tenant.testKey, body, headers)
  const refusalOf = async (body: object) => {
    const { status, body: answer } = await send(body)
    expect(status).toBe(422)
    return answer.details as Record<string, string[]>
  }
  const NULLS = {
    recipient: {
      id: null,
      name: null,
      email: 'ada@example.com',
      whatsapp_phone: null,
      telegram_chat_id: null,
      locale: null,
    },
    template: 'hello',
    vars: { name: 'Ada' },
    channel: null,
    priority: null,
    subject: null,
    idempotency_key: null,
    scheduled_for: null,
    actions: null,
    media: null,
    attachments: null,
  }
  const NESTED_NULLS = {
    ...message,
    actions: [{ ...action, label: null, payload: null }],
    media: { url: 'https://example.com/a.png', type: null, filename: null, caption: null },
    attachments: [
      { filename: 'a.txt', content: 'aGk=', url: null, mime_type: null },
      { filename: 'b.txt', content: null, url: 'https://example.com/b.txt', mime_type: null },
    ],
  }

  it('accepts null in every optional field of send, batch and trigger requests [D57]', async () => {
    expect((await send(NULLS)).status).toBe(202)
    expect((await send(NESTED_NULLS)).status).toBe(202)
    const batch = await test.call('POST', '/send/batch', {
      key: tenant.testKey,
      body: { messages: [NULLS, NESTED_NULLS] },
    })
    expect(batch.body).toMatchObject({ queued: 2, failed: 0 })
    expect((await test.call('POST', trigger, { body: NULLS })).status).toBe(202)
    const token = await test.call('POST', '/push/tokens', { key: tenant.testKey, body: { recipient: NULLS.recipient } })
    expect(token.status).toBe(201)
  })

  it('treats the bodies of two requests with the same idempotency key as equal if they differ only in null and absent fields [D57b]', async () => {
    expect((await send({ ...message, idempotency_key: 'null-1' })).status).toBe(202)
    const again = await send({ ...NULLS, idempotency_key: 'null-1' })
    expect([again.status, again.body.body_mismatch]).toEqual([200, undefined])
    const byHeader = await send(NULLS, { 'idempotency-key': 'null-1' })
    expect([byHeader.status, byHeader.body.replayed, byHeader.body.body_mismatch]).toEqual([200, true, undefined])
    const other = await send({ ...message, subject: 'x', idempotency_key: 'null-1' })
    expect(other.body.body_mismatch).toBe(true)
  })

  it('keeps null inside an action payload, and returns 422 for null in a required field, a variable or an unknown field [D57c]', async () => {
    const { body } = await send({ ...message, actions: [{ ...action, payload: { order: null, list: [null] } }] })
    const stored = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${body.delivery_id}`)
    expect(stored.body.content.actions[0].payload).toEqual({ order: null, list: [null] })
    expect(await refusalOf({ ...message, vars: { name: null } })).toHaveProperty(['vars.name'])
    expect(await refusalOf({ ...message, template: null })).toHaveProperty('template')
    expect(await refusalOf({ ...message, recipient: null })).toHaveProperty('recipient')
    expect(await refusalOf({ ...message, actions: [null] })).toHaveProperty(['actions.0'])
    expect(await refusalOf({ ...message, actions: [{ ...action, slug: null }] })).toHaveProperty(['actions.0.slug'])
    expect(await refusalOf({ ...message, tempalte: null })).toHaveProperty('tempalte')
    expect(await refusalOf({ ...message, recipient: { name: 'Ada', email: null } })).toHaveProperty('recipient')
  })

  it('accepts an attachment in base64 with line breaks and without padding [D58]', async () => {
    const bytes = Buffer.from('à'.repeat(70))
    const lines = bytes
      .toString('base64')
      .replace(/(.{76})/g, '$1\r\n')
      .replace(/=+$/, '')
    expect(lines).toContain('\r\n')
    for (const content of [lines, `${lines}\n`, lines.replaceAll('\r', '')]) {
      const { status, body } = await send({ ...message, attachments: [{ filename: 'a.txt', content }] })
      expect(status).toBe(202)
      const stored = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${body.delivery_id}`)
      expect(stored.body.content.attachments[0].size).toBe(bytes.length)
    }
  })

  it('returns 422 with an explanation for an attachment that is a data URL [D58b]', async () => {
    const attachments = [{ filename: 'a.txt', content: 'data:text/plain;base64,aGk=' }]
    expect(await refusalOf({ ...message, attachments })).toEqual({
      'attachments.0.content': ['is a data URL; send only the base64 after its comma'],
    })
  })

  it('accepts a schedule in the ISO 8601 basic format, at 24:00 and without an offset [D60]', async () => {
    const year = new Date().getUTCFullYear() + 1
    const from = new Date(Date.UTC(year, 0, 5)) < new Date(Date.now() + 360 * 86_400_000) ? year : year - 1
    const cases: [string, string][] = [
      [`${from}0105T090000Z`, `${from}-01-05T09:00:00.000Z`],
      [`${from}0105T0900+0130`, `${from}-01-05T07:30:00.000Z`],
      [`${from}-01-05T24:00:00Z`, `${from}-01-06T00:00:00.000Z`],
      [`${from}-01-05 09:00:00`, `${from}-01-05T09:00:00.000Z`],
    ]
    for (const [scheduled_for, expected] of cases) {
      const { status, body } = await send({ ...message, scheduled_for })
      expect([scheduled_for, status]).toEqual([scheduled_for, 202])
      const at = `/workspaces/${tenant.workspace}/deliveries/${body.delivery_id}`
      expect((await test.manage('GET', at)).body.scheduled_for).toBe(expected)
    }
  })

  it('the management API accepts the same date-time formats as a send, and the 422 for a wrong date-time lists these formats [D60b]', async () => {
    const at = `/workspaces/${tenant.workspace}`
    for (const since of ['20200131T100000Z', '2020-01-31T24:00:00', '2020-01-31T10:00'])
      for (const path of ['deliveries', 'audit-log'])
        expect((await test.manage('GET', `${at}/${path}?since=${since}`)).status, `${path} ${since}`).toBe(200)
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const { body: waiting } = await send({ ...message, scheduled_for: later })
    const moved = await test.manage('PATCH', `${at}/deliveries/${waiting.delivery_id}`, {
      scheduled_for: later.replace(/[-:]/g, ''),
    })
    expect([moved.status, moved.body.scheduled_for]).toEqual([200, later])
    const wrong = await test.manage('GET', `${at}/deliveries?since=yesterday`)
    expect([wrong.status, wrong.body.details.since[0]]).toEqual([422, expect.stringContaining('20300131T090000Z')])
    expect((await refusalOf({ ...message, scheduled_for: 'tomorrow' })).scheduled_for).toEqual([
      expect.stringMatching(/RFC 3339 or ISO 8601.*20300131T090000Z.*without an offset it is UTC/),
    ])
  })
})

it('the API document permits null in every optional field of a send request [D57]', () => {
  const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))
  const request: Schema = document.components.schemas.SendRequest
  const fields = optionalFields(request, '')
  expect(fields.map(({ at }) => at)).toEqual(expect.arrayContaining(['.vars', '.recipient.id', '.attachments.url']))
  // A schema without a type, such as that of `data`, permits every JSON value.
  expect(fields.filter(({ type }) => type.length > 0 && !type.includes('null'))).toEqual([])
})

function optionalFields(schema: Schema, path: string): { at: string; type: string[] }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = `${path}.${name}`
    const own = schema.required?.includes(name) ? [] : [{ at, type: [field.type ?? []].flat() }]
    return [...own, ...optionalFields(field, at), ...(field.items ? optionalFields(field.items, at) : [])]
  })
}
