// The English texts of categories, and of the preferences of a recipient.

export const categories = {
  title: 'Categories',
  text: 'Divide messages into categories. Recipients decline a category as a whole or on one channel.',
  add: 'Create category',
  edit: 'Edit category',
  none: 'No categories yet',
  noneText:
    'Create a category such as “Newsletter”, and set it in a template or in a send request. Recipients who decline it receive your other messages, so they need not unsubscribe from everything.',
  slug: 'Slug',
  slugText: 'Send requests contain the slug in the field “category”. It cannot be changed later.',
  nameExample: 'Newsletter',
  nameText: 'Recipients see this name on the preference page.',
  names: 'Names in other languages',
  namesText: 'Enter one language=name per line, such as it=Notizie.',
  description: 'Description',
  descriptionText: 'Recipients see it below the name.',
  required: 'Required',
  requiredText: 'Recipients cannot decline the category. Use it for security and legal messages.',
  byDefault: 'Allowed by default',
  byDefaultText: 'If this is off, recipients receive the messages only after they accept the category.',
  optIn: 'Only after acceptance',
  removeQuestion: (name: string) => `Remove “${name}”?`,
  removeText: 'The preferences of all recipients for this category are deleted too.',
  remove: 'Remove category',
}

export const preferences = {
  title: 'Preferences',
  text: 'Which categories of messages this recipient receives.',
  none: 'This workspace has no categories, so the recipient receives all messages.',
  create: 'Manage categories',
  accepts: 'Accepts',
  declines: 'Declines',
  byDefault: (accepts: boolean): string => (accepts ? 'Default (accepts)' : 'Default (declines)'),
  required: 'Required: cannot be declined',
  asCategory: 'Same as the category',
  unsubscribed: 'The recipient unsubscribed from everything. Only essential templates are sent.',
  resubscribe: 'Lift this opt-out',
  channels: 'Single channels',
  of: (category: string, channel: string) => `${category}: ${channel}`,
  link: 'Create a link to the preference page',
  linkText:
    'The link expires after 30 days. Any person with the link can change these preferences, so pass it only to the recipient.',
}
