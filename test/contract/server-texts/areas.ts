// Lists the server files with sentences that the portal shows. The files are grouped by the catalog of their Italian
// translations.

/**
 * The files and folders of each catalog. If the files of several catalogs contain the same sentence, its translation is
 * in the first of these catalogs.
 */
export const areas: Record<string, string[]> = {
  values: [
    'src/schema-words.ts',
    'src/errors.ts',
    'src/lib/json',
    'src/lib/safe-url.ts',
    'src/lib/exchange.ts',
    'src/lib/safe-fetch.ts',
    'src/lib/exchange.ts',
    'src/lib/smtp-pool.ts',
    'src/lib/smtp-session.ts',
    'src/lib/thrown.ts',
    'src/lib/text/plural.ts',
    'src/lib/text/date-time.ts',
    'src/body-threads.ts',
    'src/http/errors.ts',
    'src/http/unrouted.ts',
    'src/http/wrong-credentials.ts',
    'src/http/body',
    'src/http/manage/shapes.ts',
  ],
  channels: [
    'src/channels/address.ts',
    'src/channels/gateway.ts',
    'src/channels/outcomes.ts',
    'src/channels/text/own-content.ts',
    'src/channels/providers.ts',
    'src/channels/remedies.ts',
    'src/channels/text/text-length.ts',
    'src/channels/sandbox/sandbox.ts',
  ],
  meta: ['src/channels/meta'],
  email: [
    'src/channels/email/address.ts',
    'src/channels/email/attachments.ts',
    'src/channels/email/channel.ts',
    'src/channels/email/files.ts',
    'src/channels/email/outcomes.ts',
    'src/channels/email/release.ts',
    'src/channels/email/sending.ts',
    'src/channels/email/settings.ts',
    'src/channels/email/silence.ts',
  ],
  telegram: ['src/channels/telegram'],
  whatsapp: ['src/channels/whatsapp'],
  messenger: ['src/channels/messenger'],
  discord: ['src/channels/discord'],
  slack: ['src/channels/slack'],
  push: ['src/channels/push'],
  mail: ['src/channels/email/http'],
  connections: ['src/connections', 'src/http/manage/sources/approved-templates.ts'],
  delivery: ['src/delivery', 'src/events', 'src/inbound'],
  admission: ['src/admission'],
  recipients: ['src/recipients', 'src/lib/csv/csv-read.ts', 'src/http/manage/imports.ts'],
  templates: [
    'src/templates',
    'src/automations',
    'src/http/manage/templates.ts',
    'src/http/manage/template-versions.ts',
  ],
  access: [
    'src/members',
    'src/workspaces',
    'src/http/manage/access',
    'src/http/manage/expiry.ts',
    'src/http/manage/members/management-tokens.ts',
    'src/http/manage/members/session.ts',
    'src/http/manage/messages/delivery-changes.ts',
  ],
  overview: ['src/overview/conditions.ts'],
}

/**
 * Files in the folders above whose sentences the portal does not show. These sentences are errors for key holders,
 * emails, examples, and descriptions of the API.
 */
export const notRead = new Set([
  'src/admission/gate.ts',
  'src/admission/sets/group-commit.ts',
  'src/admission/find-or-create-recipient.ts',
  'src/admission/request.ts',
  'src/channels/push/devices.ts',
  'src/events/examples.ts',
  'src/events/dev-listeners.ts',
  'src/events/notices.ts',
  'src/http/manage/access/rules.ts',
  'src/inbound/press-texts.ts',
  'src/members/letters.ts',
  'src/recipients/push-registrations.ts',
])

/** Single words that the server puts into its sentences. */
export const words: Record<string, string[]> = {
  delivery: ['now', 'queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'waiting', 'applied'],
  recipients: ['done', 'cancelled'],
  access: ['viewer', 'admin', 'owner'],
}

/** Texts that no page of the portal shows, in files that also contain shown texts. `{}` stands for a placeholder. */
export const notShown = new Set([
  'Bearer {}',
  'bearer {}',
  'Basic {}',
  'BEGIN CERTIFICATE',
  'Bounced Address',
  'Spam Reporting Address',
  'Unsubscribed Address',
  'Rendering Failure',
  'HTTP/1.1 {} {}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{}',
  'RCPT TO',
  'MAIL FROM',
  'RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC.',
  'Ada Lovelace',
  '{} on {}',
  'new lanes',
  'accepted it',
  '{} of {} accepted it. {}',
  'app ({})',
  'browser at {}',
  '{} device',
  '{} devices',
  'CSV in UTF-8 with the column names in the first line (docs/recipients.md). At most {} MB and {} rows.',
  'The whole request body may have at most {} values and {} bytes.',
  'Sign in',
  'Sign out',
  'Not signed in',
  'Fail to sign in',
  'Accept an invitation',
  'admin-token file',
  'Choose a new password',
  'Ask for a new password by mail',
  'Create the owner of this installation',
  'A time in the future. null if it never expires.',
  'and no',
])
