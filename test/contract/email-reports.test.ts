// The webhooks of the email providers with an HTTP API: signatures, replays, and the inbound events of each report.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InboundEvent, InboundRequest, Receiver } from '../../src/channels/inbound.ts'
import { oraclesDir, oracleText } from '../harness/oracles.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { emailApis } from './providers/email-apis.ts'
import { providerFor } from './providers/fixture.ts'

interface Sample {
  name: string
  headers: Record<string, string>
  body: string
  now: number
  expect: Expected[]
}

interface Expected {
  event: string
  id?: string
  to?: string
  ref?: string
  class?: string
  code?: string
  reason?: string
  url?: string
}

interface Callbacks {
  keys: Record<string, unknown>
  samples: Sample[]
  bad: Omit<Sample, 'expect'>[]
  replayed?: { body: string }
  vendor_vector?: Record<'publicKey' | 'timestamp' | 'body' | 'signature', string>
}

/** Returns the settings of a connection that has the keys of the samples. */
const settingsFrom: Record<string, (keys: Record<string, unknown>) => object> = {
  resend: ({ secret }) => ({ webhook_secret: secret }),
  postmark: ({ user, password }) => ({ webhook_user: user, webhook_password: password }),
  sendgrid: ({ publicKey }) => ({ webhook_public_key: publicKey }),
  mailgun: ({ signingKey }) => ({ webhook_signing_key: signingKey }),
  ses: ({ topicArns }) => ({ topic_arn: (topicArns as string[])[0] }),
}

const place = { url: 'https://notify.example/v1/inbound/email/1', secret: 'a'.repeat(64) }
const names = emailApis.map(({ provider = '' }) => provider)
const receiverOf = (name: string) => providerFor({ channel: 'email', provider: name }).receiver as Receiver
const callbacksOf = (name: string) => JSON.parse(oracleText(`${name}/callbacks.json`)) as Callbacks

const requestOf = ({ headers, body, now }: Omit<Sample, 'expect' | 'name'>): InboundRequest => ({
  method: 'POST',
  headers,
  query: {},
  search: '',
  body: Buffer.from(body),
  receivedAt: new Date(now * 1000),
})

/** Returns the events that our receiver must return for an event of the sample. */
function eventsFor(name: string, { event, id, to, ref, class: type, code, reason, url }: Expected): object[] {
  const message = { externalId: id, ...(ref === undefined ? {} : { deliveryId: 42 }) }
  const bounce = (kind: string | undefined) => ({ kind: 'bounce', ...message, address: to, type: kind })
  const failed = { kind: 'receipt', ...message, status: 'failed' }
  const wish = (optedIn: boolean) => ({ kind: 'preference', address: to, optedIn })
  switch (event) {
    case 'sent':
      return [{ kind: 'taken', ...message }]
    case 'delivered':
      return [{ kind: 'receipt', ...message, status: 'delivered' }]
    case 'bounced':
      // SES reports a bounce if it did not send the message because the address is in its suppression list.
      if (reason === 'suppressed') return [failed, bounce(type)]
      return [{ ...bounce(type), ...(code === undefined ? {} : { code }) }]
    case 'suppressed':
      return [bounce(type)]
    case 'complained':
      return [bounce('complaint')]
    case 'failed':
      if (reason !== 'suppressed') return [{ ...failed, outcome: 'permanent' }]
      return [failed, type === 'opt_out' ? wish(false) : bounce(type)]
    case 'unsubscribed':
      return [wish(false)]
    case 'resubscribed':
      return [name === 'postmark' ? { kind: 'unblocked', address: to } : wish(true)]
    case 'subscription_confirmation':
      return [{ kind: 'confirmation', url }]
    default:
      return []
  }
}

