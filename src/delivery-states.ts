// The statuses of a delivery, and the permitted transitions between them with their causes. docs/states.md describes
// them.

/** The statuses, with the spelling of the API. */
export const statuses = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed'] as const
export type DeliveryStatus = (typeof statuses)[number]

/**
 * The states in which lists show a delivery. They divide the status `queued` by what the delivery waits for, and the
 * status `failed` by whether a person cancelled the delivery. docs/portal.md describes them.
 */
export const deliveryStates = [
  'scheduled',
  'collecting',
  'deferred',
  'queued',
  'retrying',
  'paused',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'cancelled',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const transitions = [
  { from: null, to: 'queued', cause: 'admission' },
  { from: 'queued', to: 'sending', cause: 'claim' },
  { from: 'sending', to: 'queued', cause: 'release' },
  { from: 'sending', to: 'sent', cause: 'settlement' },
  { from: 'sending', to: 'queued', cause: 'settlement' },
  { from: 'sending', to: 'failed', cause: 'settlement' },
  { from: 'sending', to: 'sent', cause: 'confirmation' },
  { from: 'queued', to: 'sent', cause: 'confirmation' },
  { from: 'queued', to: 'failed', cause: 'cancellation' },
  { from: 'queued', to: 'failed', cause: 'closing' },
  { from: 'sent', to: 'delivered', cause: 'receipt' },
  { from: 'delivered', to: 'read', cause: 'receipt' },
  { from: 'sent', to: 'failed', cause: 'receipt' },
] as const

type Transition = (typeof transitions)[number]
export type TransitionCause = Transition['cause']
/** The statuses that the cause `C` may set. */
export type StatusAfter<C extends TransitionCause> = Extract<Transition, { cause: C }>['to']

/**
 * Returns the statuses from which `cause` may change a delivery to `status`, directly or through other statuses. For
 * example, a receipt may change `sent` directly to `read`.
 */
export function statusesBefore(cause: TransitionCause, status: DeliveryStatus): DeliveryStatus[] {
  return transitions
    .filter((one) => one.cause === cause && one.to === status)
    .flatMap(({ from }) => (from === null ? [] : [...statusesBefore(cause, from), from]))
}
