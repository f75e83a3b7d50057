// Inbound events in valid and invalid Messenger webhooks.
import { describe, expect, it } from 'vitest'
import type { InboundEvent } from '../../src/channels/inbound.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { actionToken, graphSettings } from '../harness/graph.ts'

const settings = graphSettings('http://127.0.0.1:1')
const receiver = providerOf('messenger').receiver!
const received = new Date('2030-02-01T00:00:00Z')

describe('Messenger webhooks', () => {
  const at = new Date('2030-01-31T09:00:00Z')
  const timestamp = at.getTime()
  const event = (change: object) => ({ sender: { id: 'psid-1' }, recipient: { id: '30' }, timestamp, ...change })
  const read = (...events: unknown[]): InboundEvent[] =>
    receiver.read(
      { object: 'page', entry: [{ id: '30', time: timestamp, messaging: events }] },
      settings.messenger,
      received,
    )

  it('reads Messenger webhooks that report all messages up to a time as delivered or read', () => {
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
    ['a reply', { mid: 'm_3', text: 'Hi', reply_to: { mid: 'm_1' } }, { text: 'Hi', repliesTo: 'm_1' }],
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
  ])('reads a Messenger message: %s', (_title, message, expected) => {
    expect(read(event({ message }))).toEqual([{ kind: 'message', id: 'm_3', address: 'psid-1', at, ...expected }])
  })

  it('reads the press of our button in a Messenger message', () => {
    expect(read(event({ message: { mid: 'm_3', text: 'Yes', quick_reply: { payload: actionToken('A') } } }))).toEqual([
      { kind: 'button_press', id: 'm_3', address: 'psid-1', token: actionToken('A'), text: 'Yes', at },
    ])
    expect(read(event({ postback: { mid: 'm_4', title: 'Yes', payload: actionToken('B') } }))).toEqual([
      { kind: 'button_press', id: 'm_4', address: 'psid-1', token: actionToken('B'), text: 'Yes', at },
    ])
  })

  it('reads the start of a Messenger conversation, with its referral', () => {
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

  it('reads a press in the Messenger menu of the page as a message', () => {
    const [inbound] = read(event({ postback: { title: 'Opening hours', payload: 'HOURS' } }))
    expect(inbound).toEqual({ kind: 'message', id: expect.any(String), address: 'psid-1', at, text: 'Opening hours' })
  })

  it('ignores Messenger reactions, and messages that the page itself sent', () => {
    expect(
      read(event({ message: { is_echo: true, mid: 'm_6', text: 'Ours' } }), event({ reaction: { emoji: 'x' } })),
    ).toEqual([])
  })

  it('reports Messenger events of another page as unreadable', () => {
    const body = { object: 'page', entry: [{ id: '31', messaging: [event({ read: { watermark: timestamp } })] }] }
    expect(receiver.read(body, settings.messenger, received)).toEqual([
      { kind: 'unreadable', detail: expect.stringContaining('page 31') },
    ])
  })

  it('reports unreadable parts of a Messenger webhook and reads the rest', () => {
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
