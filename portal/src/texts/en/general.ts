// What every page says in English: buttons, problems, moments, channels and statuses.
import { count } from './numbers.ts'

export const brand: string = 'Carillon'

export const common = {
  cancel: 'Cancel',
  save: 'Save',
  saved: 'Saved',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  retry: 'Try again',
  more: 'Show more',
  searchedTo: 'Looked through everything since',
  loading: 'Loading…',
  remove: 'Remove',
  edit: 'Edit',
  create: 'Create',
  search: 'Search',
  typeForMore: 'Type to find more…',
  all: 'All',
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
  shownOnce: 'This is shown once. Keep it somewhere safe now.',
  done: 'Done',
  actions: 'Actions',
  typeToConfirm: (word: string) => `Type “${word}” to confirm`,
}

export const problems = {
  title: 'That did not work',
  highlighted: 'Correct the highlighted fields.',
  fields: 'Correct these fields:',
  unreachable: 'The service could not be reached. What you typed is still here; try again when the connection is back.',
  unreadable: (status: number) => `Something between you and the service answered with status ${status}.`,
  forbidden: 'Your role in this workspace does not allow this. An owner or admin can do it, or change your role.',
  conflict: 'Another change was saved after you opened this. What you typed is still here.',
  overwrite: 'Save mine over it',
  takeTheirs: 'Take theirs',
  unavailable: 'The service is busy or its database is away. Try again in a few seconds.',
  retryAfter: (seconds: number) => `Try again in ${count(seconds, 'second', 'seconds')}.`,
  pageBroke: 'This page stopped working',
  pageBrokeText: 'The rest of the portal still works. The details below help whoever mends it.',
  newVersion: 'A newer version of the portal is there',
  newVersionText: 'Reload to go on with it.',
  reload: 'Reload',
  notFound: 'There is no such page',
  notFoundText: 'The address may be old, or mistyped.',
  toOverview: 'Go to the overview',
}

export const connection = {
  lost: 'No connection to the service. Asking again every few seconds; nothing you typed is lost.',
  now: 'Ask now',
}

export const time = {
  justNow: 'just now',
  soon: 'in a moment',
  now: 'now',
}

/** What forms call the fields of the API. */
export const fields = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  current_password: 'Current password',
  new_password: 'New password',
  url: 'Address',
  events: 'Events',
  rate_limit: 'Rate limit',
  slug: 'Short name',
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
  scheduled_for: 'Send it at',
  amount: 'Amount',
  note: 'Note',
  plan: 'Plan',
  quota: 'Messages a month',
  whatsapp_limit: 'WhatsApp messages a month',
  tag: 'Tag',
  tags: 'Tags',
  keyword: 'Keyword',
  metadata: 'Metadata',
  preferred_channel: 'Preferred channel',
  whatsapp_phone: 'WhatsApp number',
  telegram_chat_id: 'Telegram chat id',
  messenger_psid: 'Messenger id',
  slack_channel: 'Slack channel or member id',
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
}
