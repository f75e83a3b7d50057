// Approved WhatsApp templates: reading their list from Meta, and checking messages against the list before acceptance.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approvedTemplate, graphSettings, templatePage, whatsappAccepted } from '../harness/graph.ts'
import { type Provider, type Received, type Reply, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const image = { type: 'HEADER', format: 'IMAGE', example: {} }
const body = (text: string) => ({ type: 'BODY', text })
const buttons = (...items: object[]) => ({ type: 'BUTTONS', buttons: items })
const quickReply = { type: 'QUICK_REPLY', text: 'Yes' }
const actionUrl = { type: 'URL', text: 'Open', url: 'https://notify.example/v1/svc/action/{{1}}' }
const fixedUrl = { type: 'URL', text: 'Shop', url: 'https://shop.example' }

describe.each(databases)('approved WhatsApp templates on %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let at: string
  let pages: (request: Received) => Reply
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
    provider.reply((request) => (request.path.includes('message_templates') ? pages(request) : whatsappAccepted))
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })
  beforeEach(async () => {
    pages = () => templatePage([])
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/whatsapp`
  })

  const connect = async (change: object = {}) => {
    const settings = { ...graphSettings(provider.url).whatsapp, ...change }
    expect((await test.manage('PUT', at, { settings })).status).toBe(200)
  }
  const sync = () => test.manage('POST', `${at}/templates/sync`)
  const connectWithTemplates = async (...templates: object[]) => {
    pages = () => templatePage(templates)
    await connect()
    expect((await sync()).status).toBe(200)
  }
  const createTemplate = (whatsapp: object, text = 'Order {{1}} for {{2}}') =>
    test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'order',
      name: 'Order',
      locales: { en: { body: text, channels: { whatsapp } } },
    })
  const send = (change: object = {}, key = tenant.liveKey) =>
    test.send(key, {
      recipient: { whatsapp_phone: '+393331234567', name: 'Ada', locale: 'en' },
      template: 'order',
      vars: { 1: '7', 2: 'Milano' },
      ...change,
    })
  const sendForComponents = async (change: object = {}) => {
    const answer = await send(change)
    expect(answer.status, JSON.stringify(answer.body)).toBe(202)
    await test.settled(tenant, answer.body.delivery_id, 'sent')
    return JSON.parse(provider.received.findLast(({ method }) => method === 'POST')!.text).template.components
  }

  it('reads approved templates from Meta page by page, with their variables, headers and buttons', async () => {
    provider.received.length = 0
    pages = ({ path }) =>
      path.includes('after=')
        ? templatePage([approvedTemplate('second', { status: 'PAUSED' }), { name: 5 }])
        : templatePage(
            [
              approvedTemplate('first', {
                components: [
                  image,
                  body('{{1}}, {{3}}'),
                  { type: 'FOOTER', text: 'Bye' },
                  buttons(quickReply, actionUrl, fixedUrl),
                ],
              }),
              approvedTemplate('named', {
                language: 'it',
                components: [
                  { type: 'HEADER', format: 'TEXT', text: 'Hi {{name}}' },
                  body('{{order}} {{name}} {{order}}'),
                ],
              }),
            ],
            'next page',
          )
    await connect()
    expect(await sync()).toMatchObject({ status: 200, body: { templates: 3, usable: 2 } })
    const listRequests = provider.received
      .map(({ path }) => path)
      .filter((path) => path.includes('/20/message_templates?'))
    expect(listRequests.some((path) => path.endsWith('&after=next%20page'))).toBe(true)
    const { body: list } = await test.manage('GET', `${at}/templates`)
    expect(list).toMatchObject({ next_cursor: null, read_at: expect.any(String), problem: null })
    expect(list.data).toEqual([
      {
        name: 'first',
        language: 'en',
        status: 'APPROVED',
        usable: true,
        refusal: null,
        category: 'UTILITY',
        body: '{{1}}, {{3}}',
        header: 'image',
        variables: ['1', '2', '3'],
        buttons: ['quick_reply', 'url', 'fixed'],
      },
      expect.objectContaining({
        name: 'named',
        language: 'it',
        header: 'text',
        variables: ['order', 'name'],
        buttons: [],
      }),
      expect.objectContaining({ name: 'second', usable: false, refusal: 'is paused by Meta for low quality' }),
    ])
  })

  it('lists approved templates in pages and filters the list by a part of the template name', async () => {
    await connectWithTemplates(...['a_1', 'b_1', 'c_2'].map((name) => approvedTemplate(name)))
    const names = async (query: string) => {
      const { body: list } = await test.manage('GET', `${at}/templates?${query}`)
      return [list.data.map(({ name }: { name: string }) => name), list.next_cursor]
    }
    const [first, cursor] = await names('limit=2')
    expect([first, await names(`limit=2&cursor=${cursor}`)]).toEqual([
      ['a_1', 'b_1'],
      [['c_2'], null],
    ])
    expect(await names('q=_1')).toEqual([['a_1', 'b_1'], null])
    for (const bad of [
      'x',
      Buffer.from('["a\\u0000","b"]').toString('base64url'),
      Buffer.from('[1]').toString('base64url'),
    ])
      expect((await test.manage('GET', `${at}/templates?cursor=${bad}`)).body.details.cursor).toHaveLength(1)
  })

  it('reads the approved templates when a WhatsApp connection is created or changed', async () => {
    pages = () => templatePage([approvedTemplate('order')])
    await connect()
    const known = () =>
      test.until(async () => {
        const { body: list } = await test.manage('GET', `${at}/templates`)
        return list.read_at !== null && list.data.length > 0 && list.data[0].name
      })
    expect(await known()).toBe('order')
  })

  it('does not apply the approved templates of a WhatsApp account after the connection was changed to another account', async () => {
    await connectWithTemplates(approvedTemplate('order', { status: 'PAUSED' }))
    await createTemplate({ template: 'order' })
    expect((await send()).status).toBe(422)
    pages = () => ({ status: 500, body: {} })
    await connect({ waba_id: '21' })
    expect((await send()).status).toBe(202)
  })

  it('keeps the stored list of approved templates and reports the problem when a new list cannot be read', async () => {
    await connectWithTemplates(approvedTemplate('order', { status: 'REJECTED', rejected_reason: 'ABUSIVE_CONTENT' }))
    pages = () => ({ status: 400, body: { error: { code: 190, message: 'expired' } } })
    const { status, body: refused } = await sync()
    expect([status, refused.details['settings.waba_id'][0]]).toEqual([422, expect.stringContaining('access token')])
    const { body: list } = await test.manage('GET', `${at}/templates`)
    expect(list).toMatchObject({ data: [{ name: 'order' }], problem: expect.stringContaining('access token') })
  })

  it.each<[string, Reply, RegExp]>([
    ['a value that is not a list', { body: { data: 'x' } }, /not a list/],
    ['an HTML page', { text: '<html>' }, /cannot be read/],
    ['a closed connection instead of a response', { drop: 'now' }, /did not answer/],
    ['the same page at each request', templatePage([approvedTemplate('a')], 'again'), /^$/],
  ])('finishes a sync of approved templates when Meta answers with %s', async (_title, reply, expected) => {
    await connect()
    pages = () => reply
    const answer = await sync()
    if (answer.status === 200) expect(answer.body.templates).toBe(1)
    else expect(answer.body.details['settings.waba_id'][0]).toMatch(expected)
  })

  it('refuses to sync approved templates if the channel is not WhatsApp, the account id is missing, or the connection was deleted', async () => {
    const { waba_id: _, ...without } = graphSettings(provider.url).whatsapp
    await test.manage('PUT', at, { settings: without })
    expect((await sync()).body.details).toEqual({ 'settings.waba_id': [expect.stringContaining('required')] })
    expect((await test.manage('GET', `${at}/templates`)).body).toMatchObject({ data: [], read_at: null })
    const other = at.replace('whatsapp', 'telegram')
    expect((await test.manage('GET', `${other}/templates`)).body.details.channel[0]).toContain('telegram')
    expect((await test.manage('POST', `${at.replace('/sources', '/nothing')}/templates/sync`)).status).toBe(404)
    await test.manage('DELETE', at)
    expect((await sync()).status).toBe(404)
  })

  describe('checks of WhatsApp messages before acceptance', () => {
    it.each([
      ['PAUSED', undefined, 'is paused by Meta for low quality'],
      ['REJECTED', 'TAG_CONTENT_MISMATCH', 'was rejected by Meta (TAG_CONTENT_MISMATCH)'],
      ['DISABLED', 'NONE', 'is disabled by Meta for low quality'],
      ['PENDING', undefined, 'is still in review by Meta'],
    ])(
      'refuses a message and returns the reason when Meta reports the status %s for the template of the message',
      async (status, rejected_reason, expected) => {
        await connectWithTemplates(approvedTemplate('order', { status, rejected_reason }))
        await createTemplate({ template: 'order' })
        const { status: answered, body: refused } = await send({ channel: 'whatsapp' })
        expect([answered, refused.details]).toEqual([
          422,
          { template: [`the WhatsApp template order (en) ${expected}`] },
        ])
        expect((await send({ channel: 'whatsapp' }, tenant.testKey)).status).toBe(422)
      },
    )

    it('accepts a send although its approved template is not in the list that was read from Meta', async () => {
      await connectWithTemplates(approvedTemplate('order', { language: 'it', status: 'PAUSED' }))
      await createTemplate({ template: 'order' })
      expect((await send()).status).toBe(202)
    })

    it('applies a newly read list of approved templates to the next send', async () => {
      await connectWithTemplates(approvedTemplate('order', { status: 'PAUSED' }))
      await createTemplate({ template: 'order' })
      expect((await send()).status).toBe(422)
      pages = () => templatePage([approvedTemplate('order')])
      await sync()
      expect((await send()).status).toBe(202)
    })

    it('refuses a send that lacks a named or numbered variable of its approved WhatsApp template [WA-07]', async () => {
      await connectWithTemplates(
        approvedTemplate('order', { components: [body('{{1}} {{2}} {{3}}')] }),
        approvedTemplate('named', { components: [body('Dear {{name}}: {{order}}')] }),
      )
      await createTemplate({ template: 'order' }, 'no variables here')
      expect((await send()).body.details).toEqual({ 'vars.3': [expect.any(String)] })
      expect((await send({ vars: { 1: 'a', 2: ' \n', 3: 'c' } })).body.details).toEqual({
        'vars.2': [expect.stringContaining('empty')],
      })
      const texts = async (vars: object) =>
        (await sendForComponents({ vars }))[0].parameters.map((parameter: { text: string }) => parameter.text)
      // Variables that the template does not use are ignored.
      expect(await texts({ 1: 'a', 2: 'b\nc', 3: 'd', 4: 'e' })).toEqual(['a', 'b c', 'd'])
      await test.manage('PUT', `/workspaces/${tenant.workspace}/templates/order`, {
        name: 'Order',
        locales: { en: { body: 'x', channels: { whatsapp: { template: 'named' } } } },
      })
      expect((await send()).body.details).toEqual({
        'vars.name': [expect.any(String)],
        'vars.order': [expect.any(String)],
      })
      expect(await texts({ name: 'Ada', order: '7' })).toEqual(['Ada', '7'])
    })

    it('accepts media only if the approved WhatsApp template has a header of the same type [WA-04] [D33]', async () => {
      await connectWithTemplates(
        approvedTemplate('order', { components: [image, body('{{1}} {{2}}')] }),
        approvedTemplate('plain'),
      )
      await createTemplate({ template: 'order' })
      const media = { url: 'https://shop.example/a.png', type: 'image' }
      expect((await sendForComponents({ media }))[0].type).toBe('header')
      expect((await send({ media: { ...media, type: 'video' } })).body.details).toEqual({
        media: ['the approved template has no video header; whatsapp shows media only in the header'],
      })
      expect((await send()).body.details).toEqual({ media: [expect.stringContaining('header of type image')] })
      expect((await send({ media: { ...media, caption: 'Look' } })).body.details).toEqual({
        'media.caption': [expect.stringContaining('caption')],
      })
      await test.manage('PUT', `/workspaces/${tenant.workspace}/templates/order`, {
        name: 'Order',
        locales: { en: { body: 'x', channels: { whatsapp: { template: 'plain', header: 'image' } } } },
      })
      expect((await send({ media })).body.details.media[0]).toContain('has no image header')
    })

    it('refuses a send whose actions do not match the buttons of its approved WhatsApp template [D33c]', async () => {
      await connectWithTemplates(
        approvedTemplate('order', { components: [body('{{1}} {{2}}'), buttons(quickReply, fixedUrl, actionUrl)] }),
      )
      await createTemplate({ template: 'order' })
      const actions = (...slugs: string[]) => ({
        actions: slugs.map((slug) => ({ slug, callback_url: 'https://shop.example/callback' })),
      })
      const components = await sendForComponents(actions('yes', 'open'))
      expect(
        components.slice(1).map((part: { sub_type: string; index: string }) => [part.sub_type, part.index]),
      ).toEqual([
        ['quick_reply', '0'],
        ['url', '2'],
      ])
      expect((await send(actions('a', 'b', 'c'))).body.details).toEqual({
        actions: ['the approved template has 2 buttons for actions; the message has 3 actions'],
      })
      expect((await send(actions('a'))).body.details.actions[0]).toContain('button 3')
      // The message contains no payload for a quick reply button without an action.
      await test.manage('PUT', `/workspaces/${tenant.workspace}/templates/order`, {
        name: 'Order',
        locales: {
          en: {
            body: 'x',
            channels: { whatsapp: { template: 'order', buttons: ['quick_reply', 'fixed', { url: 'o/{{1}}' }] } },
          },
        },
      })
      expect((await sendForComponents()).at(-1)).toMatchObject({
        index: '2',
        parameters: [{ type: 'text', text: 'o/7' }],
      })
    })
  })

  it.each<[string, object, string, string]>([
    ['an invalid template name', { template: 'Order Update' }, 'template', 'order_update'],
    ['an invalid language', { template: 'order', language: 'english' }, 'language', 'en_US'],
    ['an invalid header', { template: 'order', header: 'gif' }, 'header', 'image'],
    ['an invalid button', { template: 'order', buttons: ['reply'] }, 'buttons.0', 'quick_reply'],
    ['an invalid link URL', { link: { label: 'Open', url: 'shop.example' } }, 'link.url', 'https'],
    [
      'both an approved template and a link',
      { template: 'order', link: { label: 'Open', url: 'https://shop.example' } },
      'link',
      'free-form message',
    ],
    [
      'a header without an approved template',
      { header: 'image' },
      'header',
      'set "template" to the name of the approved template',
    ],
    ['a misspelled field', { template: 'order', headers: 'image' }, 'headers', 'did you mean header'],
  ])(
    'refuses to save a template whose WhatsApp content has %s, and the error names the invalid field',
    async (_title, content, field, expected) => {
      const { status, body: refused } = await createTemplate(content)
      const [problem] = refused.details[`locales.en.channels.whatsapp.${field}`]
      expect([status, problem]).toEqual([422, expect.stringContaining(expected)])
    },
  )

  it('refuses a send when the value of a variable makes its WhatsApp content invalid', async () => {
    expect((await createTemplate({ template: 'order', language: '{{1}}' })).status).toBe(201)
    const { status, body: refused } = await send({ channel: 'whatsapp' }, tenant.testKey)
    expect([status, refused.details.template[0]]).toEqual([422, 'language must have a format such as en_US'])
  })
})
