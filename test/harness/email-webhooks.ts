// The answers and the signed webhooks of email providers with an HTTP API, for tests that play such a provider.
import { createHmac, randomBytes, sign } from 'node:crypto'
import { sendgridKey } from '../contract/providers/email-apis.ts'
import { certificate } from './certificate.ts'
import type { Reply } from './provider.ts'

export interface EmailReport {
  event: 'delivered' | 'hard' | 'soft' | 'complaint' | 'opted_out'
  /** The id of the message at the provider, as it is in the answer to the request. */
  id: string
  address: string
  deliveryId?: number
  /** Fields of Postmark or SendGrid that replace the fields of the event. */
  fields?: object
}

export interface SignedWebhook {
  headers: Record<string, string>
  body: string
}

interface EmailProvider {
  /** Returns the answer that accepts a message under this id. */
  accept(id: string): Reply
  webhook(report: EmailReport, at: Date): SignedWebhook
}

const json = { 'content-type': 'application/json' }
const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000))
const tag = ({ deliveryId }: EmailReport) => (deliveryId === undefined ? {} : { delivery: String(deliveryId) })
const HARD = '550 5.1.1 user unknown'
const SOFT = '452 4.2.2 mailbox full'

const resend: EmailProvider = {
  accept: (id) => ({ body: { id } }),
  webhook(report, at) {
    const { event, id, address } = report
    const [type, part] = {
      delivered: ['email.delivered', {}] as const,
      hard: ['email.bounced', { bounce: { type: 'Permanent', diagnosticCode: [HARD] } }] as const,
      soft: ['email.bounced', { bounce: { type: 'Transient', diagnosticCode: [SOFT] } }] as const,
      complaint: ['email.complained', {}] as const,
      opted_out: ['email.unsubscribed', {}] as const,
    }[event]
    const data = { email_id: id, to: [address], tags: tag(report), ...part }
    const body = JSON.stringify({ type, created_at: at.toISOString(), data })
    const key = Buffer.from('secret-token', 'base64')
    const signed = createHmac('sha256', key)
      .update(`msg_1.${seconds(at)}.${body}`)
      .digest('base64')
    return {
      headers: { ...json, 'svix-id': 'msg_1', 'svix-timestamp': seconds(at), 'svix-signature': `v1,${signed}` },
      body,
    }
  },
}

const postmark: EmailProvider = {
  accept: (id) => ({ body: { ErrorCode: 0, MessageID: id } }),
  webhook(report, at) {
    const { event, id, address } = report
    const part = {
      delivered: { RecordType: 'Delivery', Recipient: address },
      hard: { RecordType: 'Bounce', Email: address, Type: 'HardBounce', Details: HARD },
      soft: { RecordType: 'Bounce', Email: address, Type: 'SoftBounce', Details: SOFT },
      complaint: { RecordType: 'SpamComplaint', Email: address },
      opted_out: { RecordType: 'SubscriptionChange', Recipient: address, SuppressSending: true, Origin: 'Recipient' },
    }[event]
    const body = JSON.stringify({
      ...{ ...part, MessageID: id, Metadata: tag(report), DeliveredAt: at.toISOString() },
      ...report.fields,
    })
    const credentials = Buffer.from('carillon:secret-token').toString('base64')
    return { headers: { ...json, authorization: `Basic ${credentials}` }, body }
  },
}

const sendgrid: EmailProvider = {
  accept: (id) => ({ status: 202, headers: { 'x-message-id': id }, text: '' }),
  webhook(report, at) {
    const { event, id, address } = report
    const part = {
      delivered: { event: 'delivered' },
      hard: { event: 'bounce', type: 'bounce', reason: HARD },
      soft: { event: 'bounce', type: 'blocked', reason: SOFT },
      complaint: { event: 'spamreport' },
      opted_out: { event: 'unsubscribe' },
    }[event]
    const about = { email: address, timestamp: Number(seconds(at)), sg_message_id: `${id}.recvd-1`, ...tag(report) }
    const body = `${JSON.stringify([{ ...part, ...about, ...report.fields }])}\r\n`
    const signature = sign('sha256', Buffer.from(seconds(at) + body), sendgridKey.private).toString('base64')
    return {
      headers: {
        ...json,
        'x-twilio-email-event-webhook-timestamp': seconds(at),
        'x-twilio-email-event-webhook-signature': signature,
      },
      body,
    }
  },
}

