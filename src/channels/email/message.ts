// Composes the bytes of an email: headers that are safe against injection, text and HTML, attachments, and the DKIM
// signature.
import { buffer } from 'node:stream/consumers'
import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { SmtpEnvelope } from '../../lib/smtp-session.ts'
import type { OutgoingMessage } from '../contract.ts'
import { bodyOf } from './body-threads.ts'
import { emailHtml, emailText } from './layout.ts'
import { mimeBytes } from './mime-bytes.ts'
import { checkedSender, type EmailSettings, senderOf } from './settings.ts'

export interface EmailFile {
  filename: string
  mimeType?: string
  bytes: Buffer
}

export interface ComposedEmail {
  envelope: SmtpEnvelope
  /** The whole Message-ID with its angle brackets. */
  messageId: string
  raw: Buffer
}

/** The signed headers. RFC 8058 requires a signature of both List-Unsubscribe headers. */
const SIGNED =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted'

/**
 * Composes an email and signs it if the settings have a DKIM key. `date` is the value of the Date header. `settings`
 * must be valid.
 */
export async function composeEmail(
  message: OutgoingMessage,
  files: EmailFile[],
  settings: EmailSettings,
  date: Date,
): Promise<ComposedEmail> {
  const from = checkedSender(settings.from)
  const replyTo = settings.reply_to === undefined ? undefined : senderOf(settings.reply_to)
  const { mail: frame } = message
  if (!frame) throw new Error('The email message has no MailFrame.')
  const messageId = `<${frame.messageId}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
  const name = oneLine(message.recipientName)
  const node = new MailComposer({
    from: { name: oneLine(from.name), address: from.address },
    to: { name: name === message.address ? '' : name, address: message.address },
    ...(replyTo ? { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } } : {}),
    subject: oneLine(message.subject ?? ''),
    messageId,
    date,
    text: withCrlf(emailText(message, frame)),
    html: withCrlf(emailHtml(message, frame, await bodyOf(message))),
    attachments: files.map(({ filename, mimeType, bytes }) => ({
      filename: fileName(filename),
      content: bytes,
      contentType: contentType(mimeType),
      contentTransferEncoding: 'base64',
      contentDisposition: 'attachment',
    })),
    headers: {
      'List-Unsubscribe': { prepared: true, value: `<${frame.unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const bare = mimeBytes(node)
  return {
    envelope: { from: from.address, to: message.address },
    messageId,
    raw: settings.dkim ? await signed(bare, settings.dkim) : bare,
  }
}

async function signed(raw: Buffer, { domain, selector, private_key }: NonNullable<EmailSettings['dkim']>) {
  const signer = new DKIM({
    domainName: domain,
    keySelector: selector,
    privateKey: private_key,
    headerFieldNames: SIGNED,
  })
  return buffer(signer.sign(raw))
}

/** Returns the text with the line breaks that an email requires. */
function withCrlf(text: string): string {
  return text.replace(/\r\n?|\n/g, '\r\n')
}

/** Replaces line breaks and control characters with spaces, because a line break could start a new header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** Replaces slashes and removes direction marks. With a direction mark, evil.exe can appear as a .txt file. */
function fileName(name: string): string {
  return oneLine(name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').replace(/[\\/]+/g, '_')) || 'attachment'
}

/**
 * Returns the declared type, subtype and charset. Returns undefined if the type must be derived from the file name. A
 * file of the type `multipart` or `message` is sent as plain bytes, because these types would change the structure of
 * the email.
 */
function contentType(declared: string | undefined): string | undefined {
  const type = declared && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+/.exec(declared)?.[0].toLowerCase()
  if (!type) return undefined
  if (type.startsWith('multipart/') || type.startsWith('message/')) return 'application/octet-stream'
  const charset = /;\s*charset="?([\w.:-]{1,40})"?/i.exec(declared)?.[1]
  return charset === undefined ? type : `${type}; charset=${charset}`
}
