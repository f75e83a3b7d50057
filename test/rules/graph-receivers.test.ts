// What Meta calls us with: handshakes, signatures, and what is read in notices of WhatsApp and Messenger, good and bad.
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Happening, InboundRequest } from '../../src/channels/inbound.ts'
import { channelOf } from '../../src/channels/index.ts'
import { graphSettings, signed, tokenOf } from '../harness/graph.ts'
import { oraclesDir, oracleText } from '../harness/oracles.ts'

const settings = graphSettings('http://127.0.0.1:1')
const receiverOf = (channel: 'whatsapp' | 'messenger') => channelOf(channel).receiver!
const received = new Date('2030-02-01T00:00:00Z')
const place = { url: 'https://notify.example/v1/inbound/whatsapp/1', secret: 'ab' }

describe.each(['whatsapp', 'messenger'] as const)('the receiver of %s', (channel) => {
  const receiver = receiverOf(channel)
  const request = (body: string | Buffer, signature: string | undefined): InboundRequest => ({
    method: 'POST',
    headers: { 'x-hub-signature-256': signature },
    query: {},
    body: Buffer.from(body),
  })
  const verify = (body: string | Buffer, signature?: string, own: object = settings[channel]) =>
    receiver.verify(request(body, signature), own as Record<string, unknown>, place)

  it('takes a body that the app signed, byte for byte', () => {
    const body = '{"text":"caff\\u00e8"}'
    expect(verify(body, signed(body))).toBe(true)
    expect(verify(body, signed(body).toUpperCase().replace('SHA256', 'sha256'))).toBe(true)
    expect(verify('{"text":"caffè"}', signed(body))).toBe(false)
    expect(verify(Buffer.from([0xff, 0x00]), signed(Buffer.from([0xff, 0x00])))).toBe(true)
  })

  it.each([
    ['no signature', undefined],
    ['another secret', signed('{}', 'other')],
    ['no method', signed('{}').slice(7)],
    ['half a signature', signed('{}').slice(0, 40)],
    ['an older method', signed('{}').replace('sha256', 'sha1')],
    ['nonsense', `sha256=${'z'.repeat(64)}`],
  ])('refuses a body with %s', (_what, signature) => {
    expect(verify('{}', signature)).toBe(false)
  })

  it('verifies nothing without a secret', () => {
    expect(verify('{}', signed('{}', ''), {})).toBe(false)
  })

  it.skipIf(!oraclesDir)('takes the documented example of this signature', () => {
    const { secret, body, signature } = JSON.parse(oracleText('signatures/vectors.json')).hub_sha256
    expect(verify(body, signature, { app_secret: secret })).toBe(true)
    expect(verify(`${body} `, signature, { app_secret: secret })).toBe(false)
  })

  it('answers the handshake of whoever knows the verify token', () => {
    const query = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 'verify' }
    const shake = (change: Record<string, string>) => receiver.handshake!({ ...query, ...change }, settings[channel])
    expect(shake({})).toBe('1158201444')
    expect(shake({ 'hub.verify_token': 'verif' })).toBeUndefined()
    expect(shake({ 'hub.verify_token': '' })).toBeUndefined()
    expect(shake({ 'hub.mode': 'unsubscribe' })).toBeUndefined()
    expect(shake({ 'hub.challenge': '' })).toBeUndefined()
    expect(receiver.handshake!({}, settings[channel])).toBeUndefined()
    expect(receiver.handshake!(query, {})).toBeUndefined()
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'hello'],
    ['a list', []],
    ['another object', { object: 'instagram', entry: [] }],
    [
      'an entry that is none',
      { object: channel === 'whatsapp' ? 'whatsapp_business_account' : 'page', entry: [null, 5, 'x'] },
    ],
  ])('reads %s without harm', (_what, body) => {
    const happenings = receiver.read(body, settings[channel], received)
    expect(happenings.every(({ kind }) => kind === 'unreadable')).toBe(true)
  })
})

