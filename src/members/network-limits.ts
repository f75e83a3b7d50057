// Limits the attempts of each network to sign in or to use links. Each process counts in memory, so that a refused
// request writes nothing to the database.
import { refuseTooMany } from '../errors.ts'
import { type AddressLimit, createAddressLimit } from '../lib/address-limit.ts'
import { guessing, HOUR, mailLimits } from '../limits.ts'

export interface NetworkLimit {
  /** Throws rate_limited if the client's network has reached its limit. */
  check(address: string, now: Date): void
  count(address: string, now: Date): void
  /** Subtracts the attempt that was counted at the time `countedAt`. */
  giveBack(address: string, countedAt: Date): void
}

export interface NetworkLimits {
  /** Counts the sign-ins with a wrong password. */
  signIn: NetworkLimit
  /** Counts requests with an invalid link. The link may be an invitation, a setup link or a password link. */
  links: NetworkLimit
  /** Counts the requests to send a password link by email, both successful and failed ones. */
  passwordMails: NetworkLimit
}

/**
 * Creates the limits of one process. If there are several processes, a network can reach each limit once in each
 * process.
 */
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
