// The English texts of the sending defaults of a template.

export const sendingDefaults = {
  title: 'Sending defaults',
  hint: 'These values apply to requests that omit the field.',
  expiresAfter: 'Expires after',
  quietHours: 'Quiet hours',
  category: 'Category',
  none: 'No default',
  respect: 'Wait for their end',
  ignore: 'Send during quiet hours',
  clear: (field: string) => `Clear ${field}`,
}
