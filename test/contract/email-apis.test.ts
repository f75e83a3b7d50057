// The email providers with an HTTP API: their requests and answers, compared with the descriptions of the providers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome, OutgoingMessage, SendCall } from '../../src/channels/contract.ts'
import { signedRequest } from '../../src/channels/email/http/ses.ts'
import { HOUR, MINUTE } from '../../src/limits.ts'
import { oracleProblems, oraclesDir, oracleText } from '../harness/oracles.ts'
import { type Provider, type Received, type Reply, readableBody, startProvider } from '../harness/provider.ts'
import { expectRemedies } from '../harness/remedies.ts'
import { emailApis } from './providers/email-apis.ts'
import { fixtureName, type ProviderFixture, providerFor, sendCallTo } from './providers/fixture.ts'

const now = new Date('2030-01-31T09:00:00Z')
const unsubscribeUrl = 'https://notify.example/u/1'
/** A message with every part of an email. */
const message: Partial<OutgoingMessage> = {
  deliveryId: 42,
  address: 'ada@bücher.example',
  recipientName: 'Ada "Countess", Lovelace\r\nBcc: eve@evil.example',
  subject: 'Grüße 👋\r\nBcc: eve@evil.example',
  body: 'Your order left.\n\nThank you!',
  actions: [{ slug: 'yes', label: 'Yes', token: 'a'.repeat(64), url: 'https://notify.example/a/1' }],
  attachments: [
    { filename: 'naïve file.pdf', read: async () => Buffer.from('%PDF-1.4') },
    { filename: 'a"b.txt', mime_type: 'text/plain; charset=utf-8', read: async () => Buffer.from('text') },
  ],
  mail: { messageId: '42.abc', name: 'Shop', unsubscribeUrl },
}
const fixtures = emailApis.map((fixture) => [fixture.provider ?? '', fixture] as const)
const replyTo = 'Shop support <help@shop.example>'

let provider: Provider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.stop())

const send = (fixture: ProviderFixture, reply: Reply, change: Partial<OutgoingMessage> = {}): Promise<Outcome> => {
  provider.reply(() => reply)
  provider.received.length = 0
  const call: SendCall = sendCallTo(fixture, provider.url, change, { now })
  return providerFor(fixture).send({ ...call, settings: { ...call.settings, reply_to: replyTo } })
}

const accepted = (fixture: ProviderFixture) => fixture.http!.replies.sent as Reply

/** Returns the recorded request with its body. The raw message of SES is decoded. */
async function requestOf(
  fixture: ProviderFixture,
  change: Partial<OutgoingMessage> = {},
): Promise<Received & { body: Record<string, unknown>; all: string }> {
  expect(await send(fixture, accepted(fixture), { ...message, ...change })).toMatchObject({ class: 'sent' })
  const received = provider.received[0]!
  const body = (await readableBody(received)) as Record<string, unknown>
  const { Content: content } = body as { Content?: { Raw: { Data: string } } }
  const all = content ? Buffer.from(content.Raw.Data, 'base64').toString() : received.text
  return { ...received, body, all }
}

/** The part of a request that contains the delivery id. */
const deliveryTags: Record<string, object> = {
  ses: { EmailTags: [{ Name: 'delivery', Value: '42' }] },
  resend: { tags: [{ name: 'delivery', value: '42' }] },
  postmark: { Metadata: { delivery: '42' } },
  sendgrid: { custom_args: { delivery: '42' } },
  mailgun: { 'v:delivery': '42' },
}

