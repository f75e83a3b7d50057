// The settings with which an SMTP connection receives bounce mails: a domain for return paths, and a mailbox.
import { type Static, Type } from 'typebox'
import { checkUrl } from '../../lib/safe-url.ts'

export const bounceFields = {
  bounce_domain: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})+$',
      maxLength: 200,
      destination: false,
      description:
        'A domain that receives bounce mails. Each message then has its own return path, bounces+…@this domain, so that Carillon can assign a bounce mail to its message.',
      examples: ['bounce.shop.example'],
    }),
  ),
  mode: Type.Optional(
    Type.Enum(['polling'], {
      type: 'string',
      description: 'polling: Carillon reads bounce mails from bounce_mailbox.',
    }),
  ),
  bounce_mailbox: Type.Optional(
    Type.Object(
      {
        host: Type.String({
          pattern: '^[A-Za-z0-9.:-]{1,253}$',
          maxLength: 253,
          destination: true,
          examples: ['imap.shop.example'],
          description: 'The IMAP server.',
        }),
        port: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 65_535,
            default: 993,
            destination: true,
            description: '993 (TLS from the start) or 143 (STARTTLS).',
          }),
        ),
        user: Type.String({ minLength: 1, maxLength: 320, description: 'The user of the mailbox.' }),
        password: Type.String({
          minLength: 1,
          maxLength: 1024,
          secret: true,
          description: 'The password of the mailbox.',
        }),
        folder: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 255,
            default: 'INBOX',
            description: 'The folder that receives bounce mails.',
          }),
        ),
      },
      {
        additionalProperties: false,
        hasOwnDestinations: true,
        description: 'The mailbox that receives bounce mails. Carillon reads it and changes nothing in it.',
      },
    ),
  ),
}

interface BounceSettings {
  mode?: 'polling'
  bounce_mailbox?: Static<typeof bounceFields.bounce_mailbox>
}

/** Returns the problems of the bounce mailbox. The setting `mode` and the mailbox need each other. */
export function mailboxProblems(
  { mode, bounce_mailbox: mailbox }: BounceSettings,
  allowPrivateNetwork: boolean,
): Record<string, string> {
  if (!mailbox) return mode === undefined ? {} : { bounce_mailbox: 'is required if mode is polling' }
  if (mode === undefined) return { mode: 'must be polling, so that bounce_mailbox is read' }
  const { host, port = 993 } = mailbox
  if (!allowPrivateNetwork && port < 1024 && port !== 143 && port !== 993)
    return { 'bounce_mailbox.port': 'must be 993, 143, or a port from 1024 upwards' }
  const problem = checkUrl(`https://${host.includes(':') ? `[${host}]` : host}/`, { allowPrivateNetwork })
  return problem === undefined ? {} : { 'bounce_mailbox.host': problem }
}
