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
  /** Returns rate_limited where the next wrong credential would be refused with it; counts nothing. */
  throttled(address: string, about?: string): Refusal | undefined
}

/** `most`: wrong credentials of one network in a minute. `message`: what the refusal of one more says. */
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
