// The English texts of approved WhatsApp templates.
import { count, figure } from '../numbers.ts'

export const approved = {
  title: 'Approved templates',
  text: 'Without a message from the recipient in the last 24 hours, WhatsApp accepts only approved templates. Create templates in Meta’s WhatsApp Manager. The list is synced every hour.',
  sync: 'Sync now',
  read: (templates: number, usable: number) =>
    `${count(templates, 'template', 'templates')} synced, ${figure(usable)} usable`,
  readAt: 'Last synced',
  notRead: 'The last sync failed',
  search: 'Search by name',
  none: 'No approved templates',
  noneText:
    'To sync templates, enter the WABA ID in the settings of the connection. New templates appear after the next sync.',
  noneMatch: 'No matching templates',
  noneMatchText: 'Use a shorter search.',
  usable: 'Usable',
  refused: (reason: string) => `Messages cannot use this template: it ${reason}.`,
  categories: { MARKETING: 'Marketing', UTILITY: 'Utility', AUTHENTICATION: 'Authentication' },
  header: (kind: string) => `Header: ${kind}`,
  headers: { text: 'text with a variable', image: 'image', video: 'video', document: 'document' },
  variables: (names: string) => `Variables: ${names}`,
  noVariables: 'No variables',
  buttons: (kinds: string) => `Buttons: ${kinds}`,
  buttonKinds: { quick_reply: 'quick reply', url: 'action link', fixed: 'fixed' },
  toList: 'View list',
  toListText: 'Shows your WhatsApp templates, their variables, and whether messages can use them.',
  choose: 'Choose an approved template',
  use: 'Use template',
  source: 'Source',
  notConnected: 'This source has no WhatsApp connection',
  connect: 'Connect WhatsApp',
}
