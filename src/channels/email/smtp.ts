// The SMTP provider. Loads the code that sends emails when it is first needed.
import type { Provider } from '../contract.ts'
import { mailServices } from './mail-services.ts'
import type { EmailSender } from './sending.ts'
import { type EmailSettings, emailProblems, emailSettings } from './settings.ts'
import { smtpForm } from './smtp-form.ts'

export const smtp: Provider<EmailSettings> = {
  title: 'SMTP',
  help: "You need the SMTP host, user and password of a mail server, and the sender's address.",
  settings: emailSettings,
  form: smtpForm,
  presets: mailServices,
  signature: ({ dkim }) => dkim && `the DKIM key ${dkim.selector} of ${dkim.domain}`,
  problems: emailProblems,
  check: async (...args) => (await sender()).check(...args),
  send: async (call) => (await sender()).send(call),
}

let loaded: Promise<EmailSender> | undefined

/** Returns the only email sender of the process. All messages share its open sessions. */
function sender(): Promise<EmailSender> {
  loaded ??= import('./sending.ts').then(({ createEmailSender }) => createEmailSender())
  return loaded
}
