// The SMTP servers of known mail services, from the documentation of each service (read in November 2026).
import type { Preset } from '../../set-up/set-up.ts'

const starttls = (host: string) => ({ host, port: 587, security: 'starttls' })
const tls = (host: string) => ({ host, port: 465, security: 'tls' })

/** Personal accounts of Outlook.com are absent: they accept no password, and only signed-in applications (OAuth). */
export const mailServices: Preset[] = [
  // https://support.google.com/a/answer/176600
  {
    name: 'gmail',
    title: 'Gmail and Google Workspace',
    settings: tls('smtp.gmail.com'),
    help: 'The user is the complete Gmail address. The password is an app password, which requires 2-Step Verification. Gmail limits the messages of each day.',
    link: 'https://myaccount.google.com/apppasswords',
  },
  // https://learn.microsoft.com/en-us/exchange/clients-and-mobile-in-exchange-online/authenticated-client-smtp-submission
  {
    name: 'microsoft365',
    title: 'Microsoft 365',
    settings: starttls('smtp.office365.com'),
    help: 'The user is the complete address of the mailbox. An administrator must turn on Authenticated SMTP for this mailbox. Microsoft is removing sign-ins with a password: from the end of 2026 they are off unless an administrator turns them on.',
    link: 'https://admin.microsoft.com/#/users',
  },
  // https://fastmail.help/hc/en-us/articles/1500000278342
  {
    name: 'fastmail',
    title: 'Fastmail',
    settings: tls('smtp.fastmail.com'),
    help: 'The user is the complete Fastmail address. The password is an app password: Settings, Privacy & Security, Manage app passwords.',
    link: 'https://app.fastmail.com/settings/security/apps',
  },
  // https://support.apple.com/en-us/102525
  {
    name: 'icloud',
    title: 'iCloud Mail',
    settings: starttls('smtp.mail.me.com'),
    help: 'The user is the complete iCloud address. The password is an app-specific password, which requires two-factor authentication.',
    link: 'https://account.apple.com/account/manage',
  },
  // https://www.zoho.com/mail/help/zoho-smtp.html
  {
    name: 'zoho',
    title: 'Zoho Mail',
    settings: tls('smtppro.zoho.com'),
    help: 'Paid organizations use smtppro.zoho.com, other accounts smtp.zoho.com. Accounts in the European Union use .eu instead of .com. With two-factor authentication, the password is an application-specific password.',
    link: 'https://accounts.zoho.com/home#security/app_password',
  },
  // https://docs.aws.amazon.com/ses/latest/dg/smtp-connect.html
  {
    name: 'ses',
    title: 'Amazon SES over SMTP',
    settings: starttls('email-smtp.us-east-1.amazonaws.com'),
    help: 'Replace us-east-1 with your region. The user and password are SMTP credentials of this region, and not the access key. The provider Amazon SES also reports deliveries and bounces.',
    link: 'https://console.aws.amazon.com/ses/home#/smtp',
  },
  // https://developers.brevo.com/docs/smtp-integration
  {
    name: 'brevo',
    title: 'Brevo',
    settings: starttls('smtp-relay.brevo.com'),
    help: 'The user is the SMTP login, and the password is an SMTP key. An API key does not work.',
    link: 'https://app.brevo.com/settings/keys/smtp',
  },
  // https://documentation.mailjet.com/hc/en-us/articles/360043229473
  {
    name: 'mailjet',
    title: 'Mailjet',
    settings: starttls('in-v3.mailjet.com'),
    help: 'The user is the API key, and the password is the secret key.',
    link: 'https://app.mailjet.com/account/apikeys',
  },
]
