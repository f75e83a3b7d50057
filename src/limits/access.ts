// Limits of credentials, passwords and links, and of emails that the recipient did not request. Part of src/limits.ts.
import { DAY, HOUR, MINUTE, SECOND } from '../durations.ts'

/** Limits that prevent the guessing of passwords and links (decision 38). Durations are in milliseconds. */
export const guessing = {
  /**
   * Maximum number of failed sign-ins on one account from one network, in a window that begins with the first failure.
   */
  ofAccountAndNetwork: 10,
  window: 15 * MINUTE,
  /** Maximum number of failed sign-ins on one account per day, from networks from which the account never signed in. */
  ofAccountElsewhere: 100,
  /**
   * Maximum number of networks that the service remembers for an account. It remembers the networks of the latest
   * sign-ins.
   */
  knownNetworks: 20,
  networkRetention: 90 * DAY,
  /**
   * Maximum number of failed sign-ins from one network in a window, on all accounts together. Wrong links from the
   * network have a separate count of the same size. Each process counts separately.
   */
  ofNetwork: 50,
  /**
   * The number of counters for attempts with email addresses that have no account. Several addresses may share a
   * counter. Each kind of attempt has its own counters.
   */
  unknownCounters: 131_072,
} as const

/** Maximum number of wrong requests from one network per minute. Each process counts separately. */
export const wrongRequests = {
  /**
   * Wrong keys, tokens and sessions. Valid credentials are accepted even above this limit. A person mistypes a key only
   * a few times. Sixty failures a minute from one network mean that a program is guessing.
   */
  credentials: 60,
  /**
   * Maximum number of requests with an invalid link of a button. Invalid unsubscribe links have a separate count of the
   * same size.
   */
  links: 60,
  /** Refused requests to the inbound webhook of one connection (`/inbound/…`). */
  ofProvider: 120,
} as const

export const passwords = {
  shortest: 10,
  longest: 200,
  /** Maximum number of passwords that wait for hashing in one process. Further passwords are refused with 503. */
  maxQueued: 64,
  /** Maximum time that a password waits for hashing, in milliseconds. */
  patience: 10 * SECOND,
} as const

export const secondFactor = {
  recoveryCodes: 10,
  /** Maximum age of a new secret when the member enters its first code, in milliseconds. */
  setup: 30 * MINUTE,
} as const

/** The validity of sessions and one-time links, in milliseconds. */
export const validity = {
  sessionUnused: 14 * DAY,
  session: 90 * DAY,
  /** Every start prints a new link until the installation has an owner. */
  setupLink: DAY,
  invitation: 7 * DAY,
  passwordLink: HOUR,
  /**
   * A registration token for push is valid for an hour, because the page may stay open while a person decides whether
   * to allow notifications.
   */
  pushRegistration: HOUR,
  preferenceLink: 30 * DAY,
} as const

/**
 * Maximum number of emails that the recipient did not request: per day for invitations and notices, per hour for
 * password links.
 */
export const mailLimits = {
  invitationsOfWorkspace: 100,
  invitationsOfInviter: 200,
  invitationsToAddress: 5,
  /** Notices above this number are stored but not mailed. */
  noticesOfWorkspace: 20,
  passwordMailsToAddress: 3,
  /** Maximum number of password requests from one network. Each process counts separately. */
  passwordMailsOfNetwork: 20,
} as const

/** Limits of the test messages that a network sends through the connections of a workspace. */
export const connectionTests = {
  most: 30,
  /** The counting window in milliseconds. */
  window: HOUR,
  /** How long after a test its receipt can be read, in milliseconds. */
  receiptFor: 2 * HOUR,
  /** Maximum milliseconds for all requests of one registration of a webhook. */
  registration: 30 * SECOND,
  /** Maximum number of fields in the channel-specific content. */
  contentFields: 20,
} as const

/** Limits of API keys, trigger keys and management tokens (decisions 65 and 66). */
export const credentials = {
  /** Maximum number of characters in a name. */
  name: 100,
  /** Maximum number of active keys of one source. API keys and trigger keys have separate counts. */
  keysOfSource: 100,
  /** Maximum number of active management tokens of the installation. */
  managementTokens: 100,
  /** Maximum number of revoked or expired keys (or tokens) in a list. The list shows the newest of them. */
  endedListed: 100,
} as const
