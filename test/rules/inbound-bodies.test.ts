// Bodies of inbound webhooks: JSON with any content type, and forms with their content type. Characters that a database
// cannot store are replaced.
import { expect, it } from 'vitest'
import { parseFormBody, parseJsonBody } from '../../src/channels/inbound-bodies.ts'
import { sizes } from '../../src/limits.ts'

const body = (text: string, contentType?: string) => ({ bytes: Buffer.from(text), contentType })
const form = (text: string, type = 'application/x-www-form-urlencoded') => parseFormBody(body(text, type))

it('parses JSON of any content type, and no other text', () => {
  for (const type of ['application/json', 'text/plain', undefined]) {
    expect(parseJsonBody(body('{"a":[1]}', type))).toEqual({ a: [1] })
    expect(parseJsonBody(body('a=1', type))).toBeUndefined()
  }
  expect(parseJsonBody(body('"a\\u0000b"'))).toBe('a\ufffdb')
})

it('parses a form with spaces and accents, and uses the last value of a repeated name', () => {
  expect(form('MessageSid=SM1&Body=ci%C3%B2+va&Body=bene')).toEqual({ MessageSid: 'SM1', Body: 'bene' })
  expect(form('a=1', 'Application/X-WWW-Form-Urlencoded; charset=UTF-8')).toEqual({ a: '1' })
  expect(form('')).toEqual({})
})

it('refuses a form with another content type, and a form with too many fields', () => {
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencodedx'])
    expect(form('a=1', type)).toBeUndefined()
  expect(parseFormBody(body('a=1'))).toBeUndefined()
  expect(form('a&'.repeat(sizes.inboundValues))).toBeUndefined()
})

it('in the values of a form, replaces the characters that a database cannot store', () => {
  expect(form('a=x%00y&%00=z')).toEqual({ a: 'x\ufffdy', '\ufffd': 'z' })
})