describe.skipIf(!oraclesDir).each(names)('reports of %s', (name) => {
  const receiver = receiverOf(name)
  const callbacks = oraclesDir ? callbacksOf(name) : { keys: {}, samples: [], bad: [] }
  let server: Provider
  let settings: Record<string, unknown>
  beforeAll(async () => {
    server = await startProvider()
    server.reply(() => ({ text: String(callbacks.keys.certificate) }))
    settings = { ...settingsFrom[name]!(callbacks.keys), api_base: server.url }
  })
  afterAll(() => server.stop())

  const isGenuine = async (request: InboundRequest, own = settings): Promise<boolean> => {
    if (!receiver.verifyHeaders(request.headers, own, place)) return false
    const call = { settings: own, signal: AbortSignal.timeout(5000), allowPrivateNetwork: true }
    const signingKey = await receiver.signingKey?.(request, call)
    return receiver.verify({ ...request, signingKey }, own, place)
  }
  const eventsIn = ({ headers, body, now }: Omit<Sample, 'expect' | 'name'>): InboundEvent[] => {
    // The samples contain the reference of another program, which is not a number.
    const bytes = Buffer.from(body.replaceAll('d_42', '42'))
    return receiver.read(
      receiver.parse({ bytes, contentType: headers['content-type'] }),
      settings,
      new Date(now * 1000),
    )
  }

  it.each(callbacks.samples.map((sample) => [sample.name, sample] as const))(
    'a genuine report is accepted and read: %s',
    async (_title, sample) => {
      expect(await isGenuine(requestOf(sample))).toBe(true)
      const expected = sample.expect.flatMap((event) => eventsFor(name, event))
      const events = eventsIn(sample)
      expect(events).toMatchObject(expected)
      expect(events.map((event) => 'code' in event && event.code)).toEqual(
        expected.map((event) => 'code' in event && event.code),
      )
    },
  )

  it.each(callbacks.bad.map((sample) => [sample.name, sample] as const))(
    'a forged or old report is refused: %s',
    async (_title, sample) => {
      expect(await isGenuine(requestOf(sample))).toBe(false)
    },
  )

  it('every report is refused while the connection has no key for it', async () => {
    for (const sample of callbacks.samples) expect(await isGenuine(requestOf(sample), {})).toBe(false)
  })

  // Postmark signs nothing, and Mailgun signs only a token.
  it.skipIf(['postmark', 'mailgun'].includes(name))('a report with a changed byte is refused', async () => {
    const [sample] = callbacks.samples
    const body = sample!.body.replace(/\d(?=[^\d]*$)/, (digit) => String((Number(digit) + 1) % 10))
    expect(body).not.toBe(sample!.body)
    expect(await isGenuine(requestOf({ ...sample!, body }))).toBe(false)
  })
})

describe.skipIf(!oraclesDir)('replays', () => {
  it('two requests of Mailgun with the same token have the same repeat key', () => {
    const { samples, replayed } = callbacksOf('mailgun')
    const receiver = receiverOf('mailgun')
    const keyOf = (body: string) => receiver.repeatKey!(JSON.parse(body), {}, new Date())
    const [accepted, delivered] = samples
    expect(keyOf(replayed!.body)).toBe(keyOf(delivered!.body))
    expect(keyOf(accepted!.body)).not.toBe(keyOf(delivered!.body))
  })

  it("accepts the signature of SendGrid's own example", () => {
    const { publicKey, timestamp, body, signature } = callbacksOf('sendgrid').vendor_vector!
    const request = {
      headers: {
        'x-twilio-email-event-webhook-signature': signature,
        'x-twilio-email-event-webhook-timestamp': timestamp,
      },
      body,
      now: Number(timestamp),
    }
    const verify = (text: string) =>
      receiverOf('sendgrid').verify(requestOf({ ...request, body: text }), { webhook_public_key: publicKey }, place)
    expect(verify(body)).toBe(true)
    expect(verify(`${body} `)).toBe(false)
  })
})

