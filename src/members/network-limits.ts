// Limits attempts without a session per network. Each process counts in memory: a refused request writes nothing.
import { refuseTooMany } from '../errors.ts'
import { type AddressLimit, createAddressLimit } from '../lib/address-limit.ts'
import { guessing, HOUR, mailLimits } from '../limits.ts'

export interface NetworkLimit {
  /** Throws rate_limited if the client's network has used up its window. */
  check(address: string, now: Date): void
  count(address: string, now: Date): void
  /** Uncounts the attempt of the time `countedAt`. */
  giveBack(address: string, countedAt: Date): void
}

export interface NetworkLimits {
  /** Wrong passwords. */
  signIn: NetworkLimit
  /** Uses of invalid links: invitations, setup links and password links. */
  links: NetworkLimit
  /** Requests for a link by mail, successful or not. */
  passwordMails: NetworkLimit
}

/** Creates the limits of one process. Several processes together allow a multiple of each limit. */
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
