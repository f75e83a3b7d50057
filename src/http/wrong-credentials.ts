// Counts wrong keys, tokens and sessions for each client network. Valid credentials are neither counted nor refused.
import type { Refusal } from '../errors.ts'
import { createAddressLimit } from '../lib/address-limit.ts'
import type { Clock } from '../lib/clock.ts'
import { MINUTE, wrongRequests } from '../limits.ts'

const MOST_WRONG = wrongRequests.credentials

export interface WrongCredentials {
  /**
   * Counts a wrong credential. Returns `refusal`, or a rate_limited error if the network sent too many wrong
   * credentials. Each value of `about`, for example each connection, has a separate count.
   */
  refusalOf(address: string, refusal: Refusal, about?: string): Refusal
  /**
   * Returns the rate_limited error that the next wrong credential would cause. Returns undefined if the limit is not
   * reached. Counts nothing.
   */
  throttled(address: string, about?: string): Refusal | undefined
}

/**
 * Creates a counter that permits `most` wrong credentials per minute from one network. `message` is the text of the
 * error above this limit.
 */
export function createWrongCredentials(clock: Clock, most: number = MOST_WRONG, message = MESSAGE): WrongCredentials {
  const limit = createAddressLimit(most, MINUTE)
  const throttled: WrongCredentials['throttled'] = (address, about) =>
    limit.refusal(address, clock.now(), message, about)
  return {
    throttled,
    refusalOf(address, refusal, about) {
      const tooMany = throttled(address, about)
      if (tooMany === undefined) limit.count(address, clock.now(), about)
      return tooMany ?? refusal
    },
  }
}

const MESSAGE = `More than ${MOST_WRONG} wrong keys, tokens or sessions came from this network within a minute. Check the credential; a valid one is accepted at any time.`
