// Limits on what one network may try without a session, counted by this process alone: a refused request writes nothing.
import { refuseTooMany } from '../errors.ts'
import { type AddressLimit, createAddressLimit } from '../lib/address-limit.ts'
import { guessing, HOUR, mailLimits } from '../limits.ts'

export interface NetworkLimit {
  /** Throws rate_limited when the client's network used up its window. */
  check(address: string, now: Date): void
  count(address: string, now: Date): void
  /** Takes back what was counted at `countedAt`. */
  giveBack(address: string, countedAt: Date): void
}

export interface NetworkLimits {
  /** Wrong passwords. */
  signIn: NetworkLimit
  /** Links that are not valid: of invitations, of the first owner, for a new password. */
  links: NetworkLimit
  /** Requests for a link by mail, successful or not. */
  passwordMails: NetworkLimit
}

/** For one process; several processes together allow as many times as much. */
export function createNetworkLimits(): NetworkLimits {
  return {
    signIn: limitOf(guessing.ofNetwork, createAddressLimit(guessing.ofNetwork, guessing.window)),
    links: limitOf(guessing.ofNetwork, createAddressLimit(guessing.ofNetwork, guessing.window)),
    passwordMails: limitOf(
      mailLimits.passwordMailsOfNetwork,
      createAddressLimit(mailLimits.passwordMailsOfNetwork, HOUR),
    ),
  }
}

function limitOf(limit: number, counts: AddressLimit): NetworkLimit {
  return {
    check(address, now) {
      const retryAfter = counts.refusal(address, now, '')?.retryAfter
      if (retryAfter !== undefined) refuseTooMany('Too many attempts from your network', { retryAfter, limit })
    },
    count(address, now) {
      counts.count(address, now)
    },
    giveBack(address, countedAt) {
      counts.giveBack(address, countedAt)
    },
  }
}
