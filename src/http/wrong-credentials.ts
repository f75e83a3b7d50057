// Wrong keys, tokens and sessions, counted per client network: only failures count, and no valid credential is refused.
import type { Refusal } from '../errors.ts'
import { createAddressLimit } from '../lib/address-limit.ts'
import type { Clock } from '../lib/clock.ts'
import { MINUTE, wrongRequests } from '../limits.ts'

const MOST_WRONG = wrongRequests.credentials

export interface WrongCredentials {
  /**
   * Counts a credential that was found wrong. Returns how it is refused: with `refusal`, or rate_limited after too many.
   * `about` keeps a count of its own, such as one for each connection.
   */
  refusalOf(address: string, refusal: Refusal, about?: string): Refusal
}

/** `most`: wrong credentials of one network in a minute. `message`: what the refusal of one more says. */
export function createWrongCredentials(clock: Clock, most: number = MOST_WRONG, message = MESSAGE): WrongCredentials {
  const limit = createAddressLimit(most, MINUTE)
  return {
    refusalOf(address, refusal, about) {
      const now = clock.now()
      const throttled = limit.refusal(address, now, message, about)
      if (throttled === undefined) limit.count(address, now, about)
      return throttled ?? refusal
    },
  }
}

const MESSAGE = `More than ${MOST_WRONG} wrong keys, tokens or sessions came from this network within a minute. Check the credential; a valid one is accepted at any time.`
