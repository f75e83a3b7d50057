// The error for a body that was refused while it was read or parsed.
import type { Refusal } from '../../errors.ts'

/**
 * An error that is thrown before the route's handler runs. A route with a key still counts the request against the
 * key's rate limit.
 */
export class UnreadableBody extends Error {
  override name = 'UnreadableBody'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
