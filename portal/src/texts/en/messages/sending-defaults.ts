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
  fallback: 'Fallback',
  fallbackHint:
    'The message continues on the next channel if it does not arrive. Requests that name a channel are sent only there.',
  addFallback: 'Add fallback',
  removeFallback: 'Remove fallback',
  addStep: 'Add step',
  remove: 'Remove',
  removeStep: (n: number) => `Remove step ${n}`,
  channel: 'Channel',
  after: 'Starts after',
  afterFailure: 'A failure',
  unless: 'Unless it was',
  reached: { delivered: 'delivered', read: 'read', acted: 'answered with a button' },
  of: (step: string, field: string) => `${step}: ${field}`,
  clear: (field: string) => `Clear ${field}`,
}
