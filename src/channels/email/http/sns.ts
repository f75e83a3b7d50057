// Verifies messages of Amazon SNS. SNS signs each message with a certificate that it publishes on a server of Amazon.
import { verify } from 'node:crypto'
import { fieldsOf, type JsonObject, textWithin } from '../../../lib/json/json-fields.ts'
import { callProvider } from '../../../lib/provider-call.ts'
import { HOUR } from '../../../limits.ts'
import { throughGateway } from '../../gateway.ts'
import type { InboundCall, InboundRequest } from '../../inbound.ts'
import { parseJsonBody } from '../../inbound-bodies.ts'
import { momentOfText } from '../../moments.ts'

export interface SnsSettings {
  topic_arn?: string | undefined
  api_base?: string | undefined
}

/** The age in milliseconds at which a message is refused. SNS repeats a message for about an hour. */
const WINDOW = HOUR
const MOST_CERTIFICATES = 16
const CERTIFICATE_BYTES = 16 * 1024

/** The certificates by their URL. Amazon never changes the certificate of a URL. */
const certificates = new Map<string, string>()

export function snsMessage(body: Buffer): JsonObject {
  return fieldsOf(parseJsonBody({ bytes: body, contentType: undefined }))
}

/** Returns whether the headers name the topic of the connection. A raw delivery has no signature. */
export function hasTopic(headers: InboundRequest['headers'], { topic_arn: topic }: SnsSettings): boolean {
  return topic !== undefined && headers['x-amz-sns-topic-arn'] === topic && headers['x-amz-sns-rawdelivery'] !== 'true'
}

/**
 * Returns the certificate that the message names. Returns undefined if the message has another topic, if it is too old,
 * or if its certificate is not on the SNS server of the topic's region. Throws if the certificate cannot be read.
 */
export async function snsCertificate(
  { body, receivedAt }: InboundRequest,
  { settings, signal, allowPrivateNetwork }: InboundCall<SnsSettings>,
): Promise<string | undefined> {
  const { TopicArn, Timestamp, SigningCertURL } = snsMessage(body)
  const sentAt = momentOfText(Timestamp)
  const isRecent = sentAt !== undefined && Math.abs(receivedAt.getTime() - sentAt.getTime()) <= WINDOW
  const url = snsUrl(SigningCertURL, settings)
  if (settings.topic_arn === undefined || TopicArn !== settings.topic_arn || !isRecent || !url) return undefined
  if (!CERTIFICATE_PATH.test(url.pathname)) return undefined
  const known = certificates.get(url.href)
  if (known !== undefined) return known
  const target = throughGateway(url.href, settings.api_base)
  const headers = { accept: '*/*' }
  const reply = await callProvider({ url: target, headers, signal, allowPrivateNetwork, maxBytes: CERTIFICATE_BYTES })
  if (reply.kind !== 'answer' || reply.status !== 200 || !reply.text.includes('BEGIN CERTIFICATE'))
    throw new Error('the certificate of Amazon SNS could not be read')
  if (certificates.size >= MOST_CERTIFICATES) certificates.clear()
  certificates.set(url.href, reply.text)
  return reply.text
}

const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/

/** Returns the URL if it is on the SNS server of the topic's region. Any other server could belong to an attacker. */
export function snsUrl(text: unknown, { topic_arn: topic = '' }: SnsSettings): URL | undefined {
  const [, , , region = ''] = topic.split(':')
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  const isExpected = url?.origin === `https://sns.${region}.${domain}` && url.username === '' && url.password === ''
  return isExpected ? url : undefined
}

/** Returns whether the certificate's key signed the message. */
export function isSignedBy(certificate: string, message: JsonObject): boolean {
  const { Type, Signature, SignatureVersion } = message
  const names = SIGNED[textWithin(Type, 64) ?? '']
  if (!names || typeof Signature !== 'string') return false
  const text = names
    .filter((name) => message[name] !== undefined && message[name] !== null)
    .map((name) => `${name}\n${String(message[name])}\n`)
    .join('')
  try {
    const algorithm = SignatureVersion === '2' ? 'sha256' : 'sha1'
    return verify(algorithm, Buffer.from(text), certificate, Buffer.from(Signature, 'base64'))
  } catch {
    return false
  }
}

const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
/** The signed fields of each type of message, in their order. */
const SIGNED: Record<string, string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: CONFIRMATION,
  UnsubscribeConfirmation: CONFIRMATION,
}
