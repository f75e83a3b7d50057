// The limit on signing in: per account and per network, counted before a password is looked at, for all processes together.
import ipaddr from 'ipaddr.js'
import { Refused } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { hashSecret } from '../lib/seal.ts'
import { HOUR, MINUTE } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { countAttempts, forgetAttempts, giveBackAttempt } from '../store/sign-in-attempts.ts'

/** Attempts on one account, and from one network, in a window that begins with the first. */
const limits = {
  'log-in': { account: 10, network: 50, window: 15 * MINUTE },
  /** Mails that somebody may have sent to one address. */
  forgotten: { account: 3, network: 20, window: HOUR },
  /** Links that are tried: guessing one is hopeless, this keeps it from being work. No account is asked about. */
  link: { account: 0, network: 50, window: 15 * MINUTE },
} as const

export type AttemptKind = keyof typeof limits

/** The longest window: what is older is forgotten. */
export const longestWindow = HOUR

/** Counts one attempt; throws rate_limited once there were too many. `account`: an e-mail address, known or not. */
export async function countAttempt(
  c: Connection,
  now: Date,
  kind: AttemptKind,
  { account, address }: { account?: string; address: string },
): Promise<void> {
  const { window, ...most } = limits[kind]
  const ofNetwork = networkKey(kind, address)
  const keys = account === undefined ? [ofNetwork] : [ofNetwork, accountKey(kind, account)]
  const counts = await countAttempts(c, now, later(now, -window), keys)
  const over = counts.filter(({ key, count }) => count > (key.equals(ofNetwork) ? most.network : most.account))
  if (over.length === 0) return
  const ends = Math.max(...over.map(({ started_at }) => started_at.getTime() + window))
  const retryAfter = Math.max(1, Math.ceil((ends - now.getTime()) / 1000))
  const minutes = Math.ceil(retryAfter / 60)
  throw new Refused({
    code: 'rate_limited',
    message: `Too many attempts; try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    retryAfter,
  })
}

/** After a success nothing is held against the account, and the attempt not against the network. */
export async function forgiveAttempts(
  c: Connection,
  kind: AttemptKind,
  { account, address }: { account: string; address: string },
): Promise<void> {
  await forgetAttempts(c, accountKey(kind, account))
  await giveBackAttempt(c, networkKey(kind, address))
}

function accountKey(kind: AttemptKind, account: string): Buffer {
  return hashSecret(`${kind}/account/${account.toLowerCase()}`)
}

function networkKey(kind: AttemptKind, address: string): Buffer {
  return hashSecret(`${kind}/network/${networkOf(address)}`)
}

/** Whoever has one address of an IPv6 network has all of them. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv6' ? parsed.toByteArray().slice(0, 8).join('.') : parsed.toString()
}
