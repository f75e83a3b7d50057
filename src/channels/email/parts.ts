// The parts of an email that are the same for every provider: sender, recipient, texts, headers and files.
import { detectMimeType } from 'nodemailer/lib/mime-funcs/mime-types'
import type { OutgoingMessage } from '../contract.ts'
import type { EmailFile } from './attachments.ts'
import { bodyOf } from './body-threads.ts'
import { domainOf, oneLine, safeContentType, safeFileName } from './header-values.ts'
import { emailHtml, emailText } from './layout.ts'
import { checkedSender, type Mailbox, type SenderSettings, senderOf } from './settings.ts'

export interface EmailParts {
  from: Mailbox
  replyTo: Mailbox | undefined
  to: Mailbox
  subject: string
  /** The whole Message-ID with its angle brackets. All attempts of a delivery have the same value. */
  messageId: string
  text: string
  html: string
  /** Further headers. Their values contain only ASCII characters. */
  headers: Record<string, string>
  files: EmailPartFile[]
}

/** A file with a safe name. */
export interface EmailPartFile {
  filename: string
  contentType: string
  bytes: Buffer
}

/** Composes the parts of an email. No part can start a new header. `settings` must be valid. */
export async function emailParts(
  message: OutgoingMessage,
  files: EmailFile[],
  settings: SenderSettings,
): Promise<EmailParts> {
  const { mail: frame, address, recipientName } = message
  if (!frame) throw new Error('The email message has no MailFrame.')
  const from = checkedSender(settings.from)
  const replyTo = settings.reply_to === undefined ? undefined : senderOf(settings.reply_to)
  const name = oneLine(recipientName)
  return {
    from: onOneLine(from),
    replyTo: replyTo && onOneLine(replyTo),
    to: { name: name === address ? '' : name, address },
    subject: oneLine(message.subject ?? ''),
    messageId: `<${frame.messageId}@${domainOf(from.address)}>`,
    text: emailText(message, frame),
    html: emailHtml(message, frame, await bodyOf(message)),
    headers: {
      'List-Unsubscribe': `<${frame.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    files: files.map(partFile),
  }
}

function partFile({ filename, mimeType, bytes }: EmailFile): EmailPartFile {
  const name = safeFileName(filename)
  return { filename: name, contentType: safeContentType(mimeType) ?? detectMimeType(name), bytes }
}

function onOneLine({ name, address }: Mailbox): Mailbox {
  return { name: oneLine(name), address }
}