describe.each(fixtures)('requests to %s', (name, fixture) => {
  it(`requests to ${name} contain the texts, the buttons, the files, the unsubscribe headers and the delivery id`, async () => {
    const { path, body, all } = await requestOf(fixture)
    for (const part of [
      ...['Your order left.', 'https://notify.example/a/1', unsubscribeUrl, 'List-Unsubscribe=One-Click'],
      ...['Shop', 'hello@shop.example', 'help@shop.example', 'xn--bcher-kva.example', 'auto-generated'],
    ])
      expect(all, part).toContain(part)
    expect(body).toMatchObject(deliveryTags[name]!)
    if (oraclesDir) expect(await oracleProblems(path, body)).toEqual([])
  })

  it(`a line break in a name or a subject adds no header to requests to ${name}`, async () => {
    const { all } = await requestOf(fixture)
    // The title of the HTML page may contain a line break, because it is not a header.
    const headers = all.replace(/<title>[^<]*<\/title>/, '')
    expect(headers).toContain('Bcc:')
    expect(headers).not.toMatch(/(\\r|\\n|[\r\n])Bcc:/)
  })

  it(`requests to ${name} have the same content in every attempt of a delivery`, async () => {
    const bodies = [await requestOf(fixture), await requestOf(fixture)].map(({ all, headers }) => [
      // The boundaries of a multipart body are random.
      all.replaceAll(/-{2,}[\w=?./-]{10,}/g, ''),
      headers['idempotency-key'],
    ])
    expect(bodies[1]).toEqual(bodies[0])
  })

  it(`requests to ${name} are valid without files, subject and recipient name`, async () => {
    expect(await send(fixture, accepted(fixture), { subject: '', recipientName: 'ada@example.com' })).toMatchObject({
      class: 'sent',
    })
    const { path } = provider.received[0]!
    if (oraclesDir) expect(await oracleProblems(path, await readableBody(provider.received[0]!))).toEqual([])
  })

  it(`no request to ${name} is made for a malformed address`, async () => {
    for (const address of ['ada', 'ada@example.com, eve@example.com', 'ada@exam ple.com', 'ada<eve@example.com>']) {
      expect(await send(fixture, accepted(fixture), { address })).toMatchObject({
        class: 'permanent',
        code: 'address_refused',
      })
    }
    expect(provider.received).toEqual([])
  })
})

describe('requests of one provider', () => {
  const fixtureOf = (name: string) => emailApis.find((fixture) => fixture.provider === name)!

  it('the request to Resend has an idempotency key, which all attempts of a delivery share and no other delivery uses', async () => {
    expect((await requestOf(fixtureOf('resend'))).headers['idempotency-key']).toBe('42.abc')
  })

  it.each(['postmark', 'sendgrid', 'mailgun', 'ses'])('the request to %s contains our Message-ID', async (name) => {
    expect((await requestOf(fixtureOf(name))).all).toContain('42.abc@shop.example')
  })

  it.each(['postmark', 'sendgrid', 'mailgun'])('the request to %s turns tracking off', async (name) => {
    const { body } = await requestOf(fixtureOf(name))
    const off = {
      postmark: { TrackOpens: false, TrackLinks: 'None' },
      sendgrid: { tracking_settings: { click_tracking: { enable: false }, open_tracking: { enable: false } } },
      mailgun: { 'o:tracking': 'no' },
    }
    expect(body).toMatchObject(off[name as keyof typeof off])
  })

  it('the request to SendGrid has no comma or semicolon in the name of the recipient', async () => {
    const { body } = await requestOf(fixtureOf('sendgrid'), { recipientName: 'Rossi, Mario; Jr.' })
    expect(body).toMatchObject({ personalizations: [{ to: [{ name: 'Rossi Mario Jr.' }] }] })
  })

  it('the request to Postmark has no quotation mark or backslash in a name', async () => {
    const { body } = await requestOf(fixtureOf('postmark'), { recipientName: 'Ada "Countess" Lovelace, \\' })
    expect(body.To).toBe('"Ada Countess Lovelace, " <ada@xn--bcher-kva.example>')
  })

  it.skipIf(!oraclesDir)('the signature of a request to Amazon SES is the signature of the test vectors', async () => {
    const { vectors } = JSON.parse(oracleText('ses/sigv4-vectors.json')) as { vectors: Vector[] }
    for (const vector of vectors) {
      const url = `https://${vector.headers.host}${vector.path}`
      const credentials = {
        access_key_id: vector.accessKeyId,
        secret_access_key: vector.secretAccessKey,
        region: vector.region,
        session_token: vector.headers['x-amz-security-token'],
      }
      const signed = await signedRequest(
        { url, method: 'POST', body: vector.body },
        credentials,
        dateOf(vector.amzDate),
      )
      expect(signed.headers.authorization).toBe(vector.authorization)
    }
    expect(vectors).toHaveLength(2)
  })
})

interface Vector {
  accessKeyId: string
  secretAccessKey: string
  region: string
  path: string
  amzDate: string
  headers: Record<string, string>
  body: string
  authorization: string
}

const dateOf = (text: string) =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

interface Row {
  code: string
  http: number
  class: string
}

