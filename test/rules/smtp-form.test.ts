// The form of an SMTP connection: its fields and the stored URL describe the same server.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { emailProblems, serverOf } from '../../src/channels/email/settings.ts'
import { smtpForm } from '../../src/channels/email/smtp/form.ts'
import { mailServices } from '../../src/channels/email/smtp/mail-services.ts'
import { smtp } from '../../src/channels/email/smtp/smtp.ts'
import { settingsProblems } from '../../src/connections/settings-problems.ts'

const guide = readFileSync('docs/channels/email.md', 'utf8')
const from = 'Shop <hello@shop.example>'
const form = { settings: smtpForm.schema, problems: smtpForm.problems }

/** Returns the settings to store. Fails if the fields are not valid. `before` are the fields of the stored settings. */
function storedFrom(fields: Record<string, unknown>, before?: Record<string, unknown>) {
  const problems: typeof form.problems = (given, allows) => smtpForm.problems(given, allows, before)
  expect(settingsProblems({ ...form, problems }, fields, true)).toEqual({})
  const stored = smtpForm.stored(fields as never)
  expect(settingsProblems(smtp, stored, true)).toEqual({})
  return stored as { url: string; from: string }
}

const urls = ['smtp', 'smtps'].flatMap((protocol) =>
  ['', '?tls=required', '?tls=off', '?tls=unverified', '?name=mail.shop.example'].flatMap((options) =>
    ['mail.example.com', 'mail.example.com:2525', 'user@mail.example.com', 'us%40er:p%2F%25%3A@[::1]:26'].map(
      (server) => `${protocol}://${server}${options}`,
    ),
  ),
)

describe('fields of an SMTP server', () => {
  it.each(urls)('the SMTP fields describe the same server as the URL %s of version 0.1.0', (url) => {
    const fields = smtpForm.fields({ url, from })
    const stored = storedFrom(fields, fields)
    expect(stored.from).toBe(from)
    expect(emailProblems(stored, true)).toEqual({})
    for (const allowPrivateNetwork of [true, false]) {
      const expected = serverOf(url, allowPrivateNetwork)
      // A connection that starts with TLS uses no STARTTLS, so it ignores these two values.
      const ignored = expected.secure ? { withoutTls: false, requireTls: false } : {}
      expect({ ...serverOf(stored.url, allowPrivateNetwork), ...ignored }).toEqual({ ...expected, ...ignored })
    }
  })

  it.each(['p@ss:w/rd?#[]%', 'è una prova 👋', "!'()*~&=+ ;,$", 'a'.repeat(300)])(
    'the SMTP fields keep the user and password %s',
    (text) => {
      const { url } = storedFrom({ host: 'mail.example.com', user: text, password: `${text}!`, from })
      expect(serverOf(url, true)).toMatchObject({ user: text, password: `${text}!` })
      expect(smtpForm.fields({ url, from })).toMatchObject({ user: text, password: `${text}!` })
    },
  )

  it.each([
    [{}, 587, false, true],
    [{ port: 465 }, 465, true, true],
    [{ security: 'tls' }, 465, true, true],
    [{ security: 'tls', port: 2465 }, 2465, true, true],
    [{ security: 'starttls' }, 587, false, true],
    [{ security: 'none' }, 587, false, false],
    [{ port: 25 }, 25, false, true],
    [{ certificate: 'unverified' }, 587, false, true],
    [{ certificate: 'required' }, 587, false, true],
  ])('the SMTP fields %j result in the port %i', (fields, port, secure, requireTls) => {
    const { url } = storedFrom({ host: 'mail.example.com', user: 'u', password: 'p', from, ...fields })
    const server = serverOf(url, false)
    expect([server.port, server.secure]).toEqual([port, secure])
    // A password to a public server always requires encryption, unless the member chose no encryption.
    expect(server.requireTls && !server.withoutTls).toBe(requireTls)
  })

  it.each<[string, Record<string, unknown>, string, RegExp]>([
    ['a URL as the host', { host: 'smtp://mail.example.com' }, 'settings.host', /without smtp:\/\//],
    ['a port in the host', { host: 'mail.example.com:587' }, 'settings.host', /without a port/],
    ['a private host', { host: '127.0.0.1' }, 'settings.host', /ALLOW_PRIVATE_NETWORK/],
    ['a port of another service', { host: 'mail.example.com', port: 22 }, 'settings.port', /uses port 22/],
    ['a port that is a text', { host: 'mail.example.com', port: '587' }, 'settings.port', /whole number/],
    [
      'a user without a password',
      { host: 'mail.example.com', user: 'u' },
      'settings.password',
      /is required with user/,
    ],
    ['a password without a user', { host: 'mail.example.com', password: 'p' }, 'settings.user', /with password/],
    [
      'a certificate without encryption',
      { host: 'mail.example.com', security: 'none', certificate: 'required' },
      'settings.certificate',
      /no effect/,
    ],
    [
      'credentials that are too long together',
      { host: 'mail.example.com', user: 'ü'.repeat(320), password: 'ü'.repeat(300) },
      'settings.password',
      /too long/,
    ],
    [
      'a line break in the password',
      { host: 'mail.example.com', user: 'u', password: 'a\nb' },
      'settings.password',
      /./,
    ],
    ['half an emoji', { host: 'mail.example.com', user: 'u', password: '\ud83d' }, 'settings.password', /./],
  ])('refuses %s, and names the wrong SMTP field', (_title, fields, field, message) => {
    const problems = settingsProblems(form, { from, ...fields }, false)
    expect(Object.keys(problems)).toEqual([field])
    expect(problems[field]?.join()).toMatch(message)
  })

  it('the stored URL contains the ASCII form of a host with non-ASCII letters', () => {
    expect(storedFrom({ host: 'mail.bücher.example', from }).url).toBe('smtp://mail.xn--bcher-kva.example:587')
  })

  it('removes the password of an SMTP server together with its user', () => {
    expect(smtpForm.removed({ host: 'mail.example.com' })).toEqual(['password'])
    expect(smtpForm.removed({ host: 'mail.example.com', user: 'u' })).toEqual([])
  })

  it.each(mailServices.map((service) => [service.title, service] as const))(
    'the SMTP fields are valid for the known service %s',
    (title, { settings, link }) => {
      // The table of docs/channels/email.md has the same values. The region of SES is a placeholder there.
      const host = String(settings.host).replace('us-east-1', 'REGION')
      const name = title.replace(' and ', ', ')
      expect(guide).toMatch(new RegExp(`^\\| ${name} \\| \`${host}\`.* \\| ${String(settings.port)} \\|`, 'm'))
      storedFrom({ ...settings, user: 'u', password: 'p', from })
      expect(new URL(link).protocol).toBe('https:')
    },
  )
})
