// Sensitive values in the messages of a digest. No place shows them to viewers, also not the values of messages that
// joined the digest.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODE, CODE_PARTS, MASK, type SensitiveTest, startSensitiveTest } from '../harness/sensitive.ts'
import { databases } from '../harness/service.ts'
import { startSubscriber } from '../harness/subscriber.ts'

const MINUTE = 60_000
const PIN = 'Walnut-Kite'
const SECRET = new RegExp(`${CODE_PARTS.source}|Walnut|Kite`)

describe.each(databases)('sensitive values in digests, %s', (kind) => {
  let s: SensitiveTest
  let slug: string
  beforeAll(async () => {
    s = await startSensitiveTest(kind)
    const body = '{% for item in items %}{{ item.name }} {{ item.code }} {{ item.data.pin }};{% endfor %}'
    const text = { subject: '{{ items_count }} codes', body }
    slug = await s.newTemplate({ engine: 'liquid', locales: { en: text }, sensitive: ['code', 'data.pin'] })
  })
  afterAll(() => s.stop())

  /** Opens a digest, and joins a message with sensitive values. The first message has none of them. */
  const sendDigest = async (template: string, more: { recipient: object; channel?: string }, key: string) => {
    const digest = { key: 'codes', wait: '10m' }
    const id = await s.send(template, { ...more, vars: { name: 'Ada', code: '' }, data: { pin: '' }, digest }, key)
    const joined = { ...more, vars: { name: 'Bob', code: CODE }, data: { pin: PIN }, digest }
    expect(await s.send(template, joined, key)).toBe(id)
    return id
  }
  const close = async (id: number, status: string) => {
    s.test.clock.advance(11 * MINUTE)
    return s.test.settled(s.tenant, id, status)
  }

  it('viewers see a mask in each place that shows the messages or the text of a digest, while it is open and after it closed', async () => {
    const { test, tenant, readAs, textAs } = s
    const subscriber = await startSubscriber(test, tenant, ['digest.closed', 'delivery.status', 'delivery.sent'])
    const id = await sendDigest(slug, { recipient: { email: 'masks@customer.example', locale: 'en' } }, tenant.testKey)
    const paths = [
      `/deliveries/${id}`,
      `/deliveries/${id}/digest`,
      `/deliveries/${id}/preview`,
      '/deliveries?mode=test',
      `/deliveries/changes?mode=test&watch=${id}:sending`,
      '/deliveries/export?mode=test&format=csv',
      '/deliveries/export?mode=test&format=jsonl',
      '/test-inbox',
      '/audit-log',
    ]
    for (const path of paths) expect(await textAs('viewer', path), path).not.toMatch(SECRET)
    expect((await readAs('admin', `/deliveries/${id}/digest`)).list[1].vars.code).toBe(CODE)
    await close(id, 'sent')
    for (const path of [...paths, `/test-inbox/${id}`]) expect(await textAs('viewer', path), path).not.toMatch(SECRET)
    expect((await readAs('viewer', `/deliveries/${id}`)).content.body).toBe(`Ada ${MASK} ${MASK};Bob ${MASK} ${MASK};`)
    expect((await readAs('admin', `/deliveries/${id}`)).content.body).toBe(`Ada  ;Bob ${CODE} ${PIN};`)
    await subscriber.waitForEvents(3)
    expect(JSON.stringify(subscriber.events().map(({ body }) => body))).not.toMatch(SECRET)
    for (const words of [CODE, PIN])
      expect((await readAs('viewer', `/deliveries?mode=test&q=${words}`)).data).toEqual([])
    await test.manage('DELETE', subscriber.path)
    await subscriber.receiver.stop()
  })

  it('viewers see a mask after the digest was cancelled and its template was deleted', async () => {
    const { test, at, tenant, newTemplate, textAs, readAs } = s
    const text = { subject: 'Codes', body: '{% for item in items %}{{ item.name }} {{ item.code }}{% endfor %}' }
    const gone = await newTemplate({ engine: 'liquid', locales: { en: text }, sensitive: ['code', 'data.pin'] })
    const id = await sendDigest(gone, { recipient: { email: 'gone@customer.example', locale: 'en' } }, tenant.testKey)
    expect((await test.manage('DELETE', `${at}/templates/${gone}`)).status).toBeLessThan(300)
    expect(await textAs('viewer', `/deliveries/${id}/digest`)).not.toMatch(SECRET)
    await close(id, 'failed')
    for (const path of [`/deliveries/${id}`, `/deliveries/${id}/digest`, '/deliveries?mode=test'])
      expect(await textAs('viewer', path), path).not.toMatch(SECRET)
    expect((await readAs('admin', `/deliveries/${id}/digest`)).list[1].vars.code).toBe(CODE)
  })

  it.each(['small', 'large'] as const)(
    'stores no answer of a provider that repeats a sensitive value of a joined message (%s digest)',
    async (size) => {
      const { test, bot, tenant, textAs } = s
      const recipient = { name: 'Eva', telegram_chat_id: size === 'small' ? '7100' : '7200', locale: 'en' }
      const id = await sendDigest(slug, { recipient, channel: 'telegram' }, tenant.liveKey)
      const digest = { key: 'codes', wait: '10m' }
      const filler = { recipient, channel: 'telegram', vars: { name: 'Cy', code: '', text: 'x'.repeat(15_000) } }
      for (let n = 0; size === 'large' && n < 4; n++)
        expect(await s.send(slug, { ...filler, data: { pin: '' }, digest }, tenant.liveKey)).toBe(id)
      const description = `Bad Request: cannot parse ${size === 'small' ? CODE : PIN}`
      bot.setReply('sendMessage', () => ({ status: 400, body: { ok: false, error_code: 400, description } }))
      const { attempts } = await close(id, 'failed')
      bot.setReply('sendMessage', undefined)
      expect(attempts[0].response).toContain('repeats a sensitive variable')
      expect(await textAs('viewer', `/deliveries/${id}`)).not.toMatch(SECRET)
      const { rows } = await test.service.db.query<{ text: string }>({
        text: 'select to_jsonb(a)::text as text from attempts a where delivery_id = $1',
        values: [id],
      })
      expect(rows[0]?.text).not.toMatch(SECRET)
    },
  )
})
