// The email channel.

import { escapeHtml } from '../../lib/text/html.ts'
import { sizes } from '../../limits.ts'
import { storedAddressSupport } from '../address.ts'
import type { Channel, Content } from '../contract.ts'
import { empty, tooLong } from '../text/text-length.ts'
import { emailAddress } from './address.ts'
import { mailgun } from './http/mailgun.ts'
import { postmark } from './http/postmark.ts'
import { resend } from './http/resend.ts'
import { sendgrid } from './http/sendgrid.ts'
import { ses } from './http/ses.ts'
import { smtp } from './smtp/smtp.ts'

declare module '../names.ts' {
  interface ChannelTypes {
    email: true
  }
}

export const email: Channel = {
  name: 'email',
  title: 'Email',
  ...storedAddressSupport(emailAddress),
  address: (recipient) => recipient.email ?? undefined,
  addressField: 'recipient.email',
  addressOwner: 'recipient',
  shown: async (message) => (await import('./shown.ts')).shownEmail(message),
  content: 'html',
  credits: 1,
  limits: [],
  optOuts: 'all',
  bounces: true,
  receipts: ['delivered'],
  setUpRank: 1,
  titled: true,
  misfits: (content) => [
    ...empty('email', content.body),
    ...tooLong('email', 'template', 'the text', content.body, sizes.emailText),
    ...tooLong('email', 'template', 'the HTML', htmlOf(content), sizes.emailHtml),
    ...tooLong('email', 'subject', 'the subject', content.subject ?? '', sizes.subject),
  ],
  ownEscape: ({ key }) => (key === 'html' ? escapeHtml : undefined),
  providers: { smtp, ses, resend, postmark, sendgrid, mailgun },
  failover: 'any',
}

function htmlOf({ own }: Pick<Content, 'own'>): string {
  return typeof own?.html === 'string' ? own.html : ''
}