describe('WhatsApp tells', () => {
  const phone = '393331234567'
  const at = new Date('2030-01-31T09:00:00Z')
  const timestamp = String(at.getTime() / 1000)
  const notice = (value: object, field = 'messages') => ({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '20',
        changes: [{ field, value: { messaging_product: 'whatsapp', metadata: { phone_number_id: '10' }, ...value } }],
      },
    ],
  })
  const read = (value: object, field?: string) =>
    receiverOf('whatsapp').read(notice(value, field), settings.whatsapp, received)
  const status = (change: object) => ({
    id: 'wamid.1',
    status: 'delivered',
    timestamp,
    recipient_id: '393331234567',
    ...change,
  })
  const message = (change: object) => ({ from: '393331234567', id: 'wamid.2', timestamp, ...change })
  const contacts = [{ wa_id: '393331234567', profile: { name: 'Ada' } }]
  const person = { address: '+393331234567', name: 'Ada' }

  it('what became of messages, with the price, and not what is known', () => {
    const statuses = [
      status({ status: 'sent' }),
      status({ pricing: { billable: true, pricing_model: 'PMP', category: 'utility' } }),
      status({ status: 'read' }),
      status({ status: 'played', id: 'wamid.3' }),
    ]
    expect(read({ statuses })).toEqual([
      { kind: 'receipt', externalId: 'wamid.1', status: 'delivered', at, price: 'utility' },
      { kind: 'receipt', externalId: 'wamid.1', status: 'read', at },
      { kind: 'receipt', externalId: 'wamid.3', status: 'read', at },
    ])
  })

  it.each<[number, object]>([
    [131026, { outcome: 'recipient_gone', reason: expect.stringContaining("can't be reached") }],
    [
      131047,
      { outcome: 'permanent', reason: expect.stringContaining('24-hour'), remedy: 'Send an approved template.' },
    ],
    [131049, { outcome: 'permanent', reason: expect.stringContaining('chose not to deliver') }],
    [131000, { outcome: 'permanent', remedy: 'Resend it later.' }],
    [131056, { outcome: 'permanent', remedy: 'Resend it later, and slower.' }],
    [999_999, { outcome: 'permanent', reason: 'Something odd' }],
  ])('why a message failed: %i', (code, expected) => {
    const errors = [{ code, title: 'T', message: 'M', error_data: { details: 'Something odd' } }]
    expect(read({ statuses: [status({ status: 'failed', errors })] })).toEqual([
      {
        kind: 'receipt',
        externalId: 'wamid.1',
        status: 'failed',
        at,
        code: String(code),
        reason: expect.any(String),
        ...(code === 999_999 ? {} : { remedy: expect.any(String) }),
        ...expected,
      },
    ])
  })

  it('that a message failed, without saying why', () => {
    expect(read({ statuses: [status({ status: 'failed' })] })).toEqual([
      expect.objectContaining({ status: 'failed', outcome: 'permanent', reason: expect.stringContaining('why') }),
    ])
  })

  it.each<[string, object, object]>([
    ['a text', { type: 'text', text: { body: 'Hi' } }, { text: 'Hi' }],
    [
      'an answer to a message of ours',
      { type: 'text', text: { body: 'Hi' }, context: { from: '1', id: 'wamid.1' } },
      { text: 'Hi', repliesTo: 'wamid.1' },
    ],
    [
      'a picture with a caption',
      { type: 'image', image: { id: '55', mime_type: 'image/jpeg', sha256: 'x', caption: 'Look' } },
      { text: 'Look', media: [{ type: 'image', ref: '55' }] },
    ],
    [
      'a document',
      { type: 'document', document: { id: '56', filename: 'a.pdf' } },
      { text: 'a.pdf', media: [{ type: 'document', ref: '56' }] },
    ],
    ['a voice message', { type: 'audio', audio: { id: '57', voice: true } }, { media: [{ type: 'audio', ref: '57' }] }],
    [
      'a place',
      { type: 'location', location: { latitude: 45.4, longitude: 9.2, name: 'Duomo', address: 'Milano' } },
      { text: 'Duomo, Milano', media: [{ type: 'location', ref: '45.4,9.2' }] },
    ],
    [
      'a contact',
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Bea' }, phones: [{ phone: '+39 02' }] }] },
      { media: [{ type: 'contact', ref: 'Bea +39 02' }] },
    ],
    [
      'a button of a template that is not ours',
      { type: 'button', button: { payload: 'Stop', text: 'Stop' } },
      { text: 'Stop' },
    ],
    [
      'a reply button that is not ours',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'x', title: 'Yes' } } },
      { text: 'Yes' },
    ],
    [
      'a reaction',
      { type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } },
      { text: '👍', repliesTo: 'wamid.1' },
    ],
    ['what it does not support', { type: 'unsupported', errors: [{ code: 131051 }] }, { text: '[unsupported]' }],
  ])('that somebody wrote: %s', (_what, change, expected) => {
    expect(read({ contacts, messages: [message(change)] })).toEqual([
      { kind: 'message', id: 'wamid.2', ...person, at, ...expected },
    ])
  })

  it.each<[string, object, string]>([
    ['a template', { type: 'button', button: { payload: tokenOf('A'), text: 'Yes' } }, 'Yes'],
    [
      'a message',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: tokenOf('A'), title: 'No' } } },
      'No',
    ],
    [
      'a list',
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: tokenOf('A'), title: 'Row' } } },
      'Row',
    ],
  ])('that somebody tapped a button of %s', (_what, change, text) => {
    const messages = [message({ ...change, context: { from: '1', id: 'wamid.1' } })]
    expect(read({ contacts, messages })).toEqual([
      { kind: 'tap', id: 'wamid.2', ...person, token: tokenOf('A'), text, at, ref: 'wamid.1' },
    ])
  })

  it('who people are that show no number, by an id that is kept as it is', () => {
    const messages = [
      { from_user_id: 'IT.13491208655302741918', id: 'wamid.2', timestamp, type: 'text', text: { body: 'Hi' } },
    ]
    const people = [{ user_id: 'IT.13491208655302741918', profile: { name: 'Bea', username: 'bea' } }]
    expect(read({ contacts: people, messages })).toEqual([
      { kind: 'message', id: 'wamid.2', address: 'IT.13491208655302741918', name: 'Bea', text: 'Hi', at },
    ])
  })

  it('that somebody opened a chat, and that they took another number', () => {
    expect(read({ contacts, messages: [message({ type: 'request_welcome' })] })).toEqual([
      { kind: 'joined', id: 'wamid.2', ...person, at },
    ])
    const system = { type: 'user_changed_number', wa_id: '393337654321', body: 'Ada changed' }
    expect(read({ messages: [message({ type: 'system', system })] })).toEqual([
      { kind: 'moved', from: '+393331234567', to: '+393337654321', at },
    ])
    expect(read({ messages: [message({ type: 'system', system: { type: 'customer_identity_changed' } })] })).toEqual([])
  })

  it('that a message was taken, under the id we sent along', () => {
    const sent = (sentAlong: unknown) => status({ status: 'sent', biz_opaque_callback_data: sentAlong })
    expect(read({ statuses: [sent('7')] })).toEqual([{ kind: 'taken', externalId: 'wamid.1', deliveryId: 7 }])
    expect(read({ statuses: [status({ biz_opaque_callback_data: '7' })] })).toEqual([
      { kind: 'receipt', externalId: 'wamid.1', deliveryId: 7, status: 'delivered', at },
    ])
    for (const other of [undefined, '', '0', '7x', 7, '9'.repeat(20)])
      expect(read({ statuses: [sent(other)] })).toEqual([])
  })

  it('who wants no advertising, or wants it again', () => {
    const wish = (value: string) => ({
      wa_id: phone,
      category: 'marketing_messages',
      value,
      timestamp: Number(timestamp),
    })
    const told = (wanted: boolean) => ({ kind: 'advertising', wanted, address: `+${phone}`, at })
    expect(read({ user_preferences: [wish('stop'), wish('resume')] }, 'user_preferences')).toEqual([
      told(false),
      told(true),
    ])
    expect(read({ user_preferences: [{ ...wish('stop'), category: 'other' }] }, 'user_preferences')).toEqual([])
    const odd = [wish('perhaps'), { ...wish('stop'), wa_id: 5 }, { ...wish('stop'), timestamp: 'soon' }]
    expect(read({ user_preferences: odd }, 'user_preferences').map(({ kind }) => kind)).toEqual(
      Array(3).fill('unreadable'),
    )
    const failed = status({ status: 'failed', errors: [{ code: 131050 }] })
    expect(read({ statuses: [failed] })).toEqual([
      told(false),
      expect.objectContaining({
        kind: 'receipt',
        code: '131050',
        reason: expect.stringContaining('stopped marketing'),
      }),
    ])
  })

  it('that the list of approved templates changed', () => {
    expect(read({ event: 'PAUSED', message_template_name: 'order' }, 'message_template_status_update')).toEqual([
      { kind: 'approvals' },
    ])
  })

  it('nothing we have a use for', () => {
    expect(read({ messages: [message({ type: 'reaction', reaction: { message_id: 'x', emoji: '' } })] })).toEqual([])
    expect(read({ event: 'APPROVED' }, 'message_template_quality_update')).toEqual([])
  })

  it('of another number: that is said, and nothing of it taken', () => {
    expect(read({ metadata: { phone_number_id: '11' }, statuses: [status({})] })).toEqual([
      { kind: 'unreadable', what: expect.stringContaining('number 11') },
    ])
  })

  it('parts that can not be read, and the rest is read', () => {
    const statuses = [
      null,
      status({ status: 'exploded' }),
      status({ timestamp: 'soon' }),
      status({ timestamp: '99999999999999' }),
      status({ id: 5 }),
      status({ id: '' }),
      status({ status: '__proto__' }),
      status({}),
    ]
    const messages = [
      5,
      message({ id: null }),
      message({ from: undefined }),
      message({ type: 'text', text: { body: 'Hi' } }),
    ]
    const errors = [{ code: 131000, title: 'Something went wrong' }]
    const happenings = read({ statuses, messages, contacts: 'x', errors })
    expect(happenings.map(({ kind }) => kind)).toEqual([
      ...Array(7).fill('unreadable'),
      'receipt',
      ...Array(3).fill('unreadable'),
      'message',
      'unreadable',
    ])
    expect(happenings.at(-1)).toMatchObject({ what: 'an error of WhatsApp: 131000 Something went wrong' })
  })
})