const mailgun: EmailProvider = {
  accept: (id) => ({ body: { id: `<${id}>`, message: 'Queued. Thank you.' } }),
  webhook(report, at) {
    const { event, id, address } = report
    const failure = { event: 'failed', severity: 'permanent' }
    const part = {
      delivered: { event: 'delivered' },
      hard: { ...failure, reason: 'bounce', 'delivery-status': { message: HARD } },
      soft: { ...failure, reason: 'generic', 'delivery-status': { message: SOFT } },
      complaint: { event: 'complained' },
      opted_out: { event: 'unsubscribed' },
    }[event]
    const about = { recipient: address, timestamp: at.getTime() / 1000, 'user-variables': tag(report) }
    const [timestamp, token] = [seconds(at), randomBytes(25).toString('hex')]
    const signature = createHmac('sha256', 'secret-token')
      .update(timestamp + token)
      .digest('hex')
    const body = JSON.stringify({
      signature: { timestamp, token, signature },
      'event-data': { ...part, ...about, message: { headers: { 'message-id': id } } },
    })
    return { headers: json, body }
  },
}

export const snsTopic = 'arn:aws:sns:eu-west-1:123456789012:carillon'
/** The path of the certificate on the server of SNS. */
export const snsCertificatePath = `/SimpleNotificationService-${'0'.repeat(32)}.pem`

/** Signs a message of SNS with the certificate of the tests. */
export function snsWebhook(fields: Record<string, string>, at: Date): SignedWebhook {
  const message: Record<string, string> = {
    MessageId: randomBytes(16).toString('hex'),
    TopicArn: snsTopic,
    Timestamp: at.toISOString(),
    ...fields,
  }
  const text = Object.keys(message)
    .toSorted()
    .map((name) => `${name}\n${message[name]}\n`)
    .join('')
  const body = JSON.stringify({
    ...message,
    SignatureVersion: '2',
    SigningCertURL: `https://sns.eu-west-1.amazonaws.com${snsCertificatePath}`,
    Signature: sign('sha256', Buffer.from(text), certificate.key).toString('base64'),
  })
  return { headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-topic-arn': snsTopic }, body }
}

const ses: EmailProvider = {
  accept: (id) => ({ body: { MessageId: id } }),
  webhook(report, at) {
    const { event, id, address } = report
    const people = [{ emailAddress: address }]
    const part = {
      delivered: { eventType: 'Delivery', delivery: { recipients: [address] } },
      hard: { eventType: 'Bounce', bounce: bounce('Permanent', address, HARD) },
      soft: { eventType: 'Bounce', bounce: bounce('Transient', address, SOFT) },
      complaint: { eventType: 'Complaint', complaint: { complainedRecipients: people } },
      opted_out: { eventType: 'Subscription', subscription: { newTopicPreferences: { unsubscribeAll: true } } },
    }[event]
    const { delivery } = tag(report)
    const mail = { messageId: id, destination: [address], tags: delivery === undefined ? {} : { delivery: [delivery] } }
    return snsWebhook({ Type: 'Notification', Message: JSON.stringify({ ...part, mail }) }, at)
  },
}

function bounce(bounceType: string, emailAddress: string, diagnosticCode: string) {
  return { bounceType, bouncedRecipients: [{ emailAddress, diagnosticCode }] }
}

export const emailProviders: Record<string, EmailProvider> = { ses, resend, postmark, sendgrid, mailgun }
