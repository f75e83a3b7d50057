// Templates that WhatsApp approves, in English.
import { count, figure } from '../numbers.ts'

export const approved = {
  title: 'Approved templates',
  text: 'What may be written to people who did not write first. Templates are made in Meta’s WhatsApp Manager, and read from there every hour.',
  sync: 'Read the list now',
  read: (templates: number, usable: number) =>
    `${count(templates, 'template', 'templates')} read, ${figure(usable)} of them usable`,
  readAt: 'Read from Meta',
  notRead: 'The last attempt to read the list failed',
  search: 'Part of the name',
  none: 'No templates are known',
  noneText:
    'The list needs the account’s id (waba_id) in the connection’s settings. A template that was approved a moment ago is there after the list was read again.',
  noneMatch: 'No template of that name',
  noneMatchText: 'Search for less of it.',
  usable: 'Usable',
  refused: (reason: string) => `No message may use it: it ${reason}.`,
  categories: { MARKETING: 'Marketing', UTILITY: 'Utility', AUTHENTICATION: 'Authentication' },
  header: (kind: string) => `Header: ${kind}`,
  headers: { text: 'text with a variable', image: 'image', video: 'video', document: 'document' },
  variables: (names: string) => `Variables: ${names}`,
  noVariables: 'No variables',
  buttons: (kinds: string) => `Buttons: ${kinds}`,
  buttonKinds: { quick_reply: 'reply', url: 'link of an action', fixed: 'fixed' },
  toList: 'See the list',
  toListText: 'Which templates Meta approved, what each has to be filled with, and which no message may use.',
  choose: 'Choose an approved template',
  use: 'Use it',
  source: 'Source',
  notConnected: 'This source is not connected to WhatsApp',
  connect: 'Connect WhatsApp',
}
