// Generates send requests with all optional fields, for the comparison of dry runs with send requests: valid and invalid
// values, stored and new recipients, and templates with defaults.
import fc from 'fast-check'
import { changedParts } from '../harness/fuzz.ts'

/** The number of stored recipients of each mode. */
export const STORED = 12

export const emailOf = (number: number) => `fuzz${number}@customer.example`
export const phoneOf = (number: number) => `+39333${String(1_000_000 + number)}`
export const chatOf = (number: number) => `fuzz-${number}`

const CHANNELS = ['email', 'whatsapp', 'sms', 'telegram', 'push', 'slack', 'discord', 'messenger']

const from = (...values: unknown[]) => fc.constantFrom(...values)
/** A valid value, and sometimes null or one of the others, which are invalid. */
const mostly = (valid: fc.Arbitrary<unknown>, ...others: unknown[]) =>
  fc.oneof({ weight: 12, arbitrary: valid }, { weight: 1, arbitrary: from(null, ...others) })
/** A field that one of `rarity` messages has. */
const oneIn = (rarity: number, value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: rarity - 1, arbitrary: fc.constant(undefined) })

function fields(model: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .record(model)
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)))
}

/** The number of a recipient. Some are frequent, so that their messages meet earlier ones, and some are new. */
const person = fc.oneof(
  { weight: 2, arbitrary: fc.nat(2) },
  { weight: 3, arbitrary: fc.nat(STORED - 1) },
  { weight: 1, arbitrary: fc.nat(2000) },
)

/** Recipients by id, by one address, and by several addresses of the same or different people. `ids` are stored ones. */
function recipients(ids: number[]): fc.Arbitrary<unknown> {
  const stored = fc.oneof({ weight: 1, arbitrary: fc.nat(2) }, { weight: 2, arbitrary: fc.nat(STORED - 1) })
  const id = fc
    .oneof({ weight: 20, arbitrary: stored }, { weight: 1, arbitrary: fc.constant(STORED) })
    .map((number) => ids[number] ?? 987_654_321)
  const whole = person.map((number) => ({
    name: 'Ada',
    email: emailOf(number),
    phone: phoneOf(number),
    whatsapp_phone: phoneOf(number),
    telegram_chat_id: chatOf(number),
    locale: 'en',
  }))
  const mixed = fields({
    id: oneIn(10, id),
    name: oneIn(2, from('Ada', 'Bob', 'Carlo')),
    email: oneIn(2, mostly(person.map(emailOf), 'no address', '')),
    phone: oneIn(3, mostly(person.map(phoneOf), '12', '+39 333')),
    whatsapp_phone: oneIn(3, mostly(person.map(phoneOf), 'x')),
    telegram_chat_id: oneIn(3, mostly(person.map(chatOf), '')),
    locale: oneIn(2, mostly(from('en', 'it', 'de', 'pt-BR'), '??')),
  })
  return fc.oneof(
    { weight: 4, arbitrary: id.map((known) => ({ id: known })) },
    { weight: 2, arbitrary: person.map((number) => ({ email: emailOf(number), locale: 'en' })) },
    { weight: 3, arbitrary: whole },
    { weight: 3, arbitrary: mixed },
  )
}

const duration = mostly(from('1h', '6h', '2d', '7d'), '0s', '90', '8d', '32d', 'soon')
const step = fields({
  channel: mostly(from(...CHANNELS), 'fax'),
  after: oneIn(2, mostly(from('15m', '2h', '1d'), '8d', 'later')),
  unless: oneIn(3, mostly(from('delivered', 'read', 'acted'), 'seen')),
})
const fallback = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(step, { minLength: 2, maxLength: 4 })
      .map(([first, ...others]) => [{ channel: first?.channel }, ...others]),
  },
  { weight: 1, arbitrary: fc.array(step, { maxLength: 7 }) },
)
const action = fields({
  slug: from('ok', 'later', 'no'),
  label: from('Yes', 'No', 'Perhaps'),
  callback_url: mostly(from('https://shop.example/hook'), 'http:/x', 'file:///etc/passwd'),
})
const hour = 3_600_000
/** Times of sending. Those ahead are computed when the request is made, so that they are the same in both requests. */
const moments = fc.oneof(
  fc.nat({ max: 30 * 24 }).map((hours) => new Date(Date.now() + (hours + 1) * hour).toISOString()),
  from('2020-01-31T09:00:00Z', '2999-01-31T09:00:00Z', 'tomorrow', '2030-02-30T09:00:00Z', null),
)

