// Composes the bytes of an email and adds the DKIM signature.
import { buffer } from 'node:stream/consumers'
import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { SmtpEnvelope } from '../../lib/smtp-session.ts'
import type { OutgoingMessage } from '../contract.ts'
import type { EmailFile } from './attachments.ts'
import { mimeBytes } from './mime-bytes.ts'
import { emailParts } from './parts.ts'
import type { EmailSettings, SenderSettings } from './settings.ts'

export interface ComposedEmail {
  envelope: SmtpEnvelope
  /** The whole Message-ID with its angle brackets. */
  messageId: string
  raw: Buffer
}

type ComposerSettings = SenderSettings & Pick<EmailSettings, 'dkim' | 'bounce_domain'>

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
  settings: ComposerSettings,
  date: Date,
): Promise<ComposedEmail> {
  const { headers, text, html, files: parts, replyTo, ...fields } = await emailParts(message, files, settings)
  const { 'List-Unsubscribe': link = '', ...others } = headers
  const node = new MailComposer({
    ...fields,
    ...(replyTo ? { replyTo } : {}),
    date,
    text: withCrlf(text),
    html: withCrlf(html),
    attachments: parts.map(({ filename, contentType, bytes }) => ({
      filename,
      content: bytes,
      contentType,
      contentTransferEncoding: 'base64',
      contentDisposition: 'attachment',
    })),
    headers: { 'List-Unsubscribe': { prepared: true, value: link }, ...others },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const bare = mimeBytes(node)
  return {
    envelope: { from: returnPath(message, settings) ?? fields.from.address, to: message.address },
    messageId: fields.messageId,
    raw: settings.dkim ? await signed(bare, settings.dkim) : bare,
  }
}

/** Returns the return path of a connection with `bounce_domain`: it contains the signed name of the message. */
function returnPath({ mail }: OutgoingMessage, { bounce_domain: domain }: ComposerSettings): string | undefined {
  return domain === undefined || !mail ? undefined : `bounces+${mail.messageId}@${domain}`
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
