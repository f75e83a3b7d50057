// The English texts of approved WhatsApp templates.
import { count, figure } from '../numbers.ts'

export const approved = {
  title: 'Approved templates',
  text: 'If a recipient has not written to you in the last 24 hours, WhatsApp accepts only approved templates. Create these templates in Meta’s WhatsApp Manager. Carillon syncs the list every hour.',
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
  noneMatchText: 'Use a shorter search text.',
  usable: 'Usable',
  refused: (reason: string) => `Messages cannot use this template because it ${reason}.`,
  statuses: {
    PENDING: 'In review',
    IN_APPEAL: 'In appeal',
    REJECTED: 'Rejected',
    PAUSED: 'Paused',
    DISABLED: 'Disabled',
    PENDING_DELETION: 'Being deleted',
    DELETED: 'Deleted',
    LIMIT_EXCEEDED: 'Limit exceeded',
    ARCHIVED: 'Archived',
    APPROVED: 'Approved',
  },
  categories: { MARKETING: 'Marketing', UTILITY: 'Utility', AUTHENTICATION: 'Authentication' },
  header: (kind: string) => `Header: ${kind}`,
  headers: { text: 'text with a variable', image: 'image', video: 'video', document: 'document' },
  variables: (names: string) => `Variables: ${names}`,
  noVariables: 'No variables',
  buttons: (kinds: string) => `Buttons: ${kinds}`,
  buttonKinds: { quick_reply: 'quick reply', url: 'action link', fixed: 'fixed' },
  toList: 'View list',
  toListText:
    'A list of your WhatsApp templates. It shows the variables of each template, and whether messages can use the template.',
  choose: 'Choose an approved template',
  use: 'Use template',
  source: 'Source',
  notConnected: 'This source has no WhatsApp connection',
  connect: 'Connect WhatsApp',
}