/** The optional fields, each with the messages of a few keys, so that later messages meet earlier ones. */
const options = {
  vars: fc.oneof(
    { weight: 6, arbitrary: fc.constant<unknown>({ name: 'Ada', author: 'Bob' }) },
    { weight: 1, arbitrary: from(undefined, {}, { name: '' }, { name: '{{name}}' }, { name: 1 }, { items: 'x' }) },
  ),
  data: oneIn(6, from({ text: 'a' }, [1], 'x', null, { items: [] })),
  channel: oneIn(4, mostly(from(...CHANNELS), 'fax')),
  priority: oneIn(4, mostly(from('low', 'normal', 'high'), 'urgent')),
  subject: oneIn(8, mostly(from('About {{name}}', 'News'), '{{missing}}', '')),
  idempotency_key: oneIn(
    4,
    mostly(
      fc.nat(20).map((number) => `key-${number}`),
      '',
    ),
  ),
  scheduled_for: oneIn(5, moments),
  duplicates: oneIn(10, mostly(from('allow', 'never'), 'always')),
  expires_after: oneIn(4, duration),
  quiet_hours: oneIn(3, mostly(from('respect', 'ignore'), 'maybe')),
  category: oneIn(2, mostly(from('newsletter', 'security', 'offers', 'newsletter'), 'none', '')),
  limit: oneIn(
    4,
    mostly(fields({ key: mostly(from('a', 'b', 'c'), ''), most: mostly(from(1, 2, 5), 0, 1.5), per: duration }), 'x'),
  ),
  digest: oneIn(
    5,
    mostly(fields({ key: from('a', 'b'), wait: mostly(from('10m', '1h'), '2d'), at_most: oneIn(2, duration) }), {}),
  ),
  fallback: oneIn(4, mostly(fallback, {})),
  repeat: oneIn(
    9,
    mostly(
      fields({
        every: mostly(from('10m', '1h'), '8d'),
        until: oneIn(2, mostly(from('delivered', 'read', 'acted'), 'seen')),
        at_most: mostly(from(1, 3, 6), 0, 1000),
      }),
      [],
    ),
  ),
  actions: oneIn(4, mostly(fc.array(action, { maxLength: 4 }), {})),
  media: oneIn(12, from({ url: 'https://shop.example/a.png', type: 'image', caption: 'A' }, { url: 'x' })),
  attachments: oneIn(12, from([{ filename: 'a.txt', content: 'aGk=' }], [{ filename: 'a.txt' }], [{}])),
}

const templates = fc.oneof(
  { weight: 20, arbitrary: from('hello', 'hello', 'plain', 'receipt', 'quiet', 'brief', 'news', 'optional', 'steps') },
  { weight: 1, arbitrary: from('unknown', 'comments') },
)
const digestTemplates = fc.oneof({ weight: 2, arbitrary: from('comments') }, { weight: 1, arbitrary: templates })

/** One of two recipients, whose messages therefore share digests and limits. */
const frequent = fc.nat(1).map((number) => ({ email: emailOf(number), locale: 'en' }))

/** Mostly valid values of one field, with the fields that such a message needs or often has. */
const focus: Record<string, { values: fc.Arbitrary<unknown>; more?: Record<string, fc.Arbitrary<unknown>> }> = {
  fallback: { values: fallback, more: { actions: options.actions, category: options.category } },
  digest: {
    values: fields({ key: from('a', 'b'), wait: from('10m', '1h'), at_most: oneIn(2, from('2h', '1d')) }),
    more: {
      recipient: frequent,
      template: digestTemplates,
      limit: oneIn(6, options.limit),
      idempotency_key: options.idempotency_key,
    },
  },
  limit: {
    values: fields({ key: from('a', 'b'), most: from(1, 2, 5), per: from('1h', '1d') }),
    more: { recipient: frequent, idempotency_key: options.idempotency_key, scheduled_for: options.scheduled_for },
  },
  category: { values: from('newsletter', 'offers', 'security'), more: { channel: options.channel } },
  repeat: {
    values: fields({ every: from('10m', '1h'), until: from('delivered', 'read'), at_most: from(1, 3) }),
    more: { channel: from('whatsapp', 'whatsapp', 'sms', 'email') },
  },
  idempotency_key: { values: options.idempotency_key, more: { vars: from({ name: 'Ada' }, { name: 'Bob' }) } },
  scheduled_for: { values: moments, more: { quiet_hours: options.quiet_hours, expires_after: options.expires_after } },
}

/** Messages with few and with many optional fields, and messages with parts that were changed at random. */
export function sendRequests(ids: number[]): fc.Arbitrary<unknown> {
  const needed = { recipient: recipients(ids), template: templates, vars: options.vars }
  const names = Object.keys(options).filter((name) => name !== 'vars')
  const few = fc
    .tuple(fields(needed), fields(options), fc.subarray(names, { maxLength: 4 }))
    .map(([own, all, chosen]) => ({
      ...own,
      ...Object.fromEntries(Object.entries(all).filter(([name]) => chosen.includes(name))),
    }))
  // Fields that exclude one another occur alone, so that most of these messages are accepted.
  const focused = fc
    .constantFrom(...Object.entries(focus))
    .chain(([name, { more, ...own }]) => fields({ ...needed, ...more, [name]: own.values }))
  const many = fields({ ...needed, ...options })
  return fc.oneof(
    { weight: 4, arbitrary: few },
    { weight: 4, arbitrary: focused },
    { weight: 2, arbitrary: many },
    { weight: 1, arbitrary: changedParts(few) },
  )
}
