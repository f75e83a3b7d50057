// Limits of credentials, passwords and links, and of mail that its recipient did not request. Part of src/limits.ts.
import { DAY, HOUR, MINUTE, SECOND } from './durations.ts'

/** Limits against guessing of passwords and links (decision 38). Durations are in milliseconds. */
export const guessing = {
  /** Failed sign-ins on one account from one network, in a window that begins with the first failure. */
  ofAccountAndNetwork: 10,
  window: 15 * MINUTE,
  /** Failed sign-ins on one account per day, from networks where it never signed in. */
  ofAccountElsewhere: 100,
  /** The latest networks from which an account signed in. Each is remembered for `networkRetention`. */
  knownNetworks: 20,
  networkRetention: 90 * DAY,
  /**
   * Failed sign-ins from one network on all accounts, and wrong links from it, in a window. Each process has its own
   * count.
   */
  ofNetwork: 50,
  /** Counters of each kind that all email addresses without an account share. */
  unknownCounters: 131_072,
} as const

/** Wrong requests from one network per minute. Each process has its own count. */
export const wrongRequests = {
  /**
   * Wrong keys, tokens and sessions. A valid one is accepted at any time. A person mistypes a key a few times; sixty
   * failures a minute from one network are guessing.
   */
  credentials: 60,
  /** Invalid links of buttons, and invalid unsubscribe links. Each kind has its own count. */
  links: 60,
  /** Refused requests to one connection at `/inbound/…`. */
  ofProvider: 120,
} as const

export const passwords = {
  shortest: 10,
  longest: 200,
  /** Passwords that wait for hashing in each process. A further one is refused with 503. */
  maxQueued: 64,
  /** The longest wait for hashing, in milliseconds. */
  patience: 10 * SECOND,
} as const

/** The validity of sessions and one-time links, in milliseconds. */
export const validity = {
  sessionUnused: 14 * DAY,
  session: 90 * DAY,
  /** Every start prints a new link until the installation has an owner. */
  setupLink: DAY,
  invitation: 7 * DAY,
  passwordLink: HOUR,
  /** Long enough for a page that stays open while a person decides. */
  pushRegistration: HOUR,
} as const

/** Mail that its recipient did not request: invitations and notices per day, links for a new password per hour. */
export const mailLimits = {
  invitationsOfWorkspace: 100,
  invitationsOfInviter: 200,
  invitationsToAddress: 5,
  /** Further notices are stored but not mailed. */
  noticesOfWorkspace: 20,
  passwordMailsToAddress: 3,
  /** Requests from one network. Each process has its own count. */
  passwordMailsOfNetwork: 20,
} as const

/** API keys, trigger keys and management tokens (decisions 65 and 66). */
export const credentials = {
  /** Characters of a name. */
  name: 100,
  /** Active keys of one kind on a source. */
  keysOfSource: 100,
  /** Active management tokens of the installation. */
  managementTokens: 100,
  /** Revoked and expired keys or tokens in a list, newest first. */
  endedListed: 100,
} as const
