// Shared parts of tests that play Expo's push service: its answers for messages and for receipts.
import type { Provider, Received, Reply } from './provider.ts'

export const expoToken = (name: string) => `ExponentPushToken[${name}]`

export function isReceiptRequest({ path }: Received): boolean {
  return path === '/--/api/v2/push/getReceipts'
}

/** Returns the notifications of a request. */
export function notificationsIn({ text }: Received): Record<string, unknown>[] {
  return JSON.parse(text) as Record<string, unknown>[]
}

/** Returns the ticket of an accepted notification. Its id is derived from the token of the device. */
export const ticketOf = (token: unknown) => ({ status: 'ok', id: `ticket-${String(token)}` })

/** Returns the ticket of a refused notification. */
export const refusedTicket = (error: string, message = 'In words.') => ({
  status: 'error',
  message,
  details: { error },
})

/** Returns a request error in the format of Expo. */
export function expoError(status: number, code: string, details?: object): Reply {
  return { status, body: { errors: [{ code, message: 'In words.', ...(details ? { details } : {}) }] } }
}

/** Accepts every notification, and answers requests for receipts with `receipts`. */
export function answerAsExpo(
  provider: Provider,
  {
    ticket = ticketOf,
    receipts = () => ({}),
  }: {
    ticket?: (token: unknown) => object
    receipts?: (ids: string[]) => object
  } = {},
): void {
  provider.reply((request) =>
    isReceiptRequest(request)
      ? { body: { data: receipts((JSON.parse(request.text) as { ids: string[] }).ids) } }
      : { body: { data: notificationsIn(request).map(({ to }) => ticket(to)) } },
  )
}
