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
  email: 'E-mail',
  optional: 'optional',
  shownOnce: 'This is shown once. Keep it somewhere safe now.',
  done: 'Done',
  actions: 'Actions',
  typeToConfirm: (word: string) => `Type “${word}” to confirm`,
}

export const problems = {
  title: 'That did not work',
  unreachable: 'The service could not be reached. What you typed is still here; try again when the connection is back.',
  unreadable: (status: number) => `Something between you and the service answered with status ${status}.`,
  forbidden: 'Your role in this workspace does not allow this. An owner or admin can do it, or change your role.',
  conflict: 'Somebody else changed this in the meantime. What you typed is still here.',
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
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  push: 'Push',
  discord: 'Discord',
  slack: 'Slack',
  messenger: 'Messenger',
}
