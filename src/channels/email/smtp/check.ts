// Checks an SMTP connection: opens a session, signs in, and names the setting that causes a problem.
import { openSmtpSession, SmtpFailure } from '../../../lib/smtp-session.ts'
import type { ConnectionFindings } from '../../findings.ts'
import { emailProblem } from '../outcomes.ts'
import { type EmailSettings, serverOf } from '../settings.ts'

/** Checks the mail server: opens and closes a session. Sends no message. */
export async function checkServer(
  settings: EmailSettings,
  allowPrivateNetwork: boolean,
  timeout: number,
): Promise<ConnectionFindings> {
  const server = serverOf(settings.url, allowPrivateNetwork)
  try {
    const session = await openSmtpSession(server, AbortSignal.timeout(timeout))
    session.quit()
    return {
      found: [
        `the mail server ${server.host}:${server.port} answers`,
        session.encrypted ? 'the connection is encrypted' : 'the connection is not encrypted',
        session.signedIn ? `signed in as ${server.user}` : 'not signed in',
      ],
      problems: {},
    }
  } catch (error) {
    return { found: [], problems: { [settingOf(error)]: emailProblem(error) } }
  }
}

const SIGN_IN = [534, 535, 538]
const TLS_FAILED = /:SSL routines:/

/** Returns the setting that a member most likely must correct. */
function settingOf(error: unknown): 'host' | 'port' | 'security' | 'user' | 'password' {
  if (!(error instanceof SmtpFailure)) return 'host'
  const { stage, code, command, reply, message } = error
  if (reply?.code === 530 || (code === 'EAUTH' && !reply)) return 'user'
  if (stage === 'auth' || (reply && SIGN_IN.includes(reply.code))) return 'password'
  if (command === 'STARTTLS' || TLS_FAILED.test(message) || (stage === 'greeting' && code === 'TIMEOUT'))
    return 'security'
  return code === 'ECONNREFUSED' ? 'port' : 'host'
}
