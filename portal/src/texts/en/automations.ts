// The English texts of automations.
import { figure } from './numbers.ts'

export const automations = {
  title: 'Automations',
  text: 'Rules that send a template when a contact is created, gets a tag or replies with a keyword.',
  automation: 'Automation',
  add: 'Add automation',
  edit: 'Edit automation',
  none: 'No automations yet',
  noneText:
    'Send a template to every new contact, to contacts that get a tag, or to contacts that reply with a keyword. Each contact receives the message once.',
  on: 'On',
  off: 'Off',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  nameExample: 'Welcome new customers',
  when: 'When',
  whenCreated: 'a contact is created',
  whenTagged: (tag: string) => `a contact gets the tag “${tag}”`,
  whenReplied: (keyword: string) => `a contact replies “${keyword}”`,
  sentence: (when: string, template: string) => `When ${when}, send the template ${template}.`,
  tag: 'Tag',
  keyword: 'Keyword',
  keywordText: 'The reply must consist of this word or phrase. Case and surrounding punctuation are ignored.',
  template: 'Template',
  noTemplate: 'Template not found',
  source: 'Source',
  channel: 'Channel',
  channelText: 'If you select no channel, Carillon uses one that reaches the contact.',
  anyChannel: 'Automatic',
  vars: 'Variables',
  varsText:
    'Enter one name=value per line. The name, language, addresses and metadata of the contact are included automatically.',
  once: 'Each contact receives the message once.',
  removeQuestion: (name: string) => `Remove “${name}”?`,
  removeText:
    'The automation sends no more messages, and its runs are deleted. Messages that it already sent stay in the list of deliveries.',
  remove: 'Remove automation',
  runsSoFar: ({ sent, refused, waiting }: { sent: number; refused: number; waiting: number }) =>
    `${figure(sent)} sent, ${figure(refused)} refused, ${figure(waiting)} waiting`,
  state: 'Status',
  anyState: 'Any status',
  states: { waiting: 'Waiting', sent: 'Sent', refused: 'Refused' },
  contact: 'Contact',
  removedContact: 'Removed contact',
  result: 'Result',
  time: 'Time',
  delivery: (id: number) => `Delivery ${id}`,
  noRuns: 'No runs yet',
  noRunsText:
    'A run appears here for each contact. The run shows the delivery, or the reason why the message was refused.',
}
