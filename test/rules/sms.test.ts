// Rules of SMS without a provider: segments, opt-out words and senders.
import { describe, expect, it } from 'vitest'
import { keywordIn } from '../../src/channels/sms/keywords.ts'
import { segmentsOf } from '../../src/channels/sms/segments.ts'
import { listProblems, senderFor } from '../../src/channels/sms/settings.ts'

describe('segments of an SMS', () => {
  it.each([
    ['an empty text', '', 'GSM-7', 0, 0],
    ['160 letters', 'a'.repeat(160), 'GSM-7', 160, 1],
    ['161 letters', 'a'.repeat(161), 'GSM-7', 161, 2],
    ['307 letters', 'a'.repeat(307), 'GSM-7', 307, 3],
    ['80 euro signs', '€'.repeat(80), 'GSM-7', 160, 1],
    ['a euro sign between two segments', `${'a'.repeat(152)}€${'a'.repeat(20)}`, 'GSM-7', 174, 2],
    ['a letter that GSM-7 lacks', 'ç', 'UCS-2', 1, 1],
    ['35 emoji', '👋'.repeat(35), 'UCS-2', 70, 1],
    ['an emoji between two segments', `${'ç'.repeat(66)}👋👋👋`, 'UCS-2', 72, 2],
  ])('counts the units and segments of %s', (_title, text, encoding, units, segments) => {
    expect(segmentsOf(text)).toEqual({ encoding, units, segments })
  })
})

describe('opt-out words', () => {
  it.each([
    [' Stop. ', 'stop'],
    ['STOP ALL', 'stop'],
    ['arrêt', 'stop'],
    ['Disiscrivimi!', 'stop'],
    ['start', 'start'],
    ['Alta', 'start'],
    ['¿Ayuda?', 'help'],
    ['Please stop', undefined],
    ['yes', undefined],
    ['', undefined],
    [`${' '.repeat(100)}stop`, undefined],
  ])('understands %j as %s', (text, keyword) => {
    expect(keywordIn(text)).toBe(keyword)
  })
})

describe('senders for countries', () => {
  it('chooses the sender for the longest prefix of the phone number, or else the general sender', () => {
    const settings = { from: 'Shop', senders: '+1=+15550100000, +1787 = +17875550100,+39=Acme' }
    const numbers = ['+17875550001', '+15550100001', '+393331234567', '+4915112345678']
    expect(numbers.map((number) => senderFor(settings, number))).toEqual([
      '+17875550100',
      '+15550100000',
      'Acme',
      'Shop',
    ])
    expect(senderFor({ senders: '+39=Acme' }, '+4915112345678')).toBeUndefined()
  })

  it.each(['+39', '39=Acme', '+39=', '+39=A name that is too long', '+39=Acme=Shop'])(
    'reports a problem of the senders %j',
    (senders) => {
      expect(listProblems({ senders })).toEqual({ senders: expect.stringContaining('has the entry') })
    },
  )

  it.each(['+39', '39=0.1', '+39=-1', '+39=0.1234567', '+39=0,1'])('reports a problem of the prices %j', (prices) => {
    expect(listProblems({ prices })).toEqual({ prices: expect.stringContaining('has the entry') })
  })

  it('accepts prices for prefixes of phone numbers', () => {
    expect(listProblems({ prices: '+1=0.0079, +1787=0,+39 = 0.0925' })).toEqual({})
  })

  it('accepts senders with spaces around the commas and equals signs', () => {
    expect(listProblems({ senders: ' +39 = Acme , +1=12345 ' })).toEqual({})
    expect(listProblems({})).toEqual({})
  })
})
