// The fields of a send request: the accepted values, the refused values, and the effect of each field.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('fields of a send request, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  const ada = { name: 'Ada', email: 'ada@example.com' }
  const message = { recipient: ada, template: 'hello', vars: { name: 'Ada' } }
  const action = { slug: 'ok', callback_url: 'https://example.com/cb' }
  const file = { filename: 'a.txt', content: 'aGk=' }
  const media = { url: 'https://example.com/a.png' }
  const ahead = (days: number, hours = 0) => new Date(Date.now() + (days * 24 + hours) * 3_600_000).toISOString()
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
    const templates = `/workspaces/${tenant.workspace}/templates`
    await test.manage('POST', templates, { slug: 'plain', name: 'Plain', locales: { it: { body: 'Testo' } } })
    await test.manage('POST', templates, {
      slug: 'numbered',
      name: 'Numbered',
      locales: { it: { body: 'Ordine {{1}} per {{2}}' } },
    })
  })
  afterAll(() => test.stop())

  const send = (body: object) => test.send(tenant.testKey, body)
  const inbox = async (id: number) => {
    await test.settled(tenant, id, 'sent')
    return (await test.manage('GET', `/workspaces/${tenant.workspace}/test-inbox/${id}`)).body.message
  }
  const without = (field: keyof typeof message) => {
    const { [field]: _left, ...rest } = message
    return rest
  }

  it.each<[string, object, string]>([
    ['no recipient [SEND-02]', without('recipient'), 'recipient'],
    ['no template [SEND-05]', without('template'), 'template'],
    ['a template that is a number [SEND-06]', { ...message, template: 7 }, 'template'],
    ['vars that are a list [SEND-08]', { ...message, vars: ['Ada'] }, 'vars'],
    ['a numeric variable [SEND-08, D2b]', { ...message, vars: { name: 7 } }, 'vars.name'],
    ['a null variable [SEND-08]', { ...message, vars: { name: null } }, 'vars.name'],
    ['a boolean variable [D2b]', { ...message, vars: { name: true } }, 'vars.name'],
    ['an unknown channel [SEND-12]', { ...message, channel: 'fax' }, 'channel'],
    ['an unknown priority [SEND-18]', { ...message, priority: 'urgent' }, 'priority'],
    ['an idempotency key that is a number [SEND-19]', { ...message, idempotency_key: 1 }, 'idempotency_key'],
    ['a schedule in words [SEND-21]', { ...message, scheduled_for: 'tomorrow' }, 'scheduled_for'],
    ['a schedule that is a number [SEND-21]', { ...message, scheduled_for: 1_900_000_000 }, 'scheduled_for'],
    [
      'a schedule on a day that does not exist [SEND-21]',
      { ...message, scheduled_for: '2030-02-30T10:00:00Z' },
      'scheduled_for',
    ],
    ['actions that are an object [SEND-22]', { ...message, actions: action }, 'actions'],
    ['media that is a string [SEND-23]', { ...message, media: media.url }, 'media'],
    ['attachments that are an object [SEND-25]', { ...message, attachments: file }, 'attachments'],
    ['an id that is text [SEND-26]', { ...message, recipient: { id: '7' } }, 'recipient.id'],
    ['an id with a fraction [SEND-26]', { ...message, recipient: { id: 1.5 } }, 'recipient.id'],
    ['a name that is a number [SEND-28]', { ...message, recipient: { ...ada, name: 7 } }, 'recipient.name'],
    [
      'an invalid email address [SEND-29]',
      { ...message, recipient: { email: 'ada(at)example.com' } },
      'recipient.email',
    ],
    [
      'a line break in an email address [SEND-29]',
      { ...message, recipient: { email: 'a@b.it\nBcc: c@d.it' } },
      'recipient.email',
    ],
    [
      'a phone without plus [SEND-30]',
      { ...message, recipient: { whatsapp_phone: '393331234567' } },
      'recipient.whatsapp_phone',
    ],
    [
      'a phone in words [SEND-30]',
      { ...message, recipient: { whatsapp_phone: '+39 call me' } },
      'recipient.whatsapp_phone',
    ],
    [
      'a chat id that is a number [SEND-31]',
      { ...message, recipient: { telegram_chat_id: 42 } },
      'recipient.telegram_chat_id',
    ],
    ['a locale that is a list [SEND-32]', { ...message, recipient: { ...ada, locale: ['it'] } }, 'recipient.locale'],
    ['an empty recipient [SEND-34]', { ...message, recipient: {} }, 'recipient'],
    ['a recipient that has only a locale [SEND-34]', { ...message, recipient: { locale: 'it' } }, 'recipient'],
    ['a recipient that has only a name [D11g, SEND-34]', { ...message, recipient: { name: 'Ada' } }, 'recipient'],
    [
      'an action without slug [SEND-36]',
      { ...message, actions: [{ callback_url: action.callback_url }] },
      'actions.0.slug',
    ],
    ['an action without callback_url [SEND-38]', { ...message, actions: [{ slug: 'ok' }] }, 'actions.0.callback_url'],
    [
      'an invalid callback_url [SEND-39]',
      { ...message, actions: [{ ...action, callback_url: 'here' }] },
      'actions.0.callback_url',
    ],
    ['a payload that is text [SEND-40]', { ...message, actions: [{ ...action, payload: 'x' }] }, 'actions.0.payload'],
    ['media without url [SEND-41]', { ...message, media: { type: 'image' } }, 'media.url'],
    ['an invalid media url [SEND-42]', { ...message, media: { url: 'a.png' } }, 'media.url'],
    ['an unknown media type [SEND-45]', { ...message, media: { ...media, type: 'audio' } }, 'media.type'],
    ['a media filename that is a number [SEND-47]', { ...message, media: { ...media, filename: 1 } }, 'media.filename'],
    ['a caption that is a number [SEND-47]', { ...message, media: { ...media, caption: 1 } }, 'media.caption'],
    [
      'an attachment without filename [SEND-48]',
      { ...message, attachments: [{ content: 'aGk=' }] },
      'attachments.0.filename',
    ],
    [
      'an attachment that is not base64 [SEND-49]',
      { ...message, attachments: [{ ...file, content: 'a*' }] },
      'attachments.0.content',
    ],
    [
      'an invalid attachment url [SEND-50]',
      { ...message, attachments: [{ filename: 'a', url: 'b' }] },
      'attachments.0.url',
    ],
    [
      'an attachment without content and url [SEND-51]',
      { ...message, attachments: [{ filename: 'a' }] },
      'attachments.0',
    ],
    [
      'an attachment with both content and url [SEND-51]',
      { ...message, attachments: [{ ...file, url: media.url }] },
      'attachments.0',
    ],
    [
      'a schedule more than a year ahead [D15c]',
      { ...message, scheduled_for: '2099-01-01T00:00:00Z' },
      'scheduled_for',
    ],
    [
      'a schedule an hour more than a leap year ahead [D15c]',
      { ...message, scheduled_for: ahead(366, 1) },
      'scheduled_for',
    ],
    ['buttons on discord [DISC-03]', { ...message, channel: 'discord', actions: [action] }, 'actions'],
    ['the channel whatsapp and no phone [WA-06]', { ...message, channel: 'whatsapp' }, 'recipient.whatsapp_phone'],
    ['an unknown field beside the others [D2]', { ...message, tempalte: 'hello' }, 'tempalte'],
    ['an unknown field of the recipient [D2]', { ...message, recipient: { ...ada, mail: 'x' } }, 'recipient.mail'],
  ])(
    'returns 422 with the name of the field and creates no delivery for a send with %s [SEND-54, ERR-03, ERR-04, D3]',
    async (_title, body, field) => {
      const deliveries = `/workspaces/${tenant.workspace}/deliveries?mode=test&limit=1`
      const before = (await test.manage('GET', deliveries)).body.data[0]?.id
      const { status, body: answer } = await send(body)
      expect(status).toBe(422)
      expect(answer).toMatchObject({ error: 'validation_failed', status: 'validation_failed' })
      expect(answer.message).toBeTruthy()
      expect(Object.keys(answer.details)).toEqual([field])
      expect(answer.details[field].every((text: unknown) => typeof text === 'string')).toBe(true)
      expect((await test.manage('GET', deliveries)).body.data[0]?.id).toBe(before)
    },
  )

  it('suggests the right name for an unknown field of a send [D2]', async () => {
    const { body } = await send({ ...message, tempalte: 'hello', recipient: { ...ada, emial: 'x' } })
    expect(body.details.tempalte[0]).toContain('did you mean template')
    expect(body.details['recipient.emial'][0]).toContain('did you mean email')
  })

  it.each<[string, object]>([
    ['only a recipient and a template [WHAT-04, SEND-07]', { recipient: ada, template: 'plain' }],
    [
      'every optional field [WHAT-05]',
      {
        ...message,
        priority: 'high',
        scheduled_for: '2026-01-01T00:00:00Z',
        idempotency_key: 'all',
        channel: 'email',
        actions: [action],
        media,
        attachments: [file],
        subject: 'S',
      },
    ],
    ['low priority [SEND-16]', { ...message, priority: 'low' }],
    ['normal priority [SEND-16]', { ...message, priority: 'normal' }],
    ['high priority [SEND-16]', { ...message, priority: 'high' }],
    ['an email with attachments [SEND-24]', { ...message, channel: 'email', attachments: [file] }],
    ['an attachment by url [SEND-50]', { ...message, attachments: [{ filename: 'a.png', url: media.url }] }],
    ['an attachment with a type [SEND-52]', { ...message, attachments: [{ ...file, mime_type: 'text/plain' }] }],
    ['an attachment without a type [SEND-52]', { ...message, attachments: [file] }],
    ['an action without label [SEND-37]', { ...message, actions: [action] }],
    [
      'an action with label and payload [SEND-37, SEND-40]',
      { ...message, actions: [{ ...action, label: 'Yes', payload: { a: [1] } }] },
    ],
    ['an image [SEND-43]', { ...message, media: { ...media, type: 'image' } }],
    ['a document [SEND-43]', { ...message, media: { ...media, type: 'document', filename: 'a.pdf' } }],
    ['a video [SEND-43]', { ...message, media: { ...media, type: 'video', caption: 'c' } }],
    ['a name with an email address [SEND-35, SEND-04]', { ...message, recipient: ada }],
    ['a name with a phone [SEND-35]', { ...message, recipient: { name: 'Bo', whatsapp_phone: '+393330000001' } }],
    ['a name with a chat id [SEND-35]', { ...message, recipient: { name: 'Cy', telegram_chat_id: '9001' } }],
    ['a schedule exactly a year ahead [D15c]', { ...message, scheduled_for: ahead(365) }],
    ['a schedule an hour less than a leap year ahead [D15c]', { ...message, scheduled_for: ahead(366, -1) }],
    ['a variable that the template does not use [D14b]', { ...message, vars: { name: 'Ada', other: 'x' } }],
  ])('accepts a send with %s [SEND-53]', async (_title, body) => {
    const { status, body: answer } = await send(body)
    expect([status, answer.status, answer.details]).toEqual([202, 'queued', undefined])
    expect(Number.isInteger(answer.delivery_id)).toBe(true)
  })

  it.each(['telegram', 'whatsapp', 'email', 'push', 'discord', 'slack', 'messenger', 'sms'])(
    'accepts a send with the channel %s [WHAT-01, WHAT-02, SEND-11, PUSH-01, AUTH-02, D27, D29]',
    async (channel) => {
      const recipient = { ...ada, whatsapp_phone: '+393331112223', telegram_chat_id: '555' }
      const { status, body } = await send({ ...message, recipient, channel })
      expect([status, body.channel]).toEqual([202, channel])
      expect(await inbox(body.delivery_id)).toMatchObject({ body: 'Ciao Ada' })
      expect(tenant.testKey).toMatch(/^svc_test_[A-Za-z0-9]+$/)
    },
  )

  it('fills named placeholders in the body and the subject, but not placeholders inside the values [SEND-09, D13b]', async () => {
    const { body } = await send({ ...message, vars: { name: 'Zoë {{name}}' } })
    expect(await inbox(body.delivery_id)).toMatchObject({ subject: 'Ciao Zoë {{name}}', body: 'Ciao Zoë {{name}}' })
  })

  it('fills the numbered placeholders of a WhatsApp message by their numbers [SEND-10]', async () => {
    const recipient = { whatsapp_phone: '+393331112224' }
    const { body } = await send({ recipient, template: 'numbered', channel: 'whatsapp', vars: { 2: 'Ada', 1: '42' } })
    expect(await inbox(body.delivery_id)).toMatchObject({ body: 'Ordine 42 per Ada' })
  })

  it('returns 422 with the name of a missing variable [D14]', async () => {
    const { status, body } = await send({ ...message, vars: {} })
    expect([status, Object.keys(body.details)]).toEqual([422, ['vars.name']])
  })

  it('uses the subject of the template unless the request contains a subject [EMAIL-04, EMAIL-05, D13, D13b]', async () => {
    const plain = await send(message)
    expect((await inbox(plain.body.delivery_id)).subject).toBe('Ciao Ada')
    const own = await send({ ...message, subject: 'Per te, {{name}}' })
    expect((await inbox(own.body.delivery_id)).subject).toBe('Per te, Ada')
  })

  it('uses the slug as the label of an action without a label, and treats media without a type as an image [D32b, SEND-44]', async () => {
    const { body } = await send({ ...message, actions: [action, { ...action, slug: 'no', label: 'No' }], media })
    const inboxMessage = await inbox(body.delivery_id)
    expect(inboxMessage.actions.map(({ label }: { label: string }) => label)).toEqual(['ok', 'No'])
    expect(inboxMessage.media).toEqual({ ...media, type: 'image' })
  })

  it('a send without a priority gets the priority normal [SEND-17]', async () => {
    const { body } = await send(message)
    const read = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${body.delivery_id}`)
    expect(read.body.priority).toBe('normal')
  })

  it('stores the priority, the time and the actions of each message of a batch, whatever its neighbors have', async () => {
    const scheduled_for = new Date(Date.now() + 3_600_000).toISOString()
    const messages = [
      { ...message, priority: 'high' },
      { ...message, actions: [action] },
      { ...message, scheduled_for },
      { ...message, priority: 'high', scheduled_for, actions: [action, { ...action, slug: 'no' }] },
    ]
    const { results } = (await test.call('POST', '/send/batch', { key: tenant.testKey, body: { messages } })).body
    const read = results.map(({ delivery_id }: { delivery_id: number }) =>
      test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${delivery_id}`),
    )
    const stored = (await Promise.all(read)).map(({ body }) => [body.priority, body.scheduled_for])
    expect(stored).toEqual([
      ['high', null],
      ['normal', null],
      ['normal', scheduled_for],
      ['high', scheduled_for],
    ])
    expect(results.map(({ actions }: { actions: { slug: string }[] }) => actions.map(({ slug }) => slug))).toEqual([
      [],
      ['ok'],
      [],
      ['ok', 'no'],
    ])
  })
})
