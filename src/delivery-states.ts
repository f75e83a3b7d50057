// The statuses of a delivery and the legal transitions between them, each with its cause. docs/states.md describes
// them.

/** Spelled as in the API. */
export const statuses = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed'] as const
export type DeliveryStatus = (typeof statuses)[number]

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
  { from: 'sent', to: 'delivered', cause: 'receipt' },
  { from: 'delivered', to: 'read', cause: 'receipt' },
  { from: 'sent', to: 'failed', cause: 'receipt' },
] as const

type Transition = (typeof transitions)[number]
export type TransitionCause = Transition['cause']
/** The statuses that a cause sets. */
export type StatusAfter<C extends TransitionCause> = Extract<Transition, { cause: C }>['to']

/**
 * Returns the statuses that `cause` may change to `status`, also over several transitions: a receipt may change `sent`
 * to `read` directly.
 */
export function statusesBefore(cause: TransitionCause, status: DeliveryStatus): DeliveryStatus[] {
  return transitions
    .filter((one) => one.cause === cause && one.to === status)
    .flatMap(({ from }) => (from === null ? [] : [...statusesBefore(cause, from), from]))
}
