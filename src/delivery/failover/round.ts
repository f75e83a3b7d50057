// The round of a message: the connections of its channel that have already failed to send it, in their order. One round
// is one of the four attempts. The round is stored with the progress of the delivery.
import { fieldsOf, itemsOf } from '../../lib/json/json-fields.ts'

export interface Round {
  /** The ids of the connections that did not send the message in this round. */
  tried: number[]
  /**
   * The id of the only connection that may repeat the message. Set after an attempt through this connection that may
   * have reached the recipient. Undefined if each connection may send the message.
   */
  only?: number | undefined
  /** The id of the paused connection for which the message waits, although other connections work. */
  waitsFor?: number | undefined
}

export const NEW_ROUND: Round = { tried: [] }

/** The field of the progress. The other fields belong to the provider. */
const FIELD = 'connections'

/** Returns the stored round. Returns a new round if none is stored. */
export function roundOf(progress: Record<string, unknown> | null): Round {
  const { tried, only } = fieldsOf(progress?.[FIELD])
  return {
    tried: itemsOf(tried).filter((id) => typeof id === 'number'),
    ...(typeof only === 'number' ? { only } : {}),
  }
}

/** Returns the provider's progress with this round. Returns null if both are empty. */
export function progressWith(progress: Record<string, unknown> | null, round: Round): Record<string, unknown> | null {
  const { [FIELD]: _, ...own } = progress ?? {}
  const isNew = round.tried.length === 0 && round.only === undefined && round.waitsFor === undefined
  const next = isNew ? own : { ...own, [FIELD]: round }
  return Object.keys(next).length > 0 ? next : null
}

/** Returns whether the progress contains finished steps of a provider, which another provider would repeat. */
export function hasSteps(progress: Record<string, unknown> | null | undefined): boolean {
  return Object.keys(progress ?? {}).some((field) => field !== FIELD)
}
