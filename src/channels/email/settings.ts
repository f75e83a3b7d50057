// The settings of an SMTP connection: the server's URL, the sender and an optional DKIM key. Every provider of email has
// the settings of the sender.
import { createPrivateKey } from 'node:crypto'
import { domainToASCII } from 'node:url'
import addressparser from 'nodemailer/lib/addressparser'
import { type Static, Type } from 'typebox'
import { checkUrl } from '../../lib/safe-url.ts'
import type { SmtpServer } from '../../lib/smtp-session.ts'
import { bounceFields, mailboxProblems } from './bounce-settings.ts'

/** The settings that every provider of email has. */
export const senderFields = {
  from: Type.String({
    minLength: 3,
    maxLength: 320,
    pattern: '^[^\\u0000-\\u001f\\u007f]+$',
    description: 'The sender: an address, or a name and an address.',
    examples: ['Shop <hello@shop.example>'],
  }),
  reply_to: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 320,
      pattern: '^[^\\u0000-\\u001f\\u007f]+$',
      description: 'The address for replies, if it is not the sender: an address, or a name and an address.',
      examples: ['Shop support <help@shop.example>'],
    }),
  ),
}

export const emailSettings = Type.Object(
  {
    url: Type.String({
      pattern: '^[sS][mM][tT][pP][sS]?://[^\\s]+$',
      maxLength: 2048,
      secret: true,
      destination: true,
      description:
        'The server in one URL, instead of its separate settings: smtp://user:password@host:587 (STARTTLS if the server offers it) or smtps://user:password@host:465 (TLS from the start). Percent-encode special characters in the user and password. Options: ?tls=required, ?tls=off, ?tls=unverified, and ?name=… to set the EHLO host name.',
      examples: ['smtps://apikey:secret@smtp.example.com:465'],
    }),
    ...senderFields,
    ...bounceFields,
    dkim: Type.Optional(
      Type.Object(
        {
          domain: Type.String({
            pattern: '^[A-Za-z0-9.-]+$',
            maxLength: 253,
            destination: false,
            examples: ['shop.example'],
            description: 'Domain of the signature (d=).',
          }),
          selector: Type.String({
            pattern: '^[A-Za-z0-9._-]+$',
            maxLength: 63,
            examples: ['s1'],
            description: 'Selector of the signature (s=).',
          }),
          private_key: Type.String({
            maxLength: 16_384,
            secret: true,
            local: true,
            description: 'RSA private key in PEM, 1024 bits or more.',
          }),
        },
        {
          additionalProperties: false,
          description: 'Signs every message, including List-Unsubscribe and List-Unsubscribe-Post.',
        },
      ),
    ),
  },
  { additionalProperties: false },
)

export type EmailSettings = Static<typeof emailSettings>
export type SenderSettings = Pick<EmailSettings, 'from' | 'reply_to'>

export interface Mailbox {
  name: string
  address: string
}

const ONE_ADDRESS = 'must be one address, such as hello@shop.example or Shop <hello@…>'

/** Returns the problems that the schema cannot find, by setting. Makes no DNS lookup. */
export function emailProblems(settings: EmailSettings, allowPrivateNetwork: boolean): Record<string, string> {
  const url = urlProblem(settings.url, allowPrivateNetwork)
  return { ...(url ? { url } : {}), ...messageProblems(settings, allowPrivateNetwork) }
}

/** Returns the problems of the sender, the DKIM key and the bounce mailbox. */
export function messageProblems(
  settings: Omit<EmailSettings, 'url'>,
  allowPrivateNetwork: boolean,
): Record<string, string> {
  const key = settings.dkim && keyProblem(settings.dkim.private_key)
  return {
    ...senderProblems(settings),
    ...(key ? { 'dkim.private_key': key } : {}),
    ...mailboxProblems(settings, allowPrivateNetwork),
  }
}

/** Returns the problems of the sender and the address for replies. */
export function senderProblems({ from, reply_to }: SenderSettings): Record<string, string> {
  return {
    ...(senderOf(from) ? {} : { from: ONE_ADDRESS }),
    ...(reply_to === undefined || senderOf(reply_to) ? {} : { reply_to: ONE_ADDRESS }),
  }
}

const TLS = ['required', 'off', 'unverified']
/** The permitted ports below 1024. Mail servers use only these ports for submission and relay. */
const PORTS = [25, 465, 587]

