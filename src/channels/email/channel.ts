// Email: addresses, what fits, and a connection to any SMTP server; what sends is loaded when there is something to send.
import { sizes } from '../../limits.ts'
import { atStored } from '../address.ts'
import type { Channel } from '../contract.ts'
import { empty, tooLong } from '../text-length.ts'
import { emailAddress } from './address.ts'
import type { EmailSender } from './sending.ts'
import { type EmailSettings, emailProblems, emailSettings } from './settings.ts'

declare module '../names.ts' {
  interface ChannelTypes {
    email: true
  }
}

export const email: Channel = {
  name: 'email',
  title: 'Email',
  ...atStored(emailAddress),
  address: (recipient) => recipient.email ?? undefined,
  addressField: 'recipient.email',
  addressOwner: 'recipient',
  compose: async (message) => (await import('./composed.ts')).composedEmail(message),
  content: 'html',
  credits: 1,
  limits: [],
  optOuts: 'all',
  receipts: [],
  setUpRank: 1,
  titled: true,
  misfits: (content) => [
    ...empty('email', content.body),
    ...tooLong('email', 'template', 'the text', content.body, sizes.emailText),
    ...tooLong('email', 'subject', 'the subject', content.subject ?? '', sizes.subject),
  ],
  connector: {
    help: "Any mail server that takes messages: your provider's SMTP host, user and password, and the address that messages come from.",
    settings: emailSettings,
    problems: (settings, allowPrivateNetwork) =>
      emailProblems(settings as unknown as EmailSettings, allowPrivateNetwork),
    check: async (...asked) => (await sender()).check(...asked),
    send: async (call) => (await sender()).send(call),
  },
}

let loaded: Promise<EmailSender> | undefined

/** One for the process: its open sessions are shared. */
function sender(): Promise<EmailSender> {
  loaded ??= import('./sending.ts').then(({ createEmailSender }) => createEmailSender())
  return loaded
}