describe('reports without a documented form', () => {
  const read = (name: string, body: unknown) => receiverOf(name).read(body, {}, new Date('2030-01-01T00:00:00Z'))

  it.each([
    [
      'postmark',
      { RecordType: 'Bounce', MessageID: 'p1', Email: 'a@b.example', Type: 'SoftBounce', Details: '452 4.2.2' },
    ],
    [
      'resend',
      {
        type: 'email.bounced',
        data: {
          email_id: 'r',
          to: ['a@b.example'],
          bounce: { type: 'Permanent', diagnosticCode: ['550 5.7.1 blocked'] },
        },
      },
    ],
    [
      'sendgrid',
      [
        {
          event: 'bounce',
          type: 'bounce',
          email: 'a@b.example',
          sg_message_id: 's',
          status: '5.2.2',
          reason: '552 mailbox full',
        },
      ],
    ],
    [
      'mailgun',
      {
        'event-data': {
          event: 'failed',
          severity: 'permanent',
          reason: 'generic',
          recipient: 'a@b.example',
          message: { headers: { 'message-id': 'm' } },
          'delivery-status': { code: 550, message: 'refused' },
        },
      },
    ],
  ])('a full mailbox, a policy or an unknown cause reported by %s is a soft bounce', (name, body) => {
    expect(read(name, body)).toMatchObject([{ kind: 'bounce', type: 'soft', address: 'a@b.example' }])
  })

  it('a bounce without the id of its message is read, because the address is enough', () => {
    const bounce = { event: 'bounce', type: 'bounce', email: 'a@b.example', sg_message_id: '', reason: '550 5.1.1' }
    expect(read('sendgrid', [bounce])).toMatchObject([{ kind: 'bounce', type: 'hard', address: 'a@b.example' }])
    const failure = { event: 'failed', severity: 'permanent', reason: 'suppress-bounce', recipient: 'a@b.example' }
    expect(read('mailgun', { 'event-data': failure })).toMatchObject([{ kind: 'bounce', type: 'hard' }])
  })

  it('a change at Postmark is an opt-out or an opt-in only if the recipient caused the change', () => {
    const change = (fields: object) =>
      read('postmark', { RecordType: 'SubscriptionChange', MessageID: null, Recipient: 'a@b.example', ...fields })
    expect(change({ SuppressSending: true, Origin: 'Recipient' })).toMatchObject([
      { kind: 'preference', optedIn: false },
    ])
    expect(change({ SuppressSending: false, Origin: 'Recipient' })).toMatchObject([
      { kind: 'preference', optedIn: true },
    ])
    for (const Origin of ['Customer', 'Admin']) {
      const by = { Origin, SuppressionReason: 'ManualSuppression' }
      const reason = 'a member of the Postmark account deactivated the address'
      expect(change({ ...by, SuppressSending: true })).toMatchObject([{ kind: 'blocked', reason }])
      expect(change({ ...by, SuppressSending: false })).toMatchObject([{ kind: 'unblocked', address: 'a@b.example' }])
    }
    const bounce = { RecordType: 'Bounce', Type: 'ManuallyDeactivated', Email: 'a@b.example' }
    expect(read('postmark', bounce)).toMatchObject([{ kind: 'blocked', address: 'a@b.example' }])
  })

  const sesReport = (eventType: string, part: object) => ({
    Type: 'Notification',
    Message: JSON.stringify({ eventType, mail: { messageId: 'e1', destination: ['a@b.example'] }, ...part }),
  })
  const complained = { complainedRecipients: [{ emailAddress: 'a@b.example' }] }

  it('a report of SES that a message is not spam is no complaint', () => {
    const complaint = (fields: object) =>
      read('ses', sesReport('Complaint', { complaint: { ...complained, ...fields } }))
    expect(complaint({ complaintFeedbackType: 'not-spam' })).toEqual([])
    expect(complaint({ complaintFeedbackType: 'abuse' })).toMatchObject([{ kind: 'bounce', type: 'complaint' }])
    expect(complaint({ complaintSubType: 'OnAccountSuppressionList' })).toMatchObject([
      { kind: 'receipt', status: 'failed', outcome: 'permanent' },
      { kind: 'bounce', type: 'complaint' },
    ])
  })

  it.each(['Suppressed', 'OnAccountSuppressionList'])(
    'a bounce of SES with the subtype %s fails the message, because SES did not send it',
    (bounceSubType) => {
      const bounce = { bounceType: 'Permanent', bounceSubType, bouncedRecipients: [{ emailAddress: 'a@b.example' }] }
      expect(read('ses', sesReport('Bounce', { bounce }))).toMatchObject([
        { kind: 'receipt', status: 'failed', outcome: 'recipient_gone' },
        { kind: 'bounce', type: 'hard' },
      ])
    },
  )

  it('the name in a mailbox is not part of the reported address', () => {
    const data = { email_id: 'r', to: ['"Ada <x>" <a@b.example>'] }
    expect(read('resend', { type: 'email.complained', data })).toMatchObject([{ address: 'a@b.example' }])
  })

  it('a receipt without a message or an address is unreadable, and an unknown event is ignored', () => {
    expect(read('resend', { type: 'email.bounced', data: {} })).toMatchObject([{ kind: 'unreadable' }])
    expect(read('mailgun', { 'event-data': { event: 'delivered' } })).toMatchObject([{ kind: 'unreadable' }])
    expect(read('sendgrid', [{ event: 'delivered' }, { event: 'open' }])).toMatchObject([{ kind: 'unreadable' }])
    expect(read('sendgrid', [{ event: 'delivered', email: 'a@b.example' }])).toMatchObject([{ kind: 'unreadable' }])
    expect(read('ses', { Type: 'UnsubscribeConfirmation' })).toMatchObject([{ kind: 'unreadable' }])
    expect(read('postmark', { RecordType: 'Open' })).toEqual([])
  })

  it.each([
    'https://sns.eu-west-1.amazonaws.com.evil.example/?Action=ConfirmSubscription',
    'https://sns.eu-west-1.amazonaws.com@evil.example/',
    'https://sns.us-east-1.amazonaws.com/',
    'https://sns.eu-west-1.amazonaws.com:8443/',
    'http://sns.eu-west-1.amazonaws.com/',
    'https://user@sns.eu-west-1.amazonaws.com/',
    '',
  ])('a confirmation of an SNS topic at %j is not requested', (SubscribeURL) => {
    const settings = { topic_arn: 'arn:aws:sns:eu-west-1:123456789012:carillon' }
    const events = receiverOf('ses').read({ Type: 'SubscriptionConfirmation', SubscribeURL }, settings, new Date())
    expect(events).toMatchObject([{ kind: 'unreadable' }])
  })
})

