// Reads bounce mails: delivery status notifications (RFC 3464, RFC 6533), feedback reports (RFC 5965), and the plain
// texts of exim and qmail. Every other mail, such as a reply or an out-of-office message, reports nothing.
import PostalMime, { type Email } from 'postal-mime'
import { statusIn } from '../refusals.ts'
import { addressIn, type Fields, groupsOf, headerIn, headerOf, messageIdIn } from './fields.ts'
import { formOf, MOST_PLAIN_BYTES } from './form.ts'
import { readPlainReport } from './plain-reports.ts'
import { MOST_RECIPIENTS, MOST_TEXT, type ReportedRecipient, type Verdict, verdictOf } from './verdict.ts'

export interface BounceMail {
  recipients: readonly ReportedRecipient[]
  /** The id of the message that the mail is about. */
  originalMessageId: string | null
  /** The Date header. Null if it is missing or invalid. */
  date: Date | null
  /** The fields that may contain the signed return path of the message. */
  traces: string[]
}

const STATUS_PARTS = ['message/delivery-status', 'message/global-delivery-status']
const ORIGINAL_PARTS = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']
/** The headers that contain the address to which a mail was sent. */
const ARRIVAL_HEADERS = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-rcpt-to']
/**
 * The fields of a report that name the message. The other fields, and the text of the original message, may name
 * another message, for example if a person answers a message and the answer is returned.
 */
const REPORT_FIELDS = ['x-postfix-sender', 'original-envelope-id', 'original-mail-from']

/** Reads a mail. Returns undefined for a mail that reports nothing. Throws if the structure of the mail is broken. */
export async function readBounceMail(bytes: Uint8Array): Promise<BounceMail | undefined> {
  const header = headerOf(bytes)
  const form = formOf(header)
  if (form === undefined) return undefined
  const mail = await PostalMime.parse(form === 'plain' ? bytes.subarray(0, MOST_PLAIN_BYTES) : bytes, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: 20,
    maxHeadersSize: 256 * 1024,
  })
  const report: Report | undefined = form === 'plain' ? readPlainReport(mail.text ?? '') : readParts(mail)
  if (!report) return undefined
  const { recipients, original, about } = report
  const arrival = ARRIVAL_HEADERS.flatMap((name) => header.get(name) ?? [])
  const reported = REPORT_FIELDS.flatMap((name) => about?.get(name) ?? [])
  return {
    recipients,
    originalMessageId: messageIdIn(original.get('message-id')) ?? messageIdIn(about?.get('x-original-message-id')),
    date: dateOf(header),
    traces: [...arrival, original.get('return-path') ?? '', ...reported],
  }
}

function dateOf(header: Fields): Date | null {
  const sent = new Date(header.get('date') ?? '')
  return Number.isNaN(sent.getTime()) ? null : sent
}

interface Report {
  recipients: ReportedRecipient[]
  /** The header of the original message. */
  original: Fields
  /** The fields of the report that are about the whole message. */
  about?: Fields | undefined
}

/** Returns the report in the parts of a mail. */
function readParts(mail: Email): Report | undefined {
  const original = headerIn(partOf(mail, ORIGINAL_PARTS) ?? '')
  const status = partOf(mail, STATUS_PARTS)
  if (status !== undefined) {
    const groups = groupsOf(status)
    const recipients = groups.filter((group) => group.has('final-recipient')).slice(0, MOST_RECIPIENTS)
    return { recipients: recipients.map(statusOf), original, about: groups[0] }
  }
  const feedback = partOf(mail, ['message/feedback-report'])
  if (feedback === undefined) return undefined
  const [about = new Map()] = groupsOf(feedback)
  return { recipients: feedbackOf(about), original, about }
}

function partOf({ attachments }: Email, types: string[]): string | undefined {
  const found = attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()))
  return typeof found?.content === 'string' ? found.content : undefined
}

/** Returns the report about one recipient of a delivery status notification. */
function statusOf(group: Fields): ReportedRecipient {
  const diagnostic = (group.get('diagnostic-code') ?? '').slice(0, MOST_TEXT)
  const text = diagnostic.slice(diagnostic.indexOf(';') + 1).trim()
  const stated = /^[245]\.\d{1,3}\.\d{1,3}/.exec(group.get('status') ?? '')?.[0]
  const status = stated ?? statusIn(text) ?? null
  // A comment may follow the action.
  const action = /^[a-z]+/i.exec(group.get('action') ?? '')?.[0].toLowerCase() ?? 'failed'
  const address = addressIn(group.get('final-recipient')) ?? addressIn(group.get('original-recipient'))
  return { address, status, text, verdict: verdictOf({ status, action, text }) }
}

/**
 * The types of feedback that state the will of a person. Other types are absent: programs cause them, or they have no
 * known meaning. Examples are `auth-failure`, `virus` and `other`.
 */
const FEEDBACK = new Map<string, Verdict>([
  ['abuse', 'complaint'],
  ['fraud', 'complaint'],
  ['opt-out', 'opt_out'],
  ['opt-out-list', 'opt_out'],
])

function feedbackOf(fields: Fields): ReportedRecipient[] {
  const type = fields.get('feedback-type')?.toLowerCase() ?? ''
  const address = addressIn(fields.get('original-rcpt-to')) ?? addressIn(fields.get('removal-recipient'))
  const verdict = FEEDBACK.get(type) ?? 'none'
  return [{ address, verdict, status: null, text: type.slice(0, MOST_TEXT) }]
}
