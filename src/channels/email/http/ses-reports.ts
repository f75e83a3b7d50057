// Reads the reports of Amazon SES, which arrive as messages of an SNS topic.
import { fieldsOf, isObject, itemsOf, type JsonObject, textOf, textWithin } from '../../../lib/json/json-fields.ts'
import { callProvider } from '../../../lib/provider-call.ts'
import { throughGateway } from '../../gateway.ts'
import type { InboundCall, InboundEvent, Receiver } from '../../inbound.ts'
import { parseJsonBody } from '../../inbound-bodies.ts'
import { momentOfText } from '../../moments.ts'
import type { Reported } from './reports.ts'
import * as reports from './reports.ts'
import { parseSigned, signedFields } from './signed-bodies.ts'
import { hasTopic, isSignedBy, type SnsSettings, snsKey, snsUrl } from './sns.ts'

const NAME = 'Amazon SES'
export const sesReceiver: Receiver<SnsSettings> = {
  receipts: 'by_id',
  verifyHeaders: hasTopic,
  signingKey: snsKey,
  verify: ({ headers, body, signingKey }, settings) =>
    signingKey !== undefined && hasTopic(headers, settings) && isSignedBy(signingKey, signedFields(body)),
  parse: parseSigned,
  repeatKey: (body) => textWithin(fieldsOf(body).MessageId, 255),
  read,
  confirm,
}

function read(body: unknown, settings: SnsSettings, receivedAt: Date): InboundEvent[] {
  const { Type: type, Message, SubscribeURL, Timestamp } = fieldsOf(body)
  const at = momentOfText(Timestamp) ?? receivedAt
  if (type === 'Notification') return readNotification(Message, at)
  if (type === 'UnsubscribeConfirmation')
    return reports.unreadable('the subscription of this connection was removed from the SNS topic')
  if (type !== 'SubscriptionConfirmation') return reports.unreadable('a body that is not a message of SNS')
  const url = snsUrl(SubscribeURL, settings)
  return url ? [{ kind: 'confirmation', url: url.href }] : reports.unreadable('a confirmation for another server')
}

/** Confirms the subscription of the topic, so that SNS sends reports to this connection. */
async function confirm(call: InboundCall<SnsSettings>, url: string): Promise<void> {
  const { settings, signal, allowPrivateNetwork } = call
  const target = snsUrl(url, settings)
  if (!target) throw new Error('the confirmation is for another server')
  const reply = await callProvider({
    url: throughGateway(target.href, settings.api_base),
    headers: { accept: '*/*' },
    signal,
    allowPrivateNetwork,
  })
  if (reply.kind !== 'answer') throw new Error(`Amazon SNS did not confirm the subscription: ${reply.reason}`)
  if (reply.status !== 200) throw new Error(`Amazon SNS did not confirm the subscription (${reply.status})`)
}

function readNotification(text: unknown, at: Date): InboundEvent[] {
  const report = parseJsonBody({ bytes: Buffer.from(typeof text === 'string' ? text : ''), contentType: undefined })
  // SES sends a sentence in place of JSON when the topic becomes an event destination.
  if (!isObject(report)) return []
  const name = textWithin(report.eventType ?? report.notificationType, 64)
  if (name === undefined) return reports.unreadable('a report without a type')
  const reader = READERS.get(name)
  if (!reader) return []
  const { messageId, destination, tags } = fieldsOf(report.mail)
  const { part, people } = reader
  const details = fieldsOf(report[part])
  const moment = momentOfText(details.timestamp) ?? at
  const deliveryId = itemsOf(fieldsOf(tags)[reports.TAG])[0]
  const about = { externalId: messageId, deliveryId, at: moment }
  const entries = people === undefined ? itemsOf(destination) : itemsOf(details[people])
  const events = entries.flatMap((entry) => {
    const address = fieldsOf(entry).emailAddress ?? entry
    const message = reports.reportedMessage({ ...about, address })
    return message ? [reader.read(message, details, fieldsOf(entry))] : []
  })
  return events.length === 0 ? reports.unreadable(`a report ${name} without an address`) : events.flat()
}

/**
 * The function that reads an event. `part` is the field of the report with the details of the event, and `people` is
 * the field of these details with the addresses.
 */
interface Reader {
  part: string
  people?: string
  read: (message: Reported, details: JsonObject, entry: JsonObject) => InboundEvent[]
}

const READERS = new Map<string, Reader>([
  ['Send', { part: 'send', read: reports.taken }],
  ['Delivery', { part: 'delivery', people: 'recipients', read: reports.delivered }],
  ['Complaint', { part: 'complaint', people: 'complainedRecipients', read: readComplaint }],
  ['Reject', { part: 'reject', read: (message, { reason }) => reports.notSent(NAME, message, reason) }],
  [
    'Rendering Failure',
    { part: 'failure', read: (message, { errorMessage }) => reports.notSent(NAME, message, errorMessage) },
  ],
  ['Subscription', { part: 'subscription', read: readSubscription }],
  ['Bounce', { part: 'bounce', people: 'bouncedRecipients', read: readBounce }],
])

/** SES did not send the message, because the address is in a suppression list. */
const SUPPRESSED = ['Suppressed', 'OnAccountSuppressionList']

function readBounce(
  message: Reported,
  { bounceType, bounceSubType }: JsonObject,
  { status, diagnosticCode }: JsonObject,
): InboundEvent[] {
  if (SUPPRESSED.includes(textOf(bounceSubType) ?? '')) return reports.suppressed(NAME, message, 'hard')
  const diagnosis = [status, diagnosticCode].flatMap((text) => textWithin(text, 500) ?? []).join(' ')
  return reports.bounced(message, { verdict: reports.BOUNCE_TYPES.get(bounceType), diagnosis })
}

/** With the type `not-spam`, the recipient reported that the message is not spam. */
function readComplaint(message: Reported, { complaintFeedbackType, complaintSubType }: JsonObject): InboundEvent[] {
  if (complaintFeedbackType === 'not-spam') return []
  if (SUPPRESSED.includes(textOf(complaintSubType) ?? '')) return reports.suppressed(NAME, message, 'complaint')
  return reports.complained(message)
}

function readSubscription(message: Reported, details: JsonObject): InboundEvent[] {
  const isOut = fieldsOf(details.newTopicPreferences).unsubscribeAll
  return typeof isOut === 'boolean' ? reports.changedWish(message, !isOut) : []
}
