// The fixtures of the email providers with an HTTP API.
import { generateKeyPairSync } from 'node:crypto'
import type { Reply } from '../../harness/provider.ts'
import { httpFixture } from './fixture.ts'

const shared = {
  channel: 'email',
  recipient: { email: 'ada@example.com' },
  message: {
    address: 'ada@example.com',
    subject: 'Your order',
    mail: { messageId: '7.abc', name: 'Shop', unsubscribeUrl: 'https://notify.example/u/1' },
  },
} as const
const from = 'Shop <hello@shop.example>'

/** A key pair that stands for SendGrid's key. The public key has the format that SendGrid shows. */
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const sendgridKey = {
  public: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  private: privateKey,
}
const NO_REFUSED_ADDRESS = 'the provider reports an address that does not exist later, in a webhook'

const resendError = (status: number, name: string): Reply => ({
  status,
  body: { statusCode: status, name, message: 'no' },
})
const resendReport = (type: string, part: object = {}) => ({
  type,
  created_at: '2030-01-01T00:00:00.000Z',
  data: { email_id: 'r1', to: ['ada@example.com'], tags: { delivery: '7' }, ...part },
})

const resend = httpFixture({
  ...shared,
  provider: 'resend',
  settings: (url) => ({ api_key: 're_secret-token', from, webhook_secret: 'whsec_secret-token', api_base: url }),
  replies: {
    sent: { body: { id: 'r1' } },
    retryable: resendError(500, 'internal_server_error'),
    throttled: { ...resendError(429, 'rate_limit_exceeded'), headers: { 'retry-after': '49' } },
    permanent: resendError(422, 'invalid_parameter'),
    recipient_gone: NO_REFUSED_ADDRESS,
    misconfigured: resendError(403, 'invalid_api_key'),
  },
  reports: [
    resendReport('email.sent'),
    resendReport('email.delivered'),
    resendReport('email.bounced', {
      bounce: { type: 'Permanent', message: 'unknown', diagnosticCode: ['smtp; 550 5.1.1 user unknown'] },
    }),
    resendReport('email.complained'),
    resendReport('email.suppressed', { suppressed: { reason: 'previous_complaint' } }),
    resendReport('email.failed', { failed: { reason: 'reached_daily_quota' } }),
  ],
})

const postmarkError = (status: number, ErrorCode: number, Message = 'no'): Reply => ({
  status,
  body: { ErrorCode, Message },
})
const postmarkReport = (RecordType: string, part: object) => ({
  RecordType,
  MessageID: 'p1',
  Metadata: { delivery: '7' },
  ...part,
})

const postmark = httpFixture({
  ...shared,
  provider: 'postmark',
  settings: (url) => ({
    server_token: 'secret-token',
    from,
    webhook_user: 'carillon',
    webhook_password: 'secret-token',
    api_base: url,
  }),
  replies: {
    sent: { body: { ErrorCode: 0, MessageID: 'p1', Message: 'OK' } },
    retryable: postmarkError(503, 100),
    throttled: { ...postmarkError(429, 429), headers: { 'retry-after': '49' } },
    permanent: postmarkError(422, 300),
    recipient_gone: postmarkError(422, 406),
    misconfigured: postmarkError(401, 10),
  },
  reports: [
    postmarkReport('Delivery', { Recipient: 'ada@example.com', DeliveredAt: '2030-01-01T00:00:00.0000000Z' }),
    postmarkReport('Bounce', { Email: 'ada@example.com', Type: 'HardBounce', Details: 'smtp;550 5.1.1 unknown' }),
    postmarkReport('SpamComplaint', { Email: 'ada@example.com', BouncedAt: '2030-01-01T00:00:00Z' }),
    postmarkReport('SubscriptionChange', {
      ...{ Recipient: 'ada@example.com', ChangedAt: '2030-01-01T00:00:00Z', Origin: 'Recipient' },
      ...{ SuppressSending: true, SuppressionReason: 'ManualSuppression' },
    }),
  ],
})

const sendgridError = (status: number, field: string | null, message = 'no'): Reply => ({
  status,
  body: { errors: [{ message, field, help: null }] },
})
const sendgridEvent = (event: string, part: object = {}) => ({
  ...{ event, email: 'ada@example.com', timestamp: 1_893_456_000, sg_message_id: 's1.recvd-1', delivery: '7' },
  ...part,
})

const sendgrid = httpFixture({
  ...shared,
  provider: 'sendgrid',
  settings: (url) => ({ api_key: 'SG.secret-token', from, webhook_public_key: sendgridKey.public, api_base: url }),
  replies: {
    sent: { status: 202, headers: { 'x-message-id': 's1' }, text: '' },
    retryable: { status: 503, body: {} },
    throttled: { ...sendgridError(429, null, 'too many requests'), headers: { 'retry-after': '49' } },
    permanent: sendgridError(400, 'subject'),
    recipient_gone: sendgridError(400, 'personalizations.0.to.0.email'),
    misconfigured: sendgridError(403, 'from'),
  },
  reports: [
    [sendgridEvent('processed'), sendgridEvent('delivered')],
    [sendgridEvent('bounce', { type: 'bounce', status: '5.1.1', reason: '550 5.1.1 unknown' })],
    [sendgridEvent('dropped', { reason: 'Bounced Address' }), sendgridEvent('dropped', { reason: 'Spam Content' })],
    [sendgridEvent('spamreport'), sendgridEvent('unsubscribe'), sendgridEvent('group_resubscribe')],
  ],
})

