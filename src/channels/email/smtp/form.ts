// The form of an SMTP connection: separate fields for the server, which the service stores as one URL (decision 115).
import { domainToASCII } from 'node:url'
import { type Static, Type } from 'typebox'
import type { ConnectionSettings } from '../../inbound.ts'
import type { SettingsForm } from '../../set-up/set-up.ts'
import {
  decoded,
  type EmailSettings,
  emailSettings,
  hostProblem,
  messageProblems,
  portOf,
  portProblem,
  secureOf,
} from '../settings.ts'

/** Permits all characters except control characters and incomplete surrogate pairs. */
const TEXT = { pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]+$' }

const { url, ...messageFields } = emailSettings.properties

const schema = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      maxLength: 253,
      destination: true,
      examples: ['smtp.example.com'],
      description: 'The host name of the mail server, which the mail service calls SMTP server or outgoing server.',
    }),
    port: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        destination: true,
        examples: [587],
        description: 'Usually 465 for TLS, and 587 for STARTTLS.',
      }),
    ),
    security: Type.Optional(
      Type.Enum(['tls', 'starttls', 'none'], {
        type: 'string',
        destination: true,
        choices: {
          tls: 'TLS from the start',
          starttls: 'STARTTLS',
          none: 'No encryption',
        },
        description:
          'The encryption of the connection. Default: tls on port 465, otherwise starttls. With starttls, a password is never sent unencrypted to a public server.',
      }),
    ),
    user: Type.Optional(
      Type.String({
        ...TEXT,
        maxLength: 320,
        examples: ['hello@shop.example'],
        description: 'Often the email address of the account. Leave it empty if the server requires no sign-in.',
      }),
    ),
    password: Type.Optional(
      Type.String({
        ...TEXT,
        maxLength: 1024,
        secret: true,
        examples: ['app-password'],
        description: 'Many services require an app password or an SMTP key instead of the password of the account.',
      }),
    ),
    ...messageFields,
    certificate: Type.Optional(
      Type.Enum(['required', 'unverified'], {
        type: 'string',
        destination: true,
        advanced: true,
        choices: { required: 'Always verified', unverified: 'Not verified' },
        description:
          'required: messages are sent only with encryption and a valid certificate. unverified: any certificate is accepted. Default: the certificate is verified, except on this machine.',
      }),
    ),
    client_name: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9.:[\\]-]+$',
        maxLength: 253,
        advanced: true,
        examples: ['mail.shop.example'],
        description: 'The host name that Carillon sends in its greeting (EHLO). Default: the name of this machine.',
      }),
    ),
    url: Type.Optional(Type.String({ ...url, alternative: true })),
  },
  { additionalProperties: false },
)

type SmtpFields = Omit<Static<typeof schema>, 'url'>
type ServerFields = Omit<SmtpFields, keyof typeof messageFields>

const PORTS = { tls: 465, starttls: 587, none: 587 }
const HOST = /^[A-Za-z0-9._-]+$|^\[[0-9A-Fa-f:.]+\]$/
/** The maximum length of the stored URL. Processes of 0.1.0 also check it. */
const LONGEST_URL = 2048

export const smtpForm: SettingsForm<EmailSettings, SmtpFields> = {
  schema,
  replaces: 'url',
  fields: ({ url: text, ...rest }) =>
    text === undefined || !URL.canParse(text) ? rest : { ...fieldsOf(new URL(text)), ...rest },
  // Without a user, the password has no use.
  removed: ({ user }) => (user === undefined || user === null ? ['password'] : []),
  problems: (fields, allowPrivateNetwork, before) => ({
    ...serverProblems(fields, allowPrivateNetwork, before),
    ...messageProblems(fields, allowPrivateNetwork),
  }),
  stored({ host, port, security, user, password, certificate, client_name, ...rest }) {
    const server: ServerFields = { host, port, security, user, password, certificate, client_name }
    return { url: urlOf(server), ...rest }
  },
}

/** Returns the fields of a server. Processes of 0.1.0 ignore `tls=off` in a URL with smtps://. */
function fieldsOf(stored: URL): ServerFields {
  const { hostname, username, password, searchParams } = stored
  const tls = searchParams.get('tls')
  const isSecure = secureOf(stored)
  const name = searchParams.get('name') ?? undefined
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: portOf(stored),
    security: isSecure ? 'tls' : tls === 'off' ? 'none' : 'starttls',
    ...(username === '' ? {} : { user: decoded(username) ?? username }),
    ...(password === '' ? {} : { password: decoded(password) ?? password }),
    ...(tls === 'required' || tls === 'unverified' ? { certificate: tls } : {}),
    ...(name === undefined ? {} : { client_name: name }),
  }
}

function securityOf({ security, port }: ServerFields): 'tls' | 'starttls' | 'none' {
  return security ?? (port === PORTS.tls ? 'tls' : 'starttls')
}

function urlOf(fields: ServerFields): string {
  const { host, user, password, certificate, client_name } = fields
  const security = securityOf(fields)
  const login = [user, password].flatMap((part) => (part === undefined ? [] : [encodeURIComponent(part)])).join(':')
  const tls = security === 'none' ? 'off' : certificate
  const options = new URLSearchParams({
    ...(tls === undefined ? {} : { tls }),
    ...(client_name === undefined ? {} : { name: client_name }),
  }).toString()
  const server = `${nameInUrl(host)}:${fields.port ?? PORTS[security]}`
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login && `${login}@`}${server}${options && `?${options}`}`
}

/** Returns the host as a URL contains it: with ASCII letters only, and an IPv6 address in brackets. */
function nameInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : domainToASCII(host) || host
}

function serverProblems(
  fields: ServerFields,
  allowPrivateNetwork: boolean,
  before: ConnectionSettings | undefined,
): Record<string, string> {
  const { port, user, password, certificate } = fields
  const host = nameInUrl(fields.host)
  const security = securityOf(fields)
  const problems = {
    host: HOST.test(host)
      ? hostProblem(host, allowPrivateNetwork)
      : 'must be a host name such as smtp.example.com, without smtp:// and without a port',
    port: portProblem(port ?? PORTS[security], allowPrivateNetwork),
    user: user === undefined && password !== undefined ? 'is required with password' : undefined,
    password: passwordProblem(fields, before),
    certificate:
      security === 'none' && certificate !== undefined
        ? 'has no effect without encryption: choose tls or starttls, or clear this setting'
        : undefined,
  }
  return Object.fromEntries(
    Object.entries(problems).flatMap(([name, problem]) => (problem === undefined ? [] : [[name, problem]])),
  )
}

/** A connection of 0.1.0 may have a user without a password, because some relays permit no sign-in. */
function passwordProblem(fields: ServerFields, before: ConnectionSettings | undefined): string | undefined {
  const hadNone = before?.user !== undefined && before.password === undefined
  if (fields.user !== undefined && fields.password === undefined && !hadNone) return 'is required with user'
  return urlOf(fields).length > LONGEST_URL ? 'is too long together with the user' : undefined
}