/** The reports of a bounce mail: for each recipient the status and the answer of the mail server. */
interface BouncedMail {
  file: string
  recipients?: { class: string; status: string | null }[]
}

/** Returns the answers of the mail servers in a bounce mail, in the order of the recipients. */
function answersIn(mail: string): string[] {
  const unfolded = mail.replace(/\r?\n[ \t]+/g, ' ')
  const diagnoses = [...unfolded.matchAll(/^Diagnostic-Code: *(.*)$/gim)].map(([, text = '']) => text)
  return diagnoses.length > 0 ? diagnoses : [/\b5\d\d[ -].*/.exec(mail)?.[0] ?? '']
}

describe.skipIf(!oraclesDir)('the corpus of bounce mails as reports', () => {
  const { mails } = oraclesDir
    ? (JSON.parse(oracleText('bounces/expected.json')) as { mails: BouncedMail[] })
    : { mails: [] }
  const bounces = mails.flatMap(({ file, recipients = [] }) => {
    const answers = answersIn(oracleText(`bounces/${file}`))
    return recipients.flatMap(({ class: type, status }, at) =>
      ['hard', 'soft'].includes(type) ? [[file, type, status ?? '', answers[at] ?? ''] as const] : [],
    )
  })

  it('the corpus contains hard and soft bounces', () => {
    expect(new Set(bounces.map(([, type]) => type))).toEqual(new Set(['hard', 'soft']))
  })

  it.each(bounces)('the bounce in %s is %s in the reports of SES and Mailgun, too', (_file, type, status, answer) => {
    const at = new Date('2030-01-01T00:00:00Z')
    const recipient = { emailAddress: 'a@b.example', status, diagnosticCode: answer }
    const ses = {
      eventType: 'Bounce',
      mail: { messageId: 'e1' },
      bounce: { bounceType: 'Permanent', bouncedRecipients: [recipient] },
    }
    const mailgun = {
      ...{ event: 'failed', severity: 'permanent', reason: 'generic', recipient: 'a@b.example' },
      'delivery-status': { message: answer, 'enhanced-code': status },
    }
    const events = [
      ...receiverOf('ses').read({ Type: 'Notification', Message: JSON.stringify(ses) }, {}, at),
      ...receiverOf('mailgun').read({ 'event-data': mailgun }, {}, at),
    ]
    expect(events).toMatchObject([
      { kind: 'bounce', type },
      { kind: 'bounce', type },
    ])
  })
})
