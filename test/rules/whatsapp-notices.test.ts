// Inbound events in valid and invalid WhatsApp webhooks.
import { describe, expect, it } from 'vitest'
import { providerOf } from '../../src/channels/providers.ts'
import { actionToken, graphSettings } from '../harness/graph.ts'

const settings = graphSettings('http://127.0.0.1:1')
const receiver = providerOf('whatsapp').receiver!
const received = new Date('2030-02-01T00:00:00Z')

describe('WhatsApp webhooks', () => {
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
  const read = (value: object, field?: string) => receiver.read(notice(value, field), settings.whatsapp, received)
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

  it('reads delivered and read receipts of WhatsApp with the price, and ignores the status "sent"', () => {
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
    [131026, { outcome: 'recipient_gone', reason: expect.stringContaining('cannot be reached') }],
    [
      131047,
      {
        outcome: 'permanent',
        reason: expect.stringContaining('24-hour'),
        remedy: 'Resend the message with an approved template.',
      },
    ],
    [131049, { outcome: 'permanent', reason: expect.stringContaining('limits marketing messages') }],
    [131000, { outcome: 'permanent', remedy: expect.stringMatching(/available again\. Then resend/) }],
    [131056, { outcome: 'permanent', remedy: expect.stringMatching(/fewer messages.*Then resend/) }],
    [999_999, { outcome: 'permanent', reason: 'Something odd' }],
  ])('reads the reason of a failed WhatsApp message: error %i', (code, expected) => {
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

  it('reads a failed WhatsApp message without an error code', () => {
    expect(read({ statuses: [status({ status: 'failed' })] })).toEqual([
      expect.objectContaining({ status: 'failed', outcome: 'permanent', reason: expect.stringContaining('no reason') }),
    ])
  })

  it.each<[string, object, object]>([
    ['a text', { type: 'text', text: { body: 'Hi' } }, { text: 'Hi' }],
    [
      'a reply to our message',
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
      'a location',
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
    ['an unsupported message', { type: 'unsupported', errors: [{ code: 131051 }] }, { text: '[unsupported]' }],
  ])('reads a WhatsApp message: %s', (_title, change, expected) => {
    expect(read({ contacts, messages: [message(change)] })).toEqual([
      { kind: 'message', id: 'wamid.2', ...person, at, ...expected },
    ])
  })

  it.each<[string, object, string]>([
    ['a template', { type: 'button', button: { payload: actionToken('A'), text: 'Yes' } }, 'Yes'],
    [
      'a message',
      {
        type: 'interactive',
        interactive: { type: 'button_reply', button_reply: { id: actionToken('A'), title: 'No' } },
      },
      'No',
    ],
    [
      'a list',
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: actionToken('A'), title: 'Row' } } },
      'Row',
    ],
  ])('reads the press of a WhatsApp button in %s', (_title, change, text) => {
    const messages = [message({ ...change, context: { from: '1', id: 'wamid.1' } })]
    expect(read({ contacts, messages })).toEqual([
      { kind: 'button_press', id: 'wamid.2', ...person, token: actionToken('A'), text, at, ref: 'wamid.1' },
    ])
  })

  it('stores the WhatsApp user id of a person whose number is not visible', () => {
    const messages = [
      { from_user_id: 'IT.13491208655302741918', id: 'wamid.2', timestamp, type: 'text', text: { body: 'Hi' } },
    ]
    const people = [{ user_id: 'IT.13491208655302741918', profile: { name: 'Bea', username: 'bea' } }]
    expect(read({ contacts: people, messages })).toEqual([
      { kind: 'message', id: 'wamid.2', address: 'IT.13491208655302741918', name: 'Bea', text: 'Hi', at },
    ])
  })

  it('reads WhatsApp webhooks that report a new chat or a changed phone number', () => {
    expect(read({ contacts, messages: [message({ type: 'request_welcome' })] })).toEqual([
      { kind: 'joined', id: 'wamid.2', ...person, at },
    ])
    const system = { type: 'user_changed_number', wa_id: '393337654321', body: 'Ada changed' }
    expect(read({ messages: [message({ type: 'system', system })] })).toEqual([
      { kind: 'moved', from: '+393331234567', to: '+393337654321', at },
    ])
    expect(read({ messages: [message({ type: 'system', system: { type: 'customer_identity_changed' } })] })).toEqual([])
  })

  it('reads the delivery id from a webhook that reports that WhatsApp accepted a message', () => {
    const sent = (sentAlong: unknown) => status({ status: 'sent', biz_opaque_callback_data: sentAlong })
    expect(read({ statuses: [sent('7')] })).toEqual([{ kind: 'taken', externalId: 'wamid.1', deliveryId: 7 }])
    expect(read({ statuses: [status({ biz_opaque_callback_data: '7' })] })).toEqual([
      { kind: 'receipt', externalId: 'wamid.1', deliveryId: 7, status: 'delivered', at },
    ])
    for (const other of [undefined, '', '0', '7x', 7, '9'.repeat(20)])
      expect(read({ statuses: [sent(other)] })).toEqual([])
  })

  it('reads a webhook that reports that a person stopped or resumed WhatsApp marketing messages', () => {
    const wish = (value: string) => ({
      wa_id: phone,
      category: 'marketing_messages',
      value,
      timestamp: Number(timestamp),
    })
    const preferenceEvent = (optedIn: boolean) => ({ kind: 'preference', optedIn, address: `+${phone}`, at })
    expect(read({ user_preferences: [wish('stop'), wish('resume')] }, 'user_preferences')).toEqual([
      preferenceEvent(false),
      preferenceEvent(true),
    ])
    expect(read({ user_preferences: [{ ...wish('stop'), category: 'other' }] }, 'user_preferences')).toEqual([])
    const odd = [wish('perhaps'), { ...wish('stop'), wa_id: 5 }, { ...wish('stop'), timestamp: 'soon' }]
    expect(read({ user_preferences: odd }, 'user_preferences').map(({ kind }) => kind)).toEqual(
      Array(3).fill('unreadable'),
    )
    const failed = status({ status: 'failed', errors: [{ code: 131050 }] })
    expect(read({ statuses: [failed] })).toEqual([
      preferenceEvent(false),
      expect.objectContaining({
        kind: 'receipt',
        code: '131050',
        reason: expect.stringContaining('opted out of marketing'),
      }),
    ])
  })

  it('reads a change of the list of approved WhatsApp templates', () => {
    expect(read({ event: 'PAUSED', message_template_name: 'order' }, 'message_template_status_update')).toEqual([
      { kind: 'approvals' },
    ])
  })

  it('ignores WhatsApp webhooks that have no meaning for the service', () => {
    expect(read({ messages: [message({ type: 'reaction', reaction: { message_id: 'x', emoji: '' } })] })).toEqual([])
    expect(read({ event: 'APPROVED' }, 'message_template_quality_update')).toEqual([])
  })

  it('returns a WhatsApp event of another number of the account together with this number', () => {
    const [own] = read({ statuses: [status({})] })
    expect(read({ metadata: { phone_number_id: '11' }, statuses: [status({})] })).toEqual([
      { kind: 'of_sender', sender: '11', event: own },
    ])
    expect(read({ metadata: { phone_number_id: 11 }, statuses: [status({})] })).toEqual([
      { kind: 'unreadable', detail: expect.stringContaining('phone_number_id') },
    ])
  })

  it('reports unreadable parts of a WhatsApp webhook and reads the rest', () => {
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
    const events = read({ statuses, messages, contacts: 'x', errors })
    expect(events.map(({ kind }) => kind)).toEqual([
      ...Array(7).fill('unreadable'),
      'receipt',
      ...Array(3).fill('unreadable'),
      'message',
      'unreadable',
    ])
    expect(events.at(-1)).toMatchObject({ detail: 'an error of WhatsApp: 131000 Something went wrong' })
  })
})