describe.skipIf(!oraclesDir)("WhatsApp's documented notices", () => {
  it('are all read', () => {
    const notices = noticesIn(parse(oracleText('whatsapp/business-messaging-api_v23.0.yaml')))
    const read = notices.map((notice) => {
      const [change] = notice.entry[0]!.changes
      const own = { ...settings.whatsapp, phone_number_id: change!.value.metadata.phone_number_id }
      return receiverOf('whatsapp').read(notice, own, received)
    })
    expect(read.flat().map(({ kind }) => kind)).toEqual([...Array(12).fill('message'), 'moved'])
    // Groups mean nothing to us.
    expect(read.filter((happenings) => happenings.length === 0)).toHaveLength(3)
  })
})

interface Notice {
  entry: { changes: { value: { metadata: { phone_number_id: string } } }[] }[]
}

function noticesIn(value: unknown): Notice[] {
  if (typeof value !== 'object' || value === null) return []
  if ((value as { object?: unknown }).object === 'whatsapp_business_account') return [value as Notice]
  return Object.values(value).flatMap(noticesIn)
}

describe('Messenger tells', () => {
  const at = new Date('2030-01-31T09:00:00Z')
  const timestamp = at.getTime()
  const event = (change: object) => ({ sender: { id: 'psid-1' }, recipient: { id: '30' }, timestamp, ...change })
  const read = (...events: unknown[]): Happening[] =>
    receiverOf('messenger').read(
      { object: 'page', entry: [{ id: '30', time: timestamp, messaging: events }] },
      settings.messenger,
      received,
    )

  it('up to when messages were delivered and read', () => {
    expect(read(event({ delivery: { mids: ['m_1', 'm_2'], watermark: timestamp } }))).toEqual([
      { kind: 'receipt', externalId: 'm_1', status: 'delivered', at },
      { kind: 'receipt', externalId: 'm_2', status: 'delivered', at },
      { kind: 'watermark', address: 'psid-1', status: 'delivered', upTo: at },
    ])
    expect(read({ sender: { id: 'psid-1' }, delivery: { watermark: timestamp } })).toEqual([
      { kind: 'watermark', address: 'psid-1', status: 'delivered', upTo: at },
    ])
    expect(read(event({ read: { watermark: timestamp } }))).toEqual([
      { kind: 'watermark', address: 'psid-1', status: 'read', upTo: at },
    ])
  })

  it.each<[string, object, object]>([
    ['a text', { mid: 'm_3', text: 'Hi' }, { text: 'Hi' }],
    ['an answer', { mid: 'm_3', text: 'Hi', reply_to: { mid: 'm_1' } }, { text: 'Hi', repliesTo: 'm_1' }],
    [
      'files',
      {
        mid: 'm_3',
        attachments: [
          { type: 'image', payload: { url: 'https://cdn.example/1' } },
          { type: 'file', payload: { url: 'https://cdn.example/2' } },
          { type: 'location', payload: { coordinates: { lat: 45.4, long: 9.2 } } },
          { type: 'fallback' },
          null,
        ],
      },
      {
        media: [
          { type: 'image', ref: 'https://cdn.example/1' },
          { type: 'document', ref: 'https://cdn.example/2' },
          { type: 'location', ref: '45.4,9.2' },
        ],
      },
    ],
    ['a quick reply that is not ours', { mid: 'm_3', text: 'Red', quick_reply: { payload: 'RED' } }, { text: 'Red' }],
  ])('that somebody wrote: %s', (_what, message, expected) => {
    expect(read(event({ message }))).toEqual([{ kind: 'message', id: 'm_3', address: 'psid-1', at, ...expected }])
  })

  it('that somebody tapped a button of ours', () => {
    expect(read(event({ message: { mid: 'm_3', text: 'Yes', quick_reply: { payload: tokenOf('A') } } }))).toEqual([
      { kind: 'tap', id: 'm_3', address: 'psid-1', token: tokenOf('A'), text: 'Yes', at },
    ])
    expect(read(event({ postback: { mid: 'm_4', title: 'Yes', payload: tokenOf('B') } }))).toEqual([
      { kind: 'tap', id: 'm_4', address: 'psid-1', token: tokenOf('B'), text: 'Yes', at },
    ])
  })

  it('that somebody opened the conversation', () => {
    expect(read(event({ postback: { mid: 'm_5', title: 'Get started', payload: 'GET_STARTED' } }))).toEqual([
      { kind: 'joined', id: 'm_5', address: 'psid-1', at },
    ])
    const referral = { ref: 'recipient-7', source: 'SHORTLINK', type: 'OPEN_THREAD' }
    expect(read(event({ postback: { mid: 'm_5', payload: 'x', referral } }))).toEqual([
      { kind: 'joined', id: 'm_5', address: 'psid-1', at, payload: 'recipient-7' },
    ])
    const [first, again, other] = read(event({ referral }), event({ referral }), event({ optin: { ref: 'other' } }))
    expect(first).toEqual({ kind: 'joined', id: expect.any(String), address: 'psid-1', at, payload: 'recipient-7' })
    expect(again).toEqual(first)
    expect(other).toMatchObject({ kind: 'joined', payload: 'other' })
    expect(other).not.toMatchObject({ id: (first as { id: string }).id })
  })

  it('that somebody used a menu of the page', () => {
    const [happening] = read(event({ postback: { title: 'Opening hours', payload: 'HOURS' } }))
    expect(happening).toEqual({ kind: 'message', id: expect.any(String), address: 'psid-1', at, text: 'Opening hours' })
  })

  it('what the page wrote itself and what we have no use for: nothing is taken', () => {
    expect(
      read(event({ message: { is_echo: true, mid: 'm_6', text: 'Ours' } }), event({ reaction: { emoji: 'x' } })),
    ).toEqual([])
  })

  it('of another page: that is said, and nothing of it taken', () => {
    const body = { object: 'page', entry: [{ id: '31', messaging: [event({ read: { watermark: timestamp } })] }] }
    expect(receiverOf('messenger').read(body, settings.messenger, received)).toEqual([
      { kind: 'unreadable', what: expect.stringContaining('page 31') },
    ])
  })

  it('parts that can not be read, and the rest is read', () => {
    const kinds = read(
      null,
      event({ message: { text: 'no id' } }),
      event({ sender: {}, message: { mid: 'm_7', text: 'x' } }),
      event({ timestamp: 'soon', message: { mid: 'm_7', text: 'x' } }),
      event({ read: { watermark: 'soon' } }),
      event({ timestamp: 0, delivery: {} }),
      event({ message: { mid: 'm_8', text: 'Hi' } }),
    ).map(({ kind }) => kind)
    expect(kinds).toEqual([...Array(6).fill('unreadable'), 'message'])
  })
})
