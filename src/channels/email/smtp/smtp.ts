// The SMTP provider. Loads the code that sends emails when it is first needed.
import { counted } from '../../../lib/text/plural.ts'
import type { Provider } from '../../contract.ts'
import type { ConnectionFindings } from '../../findings.ts'
import { parseJsonBody } from '../../inbound-bodies.ts'
import { storedReport } from '../bounce-mail/report.ts'
import type { EmailSender } from '../sending.ts'
import { type EmailSettings, emailProblems, emailSettings } from '../settings.ts'
import { smtpForm } from './form.ts'
import { mailServices } from './mail-services.ts'

export const smtp: Provider<EmailSettings> = {
  title: 'SMTP',
  help: "You need the SMTP host, user and password of a mail server, and the sender's address.",
  settings: emailSettings,
  form: smtpForm,
  presets: mailServices,
  signature: ({ dkim }) => dkim && `the DKIM key ${dkim.selector} of ${dkim.domain}`,
  problems: emailProblems,
  check: async (settings, allowPrivateNetwork, now) => {
    const [findings, bounces] = await Promise.all([
      (await sender()).check(settings, allowPrivateNetwork, now),
      checkMailbox(settings, allowPrivateNetwork),
    ])
    return { found: [...findings.found, ...bounces.found], problems: { ...bounces.problems, ...findings.problems } }
  },
  send: async (call) => (await sender()).send(call),
  receiver: {
    webhooks: false,
    verifyHeaders: () => false,
    verify: () => false,
    parse: parseJsonBody,
    read: (body) => [storedReport(body)],
    poll: async (call, position) => (await import('../mailbox.ts')).pollMailbox(call, position),
  },
}

/** Checks the mailbox for bounce mails, if the settings have one. */
async function checkMailbox(settings: EmailSettings, allowPrivateNetwork: boolean): Promise<ConnectionFindings> {
  if (!settings.bounce_mailbox) return { found: [], problems: {} }
  const [{ countMails }, { mailboxProblem }] = await Promise.all([
    import('../mailbox.ts'),
    import('../mailbox-session.ts'),
  ])
  try {
    const count = counted(await countMails(settings, allowPrivateNetwork), 'mail')
    return { found: [`the bounce mailbox has ${count}`], problems: {} }
  } catch (error) {
    return { found: [], problems: { bounce_mailbox: mailboxProblem(error) } }
  }
}

let loaded: Promise<EmailSender> | undefined

/** Returns the only email sender of the process. All messages share its open sessions. */
function sender(): Promise<EmailSender> {
  loaded ??= import('../sending.ts').then(({ createEmailSender }) => createEmailSender())
  return loaded
}
