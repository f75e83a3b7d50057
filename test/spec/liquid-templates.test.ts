// Templates in Liquid: conditions, loops, `data`, masks, missing values, and hostile templates.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liquid, sizes } from '../../src/limits.ts'
import { addMember, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const ORDER = `Hello {{ name }},
{% for item in data.items %}- {{ item.name }}: {{ item.price | times: 2 }}
{% endfor %}{% if data.vip %}Thank you!{% endif %}`

describe.each(databases)('Liquid templates, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let at: string

  beforeAll(async () => {
    test = await startTestService(kind)
    await setUpOwner(test)
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}`
    await create('order', { subject: 'Order {{ data.number }}', body: ORDER })
  })
  afterAll(() => test.stop())

  const create = async (slug: string, content: object, more: object = {}) => {
    const made = await test.manage('POST', `${at}/templates`, {
      slug,
      name: slug,
      engine: 'liquid',
      locales: { en: content },
      ...more,
    })
    return made
  }
  const send = (template: string, more: object = {}) =>
    test.send(tenant.testKey, { recipient: { email: 'ada@example.com', locale: 'en' }, template, ...more })
  const contentOf = async (deliveryId: number) =>
    (await test.manage('GET', `${at}/deliveries/${deliveryId}`)).body.content

  it('fills loops and conditions from data beside the variables', async () => {
    const { status, body } = await send('order', {
      vars: { name: 'Ada' },
      data: {
        number: 17,
        vip: true,
        items: [
          { name: 'Cup', price: 4 },
          { name: 'Pot', price: 5 },
        ],
      },
    })
    expect(status).toBe(202)
    expect(await contentOf(body.delivery_id)).toMatchObject({
      subject: 'Order 17',
      body: 'Hello Ada,\n- Cup: 8\n- Pot: 10\nThank you!',
      vars: { name: 'Ada' },
      data: { number: 17 },
    })
  })

  it('a message counts once toward the rate limit and keeps its idempotency key, although admission handles the message twice [D134]', async () => {
    const before = await send('order', { vars: { name: 'A' }, data: { number: 1, items: [] }, idempotency_key: 'once' })
    const remaining = Number(before.headers.get('x-ratelimit-remaining'))
    const again = await send('order', { vars: { name: 'A' }, data: { number: 1, items: [] }, idempotency_key: 'once' })
    expect(again.body).toMatchObject({ replayed: true, delivery_id: before.body.delivery_id })
    expect(Number(again.headers.get('x-ratelimit-remaining'))).toBe(remaining - 1)
  })

  it('refuses a message that lacks a value for its template, and names the missing variable or path in `data` [D135]', async () => {
    const withoutName = await send('order', { data: { number: 1, items: [] } })
    expect([withoutName.status, withoutName.body.details]).toEqual([
      422,
      { 'vars.name': ['is used by the template and has no value'] },
    ])
    const withoutNumber = await send('order', { vars: { name: 'Ada' }, data: { items: [] } })
    expect(withoutNumber.body.details).toEqual({ 'data.number': ['is used by the template and has no value'] })
  })

  it('refuses `data` for a template without Liquid, and `data` that exceeds the size limit [D136]', async () => {
    const placeholders = await send('hello', { vars: { name: 'Ada' }, data: {} })
    expect(placeholders.body.details).toEqual({ data: [expect.stringContaining('needs a template with Liquid')] })
    const large = await send('order', { vars: { name: 'Ada' }, data: { text: 'x'.repeat(sizes.data) } })
    expect([large.status, Object.keys(large.body.details)]).toEqual([422, ['data']])
  })

  it('refuses only those messages of a batch that cannot be rendered, and accepts the others', async () => {
    const message = (template: string, more: object) => ({
      recipient: { email: 'ada@example.com', locale: 'en' },
      template,
      ...more,
    })
    const { status, body } = await test.call('POST', '/send/batch', {
      key: tenant.testKey,
      body: {
        messages: [
          message('order', { vars: { name: 'Ada' }, data: { number: 1, items: [] } }),
          message('hello', { vars: { name: 'Bob' } }),
          message('order', { vars: { name: 'Eve' } }),
        ],
      },
    })
    expect(status).toBe(202)
    expect(body.results.map(({ status: one }: { status: string }) => one)).toEqual(['queued', 'queued', 'failed'])
  })

  it('hides sensitive paths of data from viewers, in the data and in the text [D136b]', async () => {
    await create('code', { body: 'Code {{ data.login.code }} for {{ name }}' }, { sensitive: ['data.login.code'] })
    const { body } = await send('code', { vars: { name: 'Ada' }, data: { login: { code: 4711, at: 'shop' } } })
    const viewer = await addMember(test, tenant.workspace, 'viewer', 'viewer@shop.example')
    const seen = await viewer.request('GET', `${at}/deliveries/${body.delivery_id}`)
    expect(seen.body.content).toMatchObject({
      body: 'Code •••• for Ada',
      data: { login: { code: '••••', at: 'shop' } },
    })
    expect(JSON.stringify(seen.body)).not.toContain('4711')
    expect((await contentOf(body.delivery_id)).body).toBe('Code 4711 for Ada')
  })

  it('renders a resend with the data of the first message', async () => {
    const { body } = await send('order', { vars: { name: 'Ada' }, data: { number: 5, items: [] } })
    await test.settled(tenant, body.delivery_id, 'sent')
    const again = await test.manage('POST', `${at}/deliveries/${body.delivery_id}/resend`, {})
    expect((await contentOf(again.body.delivery_id)).subject).toBe('Order 5')
  })

  it('sends a Liquid template for an automation', async () => {
    await create('greeting', { body: 'Hi {{ name | upcase }}' })
    const rule = { name: 'Greet', trigger: { type: 'contact.created' }, source: tenant.source, template: 'greeting' }
    const { id } = (await test.manage('POST', `${at}/automations`, rule)).body
    const contact = { mode: 'test', name: 'Ada', email: 'auto@example.com', locale: 'en' }
    await test.manage('POST', `${at}/recipients`, contact)
    const run = await test.until(async () => {
      const { data } = (await test.manage('GET', `${at}/automations/${id}/runs`)).body
      return data.find(({ state }: { state: string }) => state !== 'waiting')
    })
    expect(run).toMatchObject({ state: 'sent', reason: null })
    expect((await contentOf(run.delivery_id)).body).toBe('Hi ADA')
    await test.manage('DELETE', `${at}/automations/${id}`)
  })

  it('refuses to publish a template with a wrong tag, filter or file, naming the line', async () => {
    for (const [body, message] of [
      ['one\n{% foo %}', 'line 2, column 1: tag "foo" not found'],
      ['{{ name | shout }}', 'line 1, column 1: undefined filter: shout'],
      ['{% if name %}', 'line 1, column 1: tag {% if name %} not closed'],
      ['a\n\n{% include "order" %}', 'line 3, column 1: tag "include" not found'],
      ['{% render "order" %}', 'line 1, column 1: tag "render" not found'],
    ] as const) {
      const { status, body: refused } = await create('wrong', { body })
      expect([status, refused.details]).toEqual([422, { 'locales.en.body': [message] }])
    }
  })

  it('refuses messages of templates that loop, grow or compute without end, and keeps serving [D134b]', async () => {
    const hostile: [string, string][] = [
      ['loops', '{% for a in (1..3000) %}{% for b in (1..3000) %}{{ b }}{% endfor %}{% endfor %}'],
      ['range', '{% for a in (1..100000000) %}a{% endfor %}'],
      ['grows', '{% assign x = "0123456789" %}{% for i in (1..40) %}{% assign x = x | append: x %}{% endfor %}{{ x }}'],
      ['filter', '{{ vars.text | replace: "a", vars.text | size }}'],
    ]
    for (const [slug, body] of hostile) expect((await create(slug, { body })).status).toBe(201)
    const begun = performance.now()
    const answers = await Promise.all(
      hostile.map(([slug]) => send(slug, { vars: { text: 'a'.repeat(sizes.variable) } })),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(422)
      expect(body.details.template[0]).toMatch(/^body: line 1, column \d+: .*(longer than|memory)/)
    }
    expect(performance.now() - begun).toBeLessThan(4 * liquid.request)
    expect((await send('hello', { vars: { name: 'Ada' } })).status).toBe(202)
    expect((await send('order', { vars: { name: 'Ada' }, data: { number: 1, items: [] } })).status).toBe(202)
  })

  it('names the template and the text when the thread is ended because a filter takes too long', async () => {
    const slow = '{{ data | find_exp: "x", "data contains 1" }}'
    const data = Array(9000).fill(0)
    const problem = `the template %s cannot be rendered within ${liquid.message} milliseconds and ${liquid.heap} MB`
    for (const [slug, locale, field, at] of [
      ['slow-body', { body: slow }, 'template', 'body'],
      ['slow-subject', { subject: slow, body: 'Hi' }, 'subject', 'subject'],
      ['slow-html', { body: 'Hi', channels: { email: { html: `<p>${slow}</p>` } } }, 'template', 'own.html'],
    ] as const) {
      expect((await create(slug, locale)).status).toBe(201)
      const { status, body } = await send(slug, { data })
      expect([status, body.details[field][0]]).toEqual([
        422,
        expect.stringContaining(`${at}: ${problem.replace('%s', slug)}`),
      ])
    }
  })

  it('previews a template with missing values, and lists its variables by path', async () => {
    const { body } = await test.manage('POST', `${at}/templates/order/preview`, {
      channel: 'email',
      data: { number: 3, items: [{ name: 'Cup', price: 1 }] },
    })
    expect(body).toMatchObject({
      subject: 'Order 3',
      body: 'Hello ,\n- Cup: 2\n',
      missing: expect.arrayContaining(['name']),
      variables: ['data.items', 'data.number', 'data.vip', 'name'],
      problems: [],
    })
    const wrong = await test.manage('POST', `${at}/template-preview`, {
      channel: 'email',
      template: { name: 'x', engine: 'liquid', locales: { en: { body: 'a\n{% foo %}' } } },
    })
    expect(wrong.body.problems).toEqual([
      { field: 'locales.en.body', message: 'tag "foo" not found', line: 2, column: 1, severity: 'error' },
    ])
  })

  it('escapes values in HTML and Markdown, unless the template has the filter raw', async () => {
    await create('escaped', {
      body: 'Hi {{ name }}',
      channels: { email: { html: '<p>{{ name }} {{ name | raw }}</p>' } },
    })
    await create('marked', { body: '**Hi** {{ name }}', channels: { email: { markdown: true } } })
    const vars = { name: '<b>*x*</b>' }
    const escaped = await contentOf((await send('escaped', { vars })).body.delivery_id)
    expect(escaped).toMatchObject({
      body: 'Hi <b>*x*</b>',
      own: { html: '<p>&lt;b&gt;*x*&lt;/b&gt; <b>*x*</b></p>' },
    })
    const marked = await contentOf((await send('marked', { vars })).body.delivery_id)
    expect(marked.own.markdown).not.toContain('<b>')
    expect(marked.body).toBe('**Hi** <b>*x*</b>')
  })
})
