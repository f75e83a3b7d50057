// The English texts that all pages share: buttons, problems, times, channels and statuses.
import { count } from './numbers.ts'

export const brand: string = 'Carillon'

export const common = {
  cancel: 'Cancel',
  save: 'Save',
  saved: 'Saved',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  retry: 'Retry',
  more: 'Show more',
  searchedBackTo: 'Oldest entry searched:',
  loading: 'Loading…',
  remove: 'Remove',
  edit: 'Edit',
  create: 'Create',
  search: 'Search',
  export: 'Export',
  exportCsv: 'CSV for spreadsheets',
  exportLines: 'JSON lines',
  typeForMore: 'Type to find more…',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  unlimited: 'Unlimited',
  back: 'Back',
  docs: 'Documentation',
  live: 'Live',
  test: 'Test',
  name: 'Name',
  email: 'Email',
  optional: 'optional',
  shownOnce: 'Copy this value now. It is not shown again.',
  done: 'Done',
  actions: 'Actions',
  typeToConfirm: (word: string) => `Type “${word}” to confirm`,
}

export const problems = {
  title: 'The request failed',
  missing: 'Not found',
  highlighted: 'Correct the highlighted fields.',
  fields: 'Correct these fields:',
  unreachable: 'The service could not be reached. Your input is still here. Try again when the connection is back.',
  unreadable: (status: number) =>
    `The portal received an unexpected response with status ${status}. It may come from a proxy in front of the service.`,
  forbidden: 'Your role in this workspace does not allow this action. Ask an owner or an admin.',
  conflict: 'Another change was saved after you opened this page. Your input is still here.',
  overwrite: 'Overwrite saved version',
  takeSaved: 'Use saved version',
  unavailable: 'The service is busy, or its database is unavailable. Try again in a few seconds.',
  retryAfter: (seconds: number) => `Try again in ${count(seconds, 'second', 'seconds')}.`,
  pageError: 'An error occurred on this page',
  pageErrorText: 'The other pages still work. Include the details below in a bug report.',
  missingPart: 'A part of the portal could not be loaded',
  missingPartText: 'Reload the page. The portal was updated, or the connection was lost.',
  reload: 'Reload',
  notFound: 'Page not found',
  notFoundText: 'The URL may be outdated or contain a typing error.',
  toOverview: 'Go to overview',
}

export const dateRange = {
  label: 'Time range',
  any: 'Any time',
  presets: { day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days' },
  custom: 'Custom range',
  from: 'From day',
  to: 'To day',
}

export const connection = {
  lost: 'No connection to the service. Retrying every few seconds. Your input is kept.',
  retryNow: 'Retry now',
}

export const time = {
  justNow: 'just now',
  soon: 'in a moment',
  now: 'now',
}

/** The labels of API fields in forms. */
export const fields = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  current_password: 'Current password',
  new_password: 'New password',
  url: 'URL',
  events: 'Events',
  rate_limit: 'Rate limit',
  slug: 'Slug',
  locales: 'Languages',
  locale: 'Language',
  channels: 'Channels',
  channel: 'Channel',
  subject: 'Subject',
  body: 'Text',
  vars: 'Variables',
  template: 'Template',
  source_id: 'Source',
  source: 'Source',
  scheduled_for: 'Send at',
  amount: 'Amount',
  note: 'Note',
  plan: 'Plan',
  quota: 'Messages per month',
  whatsapp_limit: 'WhatsApp messages per month',
  category: 'Category',
  defaults: 'Sending defaults',
  tag: 'Tag',
  tags: 'Tags',
  keyword: 'Keyword',
  metadata: 'Metadata',
  preferred_channel: 'Preferred channel',
  whatsapp_phone: 'WhatsApp number',
  phone: 'Phone number',
  telegram_chat_id: 'Telegram chat ID',
  messenger_psid: 'Messenger ID',
  slack_channel: 'Slack channel or member ID',
  role: 'Role',
  color: 'Color',
  logo_url: 'Logo',
  file: 'File',
}

export const statuses = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
}

export const channels = {
  email: 'Email',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  push: 'Push',
  discord: 'Discord',
  slack: 'Slack',
  messenger: 'Messenger',
  sms: 'SMS',
}
