// The drafts of the connection form in the portal: known services, and the secrets that a new destination requires.
import { describe, expect, it } from 'vitest'
import { secretsToRepeat } from '../../portal/src/pages/sources/connection/repeated-secrets.ts'
import {
  draftOf,
  draftsOfService,
  fieldsOf,
  type Schema,
  settingsOf,
} from '../../portal/src/pages/sources/connection/settings-draft.ts'
import { smtpForm } from '../../src/channels/email/smtp/form.ts'
import { mailServices } from '../../src/channels/email/smtp/mail-services.ts'

const fields = fieldsOf(smtpForm.schema as Schema)
const stored = {
  host: 'mail.example.com',
  port: 587,
  security: 'starttls',
  user: 'user',
  password: '••••',
  from: 'hello@shop.example',
  certificate: 'unverified',
  client_name: 'a.example',
  bounce_mailbox: { host: 'imap.example.com', user: 'user', password: '••••' },
}
const began = draftOf(fields, stored)
const given = (text: string) => ({ state: 'given' as const, text })

describe('the drafts of an SMTP connection', () => {
  it.each(mailServices.map((service) => [service.title, service.settings] as const))(
    'after the service %s was chosen, the drafts contain its server and no settings of the previous server',
    (_title, settings) => {
      const draft = { ...began, ...draftsOfService(fields, settings) }
      const { settings: changed } = settingsOf(fields, draft)
      expect(changed).toMatchObject({ ...settings, from: stored.from, user: 'user' })
      expect(changed).not.toHaveProperty('certificate')
      expect(changed).not.toHaveProperty('client_name')
    },
  )

  it.each([
    ['host', 'other.example.com', ['password']],
    ['certificate', 'required', ['password']],
    ['bounce_mailbox.host', 'other.example.com', ['bounce_mailbox.password']],
    ['client_name', 'b.example', []],
  ])('a changed %s requires only the secrets that are sent to it', (path, text, expected) => {
    expect(secretsToRepeat(fields, began, { ...began, [path]: given(text) })).toEqual(expected)
  })

  it('the drafts keep a masked user, and a new host requires the user and the password again', () => {
    const masked = draftOf(fields, { ...stored, user: '••••' })
    expect(settingsOf(fields, masked).settings).toMatchObject({ user: '••••' })
    expect(secretsToRepeat(fields, masked, { ...masked, host: given('other.example.com') })).toEqual([
      'user',
      'password',
    ])
  })
})
