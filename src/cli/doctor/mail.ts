// The doctor's check of the operator's mail server. The server must be reachable and must accept the login.
import { checkOperatorMail, operatorMailProblem } from '../../channels/operator-mail.ts'
import type { Config } from '../../config.ts'
import { type Finding, fail, ok } from './findings.ts'

export async function mailFinding({ smtpUrl, smtpFrom }: Config): Promise<Finding> {
  if (smtpUrl === undefined) return ok('mail', 'SMTP_URL is not set: notices to owners are kept in the test inbox.')
  const wrong = operatorMailProblem(smtpUrl, smtpFrom)
  if (wrong !== undefined) return fail('mail', `${wrong}.`, 'Fix the setting. Until then, the service does not start.')
  const checked = await checkOperatorMail(smtpUrl)
  if ('seen' in checked) return ok('mail', `SMTP_URL: ${checked.seen}.`)
  return fail(
    'mail',
    `SMTP_URL: ${checked.problem}.`,
    'Check the host, port, user and password in SMTP_URL. Until the server accepts the login, notices to owners are not sent.',
  )
}
