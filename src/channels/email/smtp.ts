// SMTP: a connection to any mail server; what sends is loaded when there is something to send.
import type { Provider } from '../contract.ts'
import type { EmailSender } from './sending.ts'
import { type EmailSettings, emailProblems, emailSettings } from './settings.ts'

export const smtp: Provider<EmailSettings> = {
  title: 'SMTP',
  help: "Any mail server that takes messages: your provider's SMTP host, user and password, and the address that messages come from.",
  settings: emailSettings,
  problems: emailProblems,
  check: async (...args) => (await sender()).check(...args),
  send: async (call) => (await sender()).send(call),
}

let loaded: Promise<EmailSender> | undefined

/** One for the process: its open sessions are shared. */
function sender(): Promise<EmailSender> {
  loaded ??= import('./sending.ts').then(({ createEmailSender }) => createEmailSender())
  return loaded
}
