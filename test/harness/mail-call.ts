// Creates the call that a worker makes to the email provider, for tests of the provider alone.
import type { OutgoingMessage, SendCall } from '../../src/channels/contract.ts'
import type { EmailSettings } from '../../src/channels/email/settings.ts'

export function createMailCall(
  url: string,
  change: Partial<OutgoingMessage> = {},
  more: Partial<SendCall<EmailSettings>> = {},
): SendCall<EmailSettings> {
  return {
    message: {
      deliveryId: 7,
      address: 'ada@example.com',
      recipientName: 'Ada',
      priority: 'normal',
      subject: 'Your order',
      body: 'Hello',
      vars: {},
      actions: [],
      attachments: [],
      mail: { messageId: '7.abc', name: 'Shop', unsubscribeUrl: 'https://notify.example/u/1' },
      ...change,
    },
    settings: { url, from: 'Shop <hello@shop.example>' },
    signal: AbortSignal.timeout(20_000),
    now: new Date('2030-01-31T09:00:00Z'),
    progress: {},
    lane: 1,
    allowPrivateNetwork: true,
    ...more,
  }
}

/** Short timeouts in milliseconds, for tests in which a timeout ends the call. */
export const shortTimeouts = { files: 400, queue: 400, whole: 800, idle: 150, check: 500 }