function urlProblem(text: string, allowPrivateNetwork: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.hostname === '') return 'must be smtp:// or smtps:// with a host, such as smtps://user:pass@host:465'
  if (decoded(url.username) === undefined || decoded(url.password) === undefined)
    return 'has a user or password that is not percent-encoded: write % as %25, @ as %40, : as %3A and / as %2F'
  if (!['', '/'].includes(url.pathname) || url.hash !== '')
    return 'must end after the port. In the user and password, write / as %2F, # as %23, ? as %3F, @ as %40 and : as %3A'
  const tls = url.searchParams.get('tls')
  if (tls !== null && !TLS.includes(tls)) return `has ?tls=${tls}; valid values are ${TLS.join(', ')}`
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'tls' && name !== 'name')
  if (unknown !== undefined) return `has the unknown option ${unknown}; the options are tls and name`
  const name = url.searchParams.get('name')
  if (name !== null && !/^[A-Za-z0-9.:[\]-]{1,253}$/.test(name)) return 'has a ?name= that is not a host name'
  return portProblem(portOf(url), allowPrivateNetwork) ?? hostProblem(url.hostname, allowPrivateNetwork)
}

/** Returns the problem of the port of a mail server. */
export function portProblem(port: number, allowPrivateNetwork: boolean): string | undefined {
  if (allowPrivateNetwork || port >= 1024 || PORTS.includes(port)) return undefined
  return `uses port ${port}; mail servers listen on ${PORTS.join(', ')} or on a port from 1024 upwards`
}

/** Returns the problem of the host of a mail server. An IPv6 address is in brackets. Makes no DNS lookup. */
export function hostProblem(host: string, allowPrivateNetwork: boolean): string | undefined {
  const problem = checkUrl(`https://${host}/`, { allowPrivateNetwork })
  if (!problem || allowPrivateNetwork) return problem
  return `${problem}; to allow a mail server there, the operator sets ALLOW_PRIVATE_NETWORK=1`
}

function keyProblem(pem: string): string | undefined {
  try {
    const key = createPrivateKey(pem)
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    if (key.asymmetricKeyType !== 'rsa') return `is a key of type ${key.asymmetricKeyType}; only RSA keys are supported`
    return bits < 1024 ? `has ${bits} bits; receivers require at least 1024` : undefined
  } catch {
    return 'is not a private key in PEM (-----BEGIN PRIVATE KEY-----)'
  }
}

/** Returns the name and address in a text. Returns undefined if the text does not contain exactly one address. */
export function senderOf(text: string): Mailbox | undefined {
  const found = addressparser(text, { flatten: true })
  const one = found.length === 1 ? found[0] : undefined
  const [, local, name] = MAILBOX.exec(one?.address ?? '') ?? []
  // SMTP envelopes and the Message-ID permit only ASCII.
  const domain = name && domainToASCII(name)
  return one && local && domain ? { name: one.name, address: `${local}@${domain}` } : undefined
}

/** Returns the sender in valid settings. Throws if the text does not contain exactly one address. */
export function checkedSender(text: string): Mailbox {
  const sender = senderOf(text)
  if (!sender) throw new Error(`${text} is not a sender`)
  return sender
}

const MAILBOX = /^([!#-'*+./0-9=?A-Z^-~-]+)@([^\s@<>(),;:"\\[\]]+)$/

/** Returns the mail server for the URL in valid settings. */
export function serverOf(text: string, allowPrivateNetwork: boolean): SmtpServer {
  const url = new URL(text)
  const tls = url.searchParams.get('tls')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const user = decoded(url.username) || undefined
  // Require encryption for a password over the internet. A private network that the operator permits is trusted.
  const isPrivate = checkUrl(`https://${url.hostname}/`, { allowPrivateNetwork: false }) !== undefined
  return {
    host,
    port: portOf(url),
    secure: secureOf(url),
    requireTls: tls !== 'off' && (tls === 'required' || (user !== undefined && !isPrivate)),
    withoutTls: tls === 'off',
    verifyCertificate: tls === 'required' || (tls !== 'unverified' && !LOOPBACK.test(host)),
    name: url.searchParams.get('name') ?? undefined,
    user,
    password: user === undefined ? undefined : decoded(url.password),
    allowPrivateNetwork,
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/** Returns whether the URL of a mail server requires TLS from the start. */
export const secureOf = (url: URL) => url.protocol.toLowerCase() === 'smtps:'

/** Returns the port of a mail server's URL. The default is 465 for smtps:// and 587 for smtp://. */
export function portOf(url: URL): number {
  return url.port === '' ? (secureOf(url) ? 465 : 587) : Number(url.port)
}

/** Returns the user or password in a URL. Returns undefined if its percent-encoding is wrong. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
