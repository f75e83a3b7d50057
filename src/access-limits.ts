// Limits of credentials, passwords, links and of mail to people who did not ask for it. Part of src/limits.ts.
import { DAY, HOUR, MINUTE, SECOND } from './durations.ts'

/** Guessing passwords and links (decision 38). Lengths of time in milliseconds. */
export const guessing = {
  /** Failures on one account from one network, in a window that begins with the first. */
  ofAccountAndNetwork: 10,
  window: 15 * MINUTE,
  /** Failures on one account, a day, from networks where it never signed in. */
  ofAccountElsewhere: 100,
  /** Networks that an account signed in from: the latest are remembered for so long. */
  knownNetworks: 20,
  networkRetention: 90 * DAY,
  /** Failures of one network on all accounts, and wrong links of one network, in a window; each process counts its own. */
  ofNetwork: 50,
  /** Counters that all addresses without an account share, of each kind. */
  unknownCounters: 131_072,
} as const

/** Wrong requests of one network in a minute; each process counts its own. */
export const wrongRequests = {
  /**
   * Keys, tokens and sessions; a valid one is accepted at any time. A person mistypes a key a few times; sixty in a minute
   * from one network is guessing.
   */
  credentials: 60,
  /** Links of buttons, and links to unsubscribe; each kind is counted on its own. */
  links: 60,
  /** To one connection at `/inbound/…`. */
  ofProvider: 120,
} as const

export const passwords = {
  shortest: 10,
  longest: 200,
  /** Passwords that wait to be hashed, in each process; one more is refused with 503. */
  maxQueued: 64,
  /** Milliseconds of that wait. */
  patience: 10 * SECOND,
} as const

/** How long sessions and one-time links are valid, milliseconds. */
export const validity = {
  sessionUnused: 14 * DAY,
  session: 90 * DAY,
  /** A start prints another one until the installation has an owner. */
  setupLink: DAY,
  invitation: 7 * DAY,
  passwordLink: HOUR,
  /** Enough for a page that stays open while a person decides. */
  pushRegistration: HOUR,
} as const

/** Mail to people who did not ask for it: invitations and notices a day, links for a new password an hour. */
export const mailLimits = {
  invitationsOfWorkspace: 100,
  invitationsOfInviter: 200,
  invitationsToAddress: 5,
  /** Those beyond it are kept to be read, and not mailed. */
  noticesOfWorkspace: 20,
  passwordMailsToAddress: 3,
  /** Requests of one network; each process counts its own. */
  passwordMailsOfNetwork: 20,
} as const

/** API keys, trigger keys and management tokens (decisions 65 and 66). */
export const credentials = {
  /** Characters of a name. */
  name: 100,
  /** Live keys of one kind on a source. */
  keysOfSource: 100,
  /** Live management tokens of the installation. */
  managementTokens: 100,
  /** Revoked and expired ones that a list still shows, the newest. */
  endedListed: 100,
} as const
