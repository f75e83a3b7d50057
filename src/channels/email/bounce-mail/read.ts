// Reads bounce mails: delivery status notifications (RFC 3464, RFC 6533), feedback reports (RFC 5965), and the plain
// texts of exim and qmail. Every other mail, such as a reply or an out-of-office message, reports nothing.
import PostalMime, { type Email } from 'postal-mime'
import { addressIn, type Fields, groupsOf, messageIdIn, statusIn } from './fields.ts'
import { readPlainReport } from './plain-reports.ts'
import { type ReportedRecipient, verdictOf } from './verdict.ts'

export interface BounceMail {
  kind: 'dsn' | 'arf' | 'auto_reply' | 'other'
  recipients: readonly ReportedRecipient[]
  /** The id of the message that the mail is about. */
  originalMessageId: string | null
  /** The Date header. Null if it is missing or invalid. */
  date: Date | null
  /** The texts that may contain the signed return path of the message. */
  traces: string[]
}

const STATUS_PARTS = ['message/delivery-status', 'message/global-delivery-status']
const ORIGINAL_PARTS = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']
/** The headers that contain the address to which a mail was sent. */
const ARRIVAL_HEADERS = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-rcpt-to']
/** Maximum number of characters of the original message that are searched. Its headers are at its beginning. */
const MOST_ORIGINAL = 65_536

/** Reads a mail. Throws if the bytes are not a mail with MIME parts. */
export async function readBounceMail(bytes: Uint8Array): Promise<BounceMail> {
  const mail = await PostalMime.parse(bytes, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: 20,
    maxHeadersSize: 256 * 1024,
  })
  const header = headersOf(mail)
  const sent = new Date(mail.date ?? '')
  const date = Number.isNaN(sent.getTime()) ? null : sent
  const arrival = ARRIVAL_HEADERS.flatMap((name) => header.get(name) ?? [])
  const isReport = (header.get('content-type') ?? '').toLowerCase().startsWith('multipart/report')
  const status = isReport ? partOf(mail, STATUS_PARTS) : undefined
  const feedback = isReport ? partOf(mail, ['message/feedback-report']) : undefined
  const original = (partOf(mail, ORIGINAL_PARTS) ?? '').slice(0, MOST_ORIGINAL)
  if (status !== undefined) {
    const [about, ...others] = groupsOf(status)
    const recipients = [about, ...others].flatMap((group) => (group?.has('final-recipient') ? statusOf(group) : []))
    const named = about?.get('x-original-message-id')?.replace(/[<>]/g, '')
    return {
      kind: 'dsn',
      date,
      recipients,
      originalMessageId: messageIdIn(original) ?? named ?? null,
      traces: [...arrival, status, original],
    }
  }
  if (feedback !== undefined) {
    const traces = [...arrival, feedback, original]
    return { kind: 'arf', date, recipients: feedbackOf(feedback), originalMessageId: messageIdIn(original), traces }
  }
  const plain = isReport || !isFromSystem(header) ? undefined : readPlainReport(mail.text ?? '')
  if (plain) {
    const { recipients, original: copy } = plain
    const traces = [...arrival, copy.slice(0, MOST_ORIGINAL)]
    return { kind: 'dsn', date, recipients, originalMessageId: messageIdIn(copy), traces }
  }
  const reply = header.get('in-reply-to')?.replace(/[<>\s]/g, '') ?? null
  const submitted = header.get('auto-submitted')?.toLowerCase()
  const kind = submitted !== undefined && submitted !== 'no' ? 'auto_reply' : 'other'
  return { kind, date, recipients: [], originalMessageId: reply, traces: arrival }
}

/** Returns whether a mail server wrote the mail: such a mail has no return path, or states that it is automatic. */
function isFromSystem(header: Map<string, string>): boolean {
  const submitted = header.get('auto-submitted')?.toLowerCase() ?? 'no'
  return header.get('return-path')?.trim() === '<>' || submitted !== 'no'
}

function headersOf({ headers }: Email): Map<string, string> {
  return new Map(headers.map(({ key, value }) => [key, value]))
}

function partOf({ attachments }: Email, types: string[]): string | undefined {
  const found = attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()))
  return typeof found?.content === 'string' ? found.content : undefined
}

/** Returns the report about one recipient of a delivery status notification. */
function statusOf(group: Fields): ReportedRecipient {
  const diagnostic = group.get('diagnostic-code') ?? ''
  const text = diagnostic.slice(diagnostic.indexOf(';') + 1).trim()
  const stated = /^[245]\.\d{1,3}\.\d{1,3}/.exec(group.get('status') ?? '')?.[0]
  const status = stated ?? statusIn(text)
  const action = group.get('action')?.toLowerCase() ?? 'failed'
  const address = addressIn(group.get('final-recipient')) ?? addressIn(group.get('original-recipient'))
  return { address, status, action, text, ...verdictOf({ status, action, text }) }
}

/** The types of feedback that a person causes. Other types, such as auth-failure, are about mail servers. */
const COMPLAINTS = ['abuse', 'fraud', 'virus', 'other', 'opt-out', 'opt-out-list']

function feedbackOf(report: string): ReportedRecipient[] {
  const [fields] = groupsOf(report)
  const type = fields?.get('feedback-type')?.toLowerCase() ?? ''
  const address = addressIn(fields?.get('original-rcpt-to')) ?? addressIn(fields?.get('removal-recipient'))
  const verdict = COMPLAINTS.includes(type) ? 'complaint' : 'none'
  return [{ address, verdict, status: null, cause: type.replaceAll('-', '_'), text: type }]
}