/** Builds the answer that a row of a provider's error table describes. */
const answers: Record<string, (row: Row) => Reply> = {
  resend: ({ code, http }) => ({ status: http, body: { statusCode: http, name: code, message: 'no' } }),
  postmark: ({ code, http }) =>
    code.startsWith('HTTP')
      ? { status: http, text: 'no' }
      : { status: http, body: { ErrorCode: Number(code), Message: 'no' } },
  sendgrid: ({ code, http }) => {
    const field = / field (.*)$/.exec(code)?.[1]?.replaceAll('*', '0') ?? null
    return { status: http, body: { errors: [{ message: 'no', field, help: null }] } }
  },
  mailgun: ({ code, http }) =>
    http === 401
      ? { status: 401, text: 'Forbidden' }
      : { status: http, body: { message: / text (.*)$/.exec(code)?.[1] ?? 'no' } },
  ses: ({ code, http }) => ({
    status: http,
    headers: { 'x-amzn-errortype': `${code.split(' ', 1)[0]}:http://internal.amazon.com/` },
    body: { message: /"(.*)"/.exec(code)?.[1] ?? 'no' },
  }),
}

/**
 * Classes that differ from the table. For this error, an earlier request with the same key may have sent the message
 * (decision 118).
 */
const CLASSES: Record<string, string> = { invalid_idempotent_request: 'ambiguous' }

describe.skipIf(!oraclesDir).each(fixtures)('answers of %s', (name, fixture) => {
  const table = oraclesDir ? JSON.parse(oracleText(`${name}/answers.json`)) : { codes: [] }
  const rows = table.codes as Row[]

  it.each(rows.map((row) => [`${row.code} (${row.http})`, row] as const))(
    `the answer %s of ${name} has its documented class`,
    async (_title, row) => {
      const outcome = await send(fixture, answers[name]!(row))
      expect(outcome).toMatchObject({ class: CLASSES[row.code] ?? row.class, reason: expect.stringMatching(/\w+ \w+/) })
      expectRemedies(outcome)
    },
  )

  it(`a success of ${name} has the id that the reports contain`, async () => {
    const { headers, body, http } = table.success
    const names = Array.isArray(headers) ? {} : headers
    const outcome = await send(fixture, { status: http, headers: names, ...(body === '' ? { text: '' } : { body }) })
    const externalId = String(body.id ?? body.MessageID ?? body.MessageId ?? headers['x-message-id'])
    expect(outcome).toEqual({
      class: 'sent',
      externalId: externalId.replaceAll(/[<>]/g, ''),
      providerStatus: String(http),
    })
  })
})

describe('errors that are not in the tables', () => {
  const fixtureOf = (name: string) => emailApis.find((fixture) => fixture.provider === name)!
  const ses = (status: number, type: string) =>
    send(fixtureOf('ses'), { status, headers: { 'x-amzn-errortype': type }, body: { message: 'no' } })

  it.each([
    [400, 'IncompleteSignature'],
    [400, 'RequestExpired'],
    [403, 'OptInRequired'],
    [400, 'NotAuthorized'],
    [403, 'MissingAuthenticationToken'],
    [403, 'ExpiredToken'],
    [403, 'AnErrorThatIsNew'],
    [401, 'AnErrorThatIsNew'],
  ])('the answer %i %s of Amazon SES pauses the connection, because it concerns all messages', async (status, type) => {
    expect(await ses(status, type)).toMatchObject({ class: 'misconfigured' })
  })

  it('an unknown error of Amazon SES with the status 400 concerns only its message', async () => {
    expect(await ses(400, 'AnErrorThatIsNew')).toMatchObject({ class: 'permanent' })
  })

  it.each([
    "Error parsing 'To': Illegal email address 'x'. It must contain the '@' symbol.",
    "Error parsing 'To': Illegal email domain 'x' in address 'a@x'.",
    "Error parsing 'To': Illegal email mailbox 'x' in address 'x@a.example'.",
    "Invalid 'To' address: 'x'.",
  ])('the answer %j of Postmark concerns the address of the recipient', async (Message) => {
    const reply = { status: 422, body: { ErrorCode: 300, Message } }
    expect(await send(fixtureOf('postmark'), reply)).toMatchObject({ class: 'recipient_gone' })
  })

  it('the answer of Postmark about an invalid Reply-To address does not concern the address of the recipient', async () => {
    const Message = "Error parsing 'ReplyTo': Illegal email address 'x'."
    const reply = { status: 422, body: { ErrorCode: 300, Message } }
    expect(await send(fixtureOf('postmark'), reply)).toMatchObject({ class: 'permanent' })
  })
})

