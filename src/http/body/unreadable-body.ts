// The error for a body that is refused before the route's handler runs.
import type { Refusal } from '../../errors.ts'

/**
 * An error that is thrown before the route's handler runs. If the route requires an API key, the request still counts
 * against the key's rate limit.
 */
export class UnreadableBody extends Error {
  override name = 'UnreadableBody'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
