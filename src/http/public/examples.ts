// Example requests for the API document. A test sends each example.
import type { SendRequest } from '../../admission/request.ts'

export const sendExamples: SendRequest[] = [
  { recipient: { name: 'Mario Rossi', email: 'mario@example.com' }, template: 'welcome', vars: { name: 'Mario' } },
  {
    recipient: { name: 'Mario Rossi', email: 'mario@example.com', locale: 'en' },
    template: 'welcome',
    vars: { name: 'Mario' },
    channel: 'email',
    priority: 'high',
    idempotency_key: 'order-1042-shipped',
    actions: [
      { slug: 'confirm', label: 'Confirm', callback_url: 'https://example.com/callbacks', payload: { order: 1042 } },
    ],
    attachments: [{ filename: 'hello.txt', content: 'SGVsbG8=', mime_type: 'text/plain' }],
  },
]