const mailgunError = (status: number, message: string): Reply => ({ status, body: { message } })
const mailgunReport = (event: string, part: object = {}) => ({
  signature: { token: 't'.repeat(50), timestamp: '1893456000', signature: 'a'.repeat(64) },
  'event-data': {
    ...{ event, recipient: 'ada@example.com', timestamp: 1_893_456_000.5 },
    ...{ message: { headers: { 'message-id': 'm1@mg.shop.example' } }, 'user-variables': { delivery: '7' } },
    ...part,
  },
})

const mailgun = httpFixture({
  ...shared,
  provider: 'mailgun',
  settings: (url) => ({
    api_key: 'secret-token',
    domain: 'mg.shop.example',
    from,
    webhook_signing_key: 'secret-token',
    api_base: url,
  }),
  replies: {
    sent: { body: { id: '<m1@mg.shop.example>', message: 'Queued. Thank you.' } },
    retryable: mailgunError(500, 'Internal error'),
    throttled: { ...mailgunError(429, 'Too many requests'), headers: { 'retry-after': '49' } },
    permanent: mailgunError(400, "'subject' parameter is not valid"),
    recipient_gone: mailgunError(400, "'to' parameter is not a valid address. please check documentation"),
    misconfigured: mailgunError(404, 'Domain not found: mg.shop.example'),
  },
  reports: [
    mailgunReport('accepted'),
    mailgunReport('delivered'),
    mailgunReport('complained'),
    mailgunReport('unsubscribed'),
    mailgunReport('rejected', { reject: { reason: 'Sandbox subdomains are for test purposes only.' } }),
    mailgunReport('failed', {
      severity: 'permanent',
      reason: 'bounce',
      'delivery-status': { code: 550, message: '5.1.1 unknown', description: '', 'enhanced-code': '5.1.1' },
    }),
    mailgunReport('failed', { severity: 'permanent', reason: 'suppress-bounce', 'delivery-status': { code: 605 } }),
  ],
})

const sesError = (status: number, type: string, message = 'no'): Reply => ({
  status,
  headers: { 'x-amzn-errortype': type },
  body: { message },
})
const topic = 'arn:aws:sns:eu-west-1:123456789012:carillon'
const snsReport = (eventType: string, part: object) => ({
  Type: 'Notification',
  MessageId: `sns-${eventType}`,
  TopicArn: topic,
  Timestamp: '2030-01-01T00:00:00.000Z',
  Message: JSON.stringify({
    eventType,
    mail: { messageId: 'e1', destination: ['ada@example.com'], tags: { delivery: ['7'] } },
    ...part,
  }),
})

const ses = httpFixture({
  ...shared,
  provider: 'ses',
  settings: (url) => ({
    region: 'eu-west-1',
    access_key_id: 'AKIAEXAMPLE',
    secret_access_key: 'secret-token',
    session_token: 'secret-token',
    from,
    topic_arn: topic,
    api_base: url,
  }),
  replies: {
    sent: { body: { MessageId: 'e1' } },
    retryable: sesError(500, 'InternalFailure'),
    throttled: {
      ...sesError(429, 'TooManyRequestsException'),
      headers: { 'x-amzn-errortype': 'TooManyRequestsException', 'retry-after': '49' },
    },
    permanent: sesError(400, 'MessageRejected'),
    recipient_gone: sesError(400, 'BadRequestException', "Missing final '@domain'"),
    misconfigured: sesError(403, 'SignatureDoesNotMatch'),
  },
  reports: [
    snsReport('Send', { send: {} }),
    snsReport('Delivery', { delivery: { timestamp: '2030-01-01T00:00:00.000Z', recipients: ['ada@example.com'] } }),
    snsReport('Bounce', {
      bounce: {
        bounceType: 'Permanent',
        bouncedRecipients: [{ emailAddress: 'ada@example.com', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1' }],
      },
    }),
    snsReport('Complaint', { complaint: { complainedRecipients: [{ emailAddress: 'ada@example.com' }] } }),
    snsReport('Reject', { reject: { reason: 'Bad content' } }),
    snsReport('Subscription', { subscription: { newTopicPreferences: { unsubscribeAll: true } } }),
    {
      Type: 'SubscriptionConfirmation',
      MessageId: 'sns-confirmation',
      TopicArn: topic,
      SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=1',
    },
  ],
})

export const emailApis = [ses, resend, postmark, sendgrid, mailgun]