describe('limits of the providers', () => {
  const until = (outcome: Outcome) => outcome.class === 'throttled' && outcome.until.getTime() - now.getTime()
  const fixtureOf = (name: string) => emailApis.find((fixture) => fixture.provider === name)!

  it('a used-up daily quota pauses the connection for an hour, because attempts at short intervals would fail', async () => {
    const resend = await send(fixtureOf('resend'), { status: 429, body: { name: 'daily_quota_exceeded' } })
    const ses = await send(fixtureOf('ses'), {
      status: 400,
      headers: { 'x-amzn-errortype': 'LimitExceededException' },
      body: { message: 'Daily message quota exceeded.' },
    })
    expect([until(resend), until(ses)]).toEqual([HOUR, HOUR])
  })

  it("SendGrid's reset time determines the pause", async () => {
    const reset = String(now.getTime() / 1000 + 60)
    const reply = {
      status: 429,
      headers: { 'x-ratelimit-reset': reset },
      body: { errors: [{ message: 'too many requests' }] },
    }
    expect(until(await send(fixtureOf('sendgrid'), reply))).toBe(MINUTE)
  })

  it('a used-up plan stops the connection until a person changes the plan', async () => {
    const credits = { status: 401, body: { errors: [{ message: 'Maximum credits exceeded', field: null }] } }
    expect(await send(fixtureOf('sendgrid'), credits)).toMatchObject({
      class: 'misconfigured',
      reason: 'the quota of the account at SendGrid is used up',
    })
  })
})

describe('connection checks', () => {
  const check = async (name: string, reply: Reply, change: object = {}) => {
    const fixture = emailApis.find((each) => each.provider === name)!
    provider.reply(() => reply)
    return providerFor(fixture).check!({ ...fixture.http!.settings(provider.url), ...change }, true, now)
  }

  it.each<[string, Reply, string]>([
    ['resend', { body: { data: [{ name: 'shop.example', status: 'verified' }] } }, 'shop.example is verified'],
    ['resend', { status: 401, body: { name: 'restricted_api_key' } }, 'may only send'],
    ['postmark', { body: { ID: 1, Name: 'Shop server' } }, 'Shop server'],
    ['sendgrid', { body: { scopes: ['mail.send', 'alerts.read'] } }, 'may send'],
    ['mailgun', { status: 400, body: { message: 'from parameter is missing' } }, 'mg.shop.example'],
    ['ses', { body: { SendingEnabled: true, ProductionAccessEnabled: true } }, 'may send'],
    ['ses', { body: { SendingEnabled: true, ProductionAccessEnabled: false } }, 'sandbox'],
    [
      'ses',
      { status: 403, headers: { 'x-amzn-errortype': 'AccessDeniedException' }, body: {} },
      'may not read the account',
    ],
  ])('%s reports a working connection', async (name, reply, found) => {
    expect(await check(name, reply)).toEqual({ found: [expect.stringContaining(found)], problems: {} })
  })

  it.each<[string, Reply, object]>([
    ['resend', { body: { data: [] } }, { from: 'has the domain shop.example, which is not verified at Resend' }],
    ['resend', { status: 401, body: { name: 'missing_api_key' } }, { api_key: expect.stringContaining('credentials') }],
    ['sendgrid', { body: { scopes: ['alerts.read'] } }, { api_key: expect.stringContaining('Mail Send') }],
    ['mailgun', { status: 401, text: 'Forbidden' }, { api_key: expect.stringContaining('region') }],
    ['ses', { body: { SendingEnabled: false } }, { access_key_id: expect.stringContaining('paused') }],
  ])('%s reports what is wrong with the connection', async (name, reply, problems) => {
    expect(await check(name, reply)).toEqual({ found: [], problems })
  })
})

describe('settings', () => {
  const problems = (name: string, change: object) => {
    const fixture = emailApis.find((each) => each.provider === name)!
    return providerFor(fixture).problems!({ ...fixture.http!.settings('https://gateway.example'), ...change }, false)
  }

  it('the settings report a sender that is not one address, and a webhook key or user that is missing or wrong', () => {
    for (const { provider: name = '' } of emailApis) {
      expect(problems(name, {})).toEqual({})
      expect(Object.keys(problems(name, { from: 'a@b.example, c@d.example', reply_to: 'nobody' }))).toEqual([
        'from',
        'reply_to',
      ])
    }
    expect(problems('postmark', { webhook_user: undefined })).toEqual({
      webhook_user: 'is required with webhook_password',
    })
    expect(Object.keys(problems('sendgrid', { webhook_public_key: 'AAAA' }))).toEqual(['webhook_public_key'])
  })
})

it('every email provider with an HTTP API has a fixture with a name', () => {
  expect(emailApis.map(fixtureName)).toEqual([
    'email by ses',
    'email by resend',
    'email by postmark',
    'email by sendgrid',
    'email by mailgun',
  ])
})
