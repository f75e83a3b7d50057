// Limits password guessing for each account and network. Guesses from another network do not lock out the owner of the
// account.
import { refuseTooMany } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { networkOf } from '../lib/network.ts'
import { repeat } from '../lib/repeat.ts'
import type { Seal } from '../lib/seal.ts'
import { emailKey } from '../lib/text/email-address.ts'
import { DAY, guessing } from '../limits.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import { isContention } from '../store/failures.ts'
import {
  type AttemptCount,
  type AttemptKey,
  countAttempts,
  forgetAttemptsOn,
  readAttempts,
  takeAttempts,
  uncountAttempt,
} from '../store/members/limited-attempts.ts'
import { isKnownNetwork, rememberNetwork } from '../store/members/sign-in-networks.ts'
import { correctLine, logFailures, logTakenFailures } from './failed-sign-ins.ts'

const PURPOSE = 'limited-attempts'
/** Maximum number of runs of a transaction that conflicts with other transactions. */
const MOST_RUNS = 4

/**
 * The purpose of a check of a password, or of a code of the second factor. Each purpose has separate counters, so that failed sign-ins do not prevent a
 * signed-in member from changing the password.
 */
export type PasswordCheckKind = 'sign-in' | 'change-password' | 'second-factor' | 'change-second-factor'

/** The audit log reports failed attempts of these kinds. */
const LOGGED: readonly PasswordCheckKind[] = ['sign-in', 'second-factor']

export interface PasswordCheck {
  kind: PasswordCheckKind
  /** The email address as the person typed it. */
  email: string
  /** The id of the account. Undefined if no account has this email address. The response must not reveal this. */
  memberId: number | undefined
  /** The client's network address. */
  address: string
}

/** A counted attempt. It is counted before the password is checked, and settled if the password is right. */
export interface PasswordAttempt {
  memberId: number | undefined
  network: Buffer
  pair: LimitedKey
  /**
   * The counter for all networks from which the account has never signed in. Undefined if the account has signed in
   * from the network of this attempt.
   */
  elsewhere: LimitedKey | undefined
}

type LimitedKey = AttemptKey & { most: number }

/**
 * Counts an attempt in the database, so that the limits hold for all processes. Throws rate_limited after too many
 * failures of the account from this network. Also throws rate_limited after too many failures per day from networks
 * without an earlier sign-in. A refused attempt writes nothing. An email address without an account causes the same
 * statements and gets the same responses. All email addresses without an account share a limited number of counters.
 */
export async function beginAttempt(
  { db, seal }: { db: Database; seal: Seal },
  now: Date,
  guess: PasswordCheck,
): Promise<PasswordAttempt> {
  const { elsewhere, ...attempt } = attemptOf(seal, now, guess)
  const known = await isKnownNetwork(db, later(now, -guessing.networkRetention), guess.memberId, attempt.network)
  const keys = known ? [attempt.pair] : [attempt.pair, elsewhere]
  const used = await readAttempts(
    db,
    now,
    keys.map(({ key }) => key),
  )
  refuseOver(now, keys, used, ({ most }, { count }) => count >= most)
  const counts = await countAttempts(db, now, keys)
  refuseOver(now, keys, counts, ({ most }, { count }) => count > most)
  const pair = countedIn(counts, attempt.pair)
  return { ...attempt, pair, elsewhere: known ? undefined : countedIn(counts, elsewhere) }
}

/**
 * Returns the key. Its `endsAt` is the end of the window in which the attempt was counted. This end comes from the
 * counter, because a concurrent attempt may have started the window.
 */
function countedIn(counts: AttemptCount[], limited: LimitedKey): LimitedKey {
  const endsAt = counts.find(({ key }) => key.equals(limited.key))?.ends_at
  return endsAt === undefined ? limited : { ...limited, endsAt }
}

/**
 * Settles an attempt with the right password. Clears the failures from this network. Remembers that the account has
 * signed in from this network.
 */
export async function settleAttempt(tx: Transaction, now: Date, attempt: PasswordAttempt): Promise<void> {
  const { memberId, network, pair, elsewhere } = attempt
  const taken = await takeAttempts(tx, pair.key)
  if (taken) await logTakenFailures(tx, now, { ...taken, count: taken.count - 1 })
  if (elsewhere) await uncountAttempt(tx, elsewhere)
  if (memberId !== undefined) await rememberNetwork(tx, now, memberId, network, guessing.knownNetworks)
}

/**
 * Runs the password check of a counted attempt. If the check throws an error, it is unknown whether the password is
 * wrong. The attempt is then removed from the counters, and the error is thrown again.
 */
export async function checkCounted(
  db: Database,
  attempt: PasswordAttempt,
  check: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await check()
  } catch (error) {
    await giveBackAttempt(db, attempt)
    throw error
  }
}

/** Removes an attempt from the counters, because it was not a wrong guess. Ignores an error of this removal. */
export async function giveBackAttempt(db: Database, { pair, elsewhere }: PasswordAttempt): Promise<void> {
  // Repeat after a conflict, because concurrent sign-ins to one account change the same rows.
  await repeat(MOST_RUNS, isContention, () => takeBack(db, pair))
    .then(() => elsewhere && repeat(MOST_RUNS, isContention, () => uncountAttempt(db, elsewhere)))
    // The caller reports another error, which is more useful.
    .catch(() => {})
}

async function takeBack(db: Database, pair: LimitedKey): Promise<void> {
  await transaction(db, async (tx) => {
    const left = await uncountAttempt(tx, pair)
    if (left && left.audit_line !== null) await correctLine(tx, left.audit_line, left.logged)
  })
}

/**
 * Resets the counters after the member has set a new password with a link. Remembers that the account has signed in
 * from this network.
 */
export async function resetAttemptCounters(
  tx: Transaction,
  seal: Seal,
  now: Date,
  { memberId, address }: { memberId: number; address: string },
): Promise<void> {
  await logFailures(tx, now, memberId)
  await forgetAttemptsOn(tx, memberId)
  await rememberNetwork(tx, now, memberId, networkKey(seal, memberId, networkOf(address)), guessing.knownNetworks)
}

/** Remembers the network from which an account was created, as after a sign-in. */
export async function rememberFirstNetwork(
  c: Connection,
  seal: Seal,
  now: Date,
  { memberId, address }: { memberId: number; address: string },
): Promise<void> {
  await rememberNetwork(c, now, memberId, networkKey(seal, memberId, networkOf(address)), guessing.knownNetworks)
}

function attemptOf(seal: Seal, now: Date, { kind, email, memberId, address }: PasswordCheck) {
  const network = networkOf(address)
  const account = memberId === undefined ? emailKey(email) : String(memberId)
  const keyOf = (scope: 'pair' | 'elsewhere', limited: string): Buffer => {
    if (memberId !== undefined) return seal.mac(`member/${scope}/${limited}`, PURPOSE)
    const counter = seal.mac(`unknown/${scope}/${limited}`, PURPOSE).readUInt32BE() % guessing.unknownCounters
    return seal.mac(`counter/${scope}/${counter}`, PURPOSE)
  }
  return {
    memberId,
    network: networkKey(seal, memberId ?? 0, network),
    pair: {
      key: keyOf('pair', `${kind}/${account}/${network}`),
      most: guessing.ofAccountAndNetwork,
      endsAt: later(now, guessing.window),
      memberId: memberId ?? null,
      address: memberId === undefined || !LOGGED.includes(kind) ? null : address,
    },
    elsewhere: {
      key: keyOf('elsewhere', `${kind}/${account}`),
      most: guessing.ofAccountElsewhere,
      endsAt: later(now, DAY),
      memberId: memberId ?? null,
      address: null,
    },
  }
}

function networkKey(seal: Seal, memberId: number, network: string): Buffer {
  return seal.mac(`${memberId}/${network}`, 'sign-in-networks')
}

function refuseOver(
  now: Date,
  keys: LimitedKey[],
  counts: AttemptCount[],
  isOver: (key: LimitedKey, count: AttemptCount) => boolean,
): void {
  const over = keys.flatMap((limited) => {
    const count = counts.find(({ key }) => key.equals(limited.key))
    return count && isOver(limited, count) ? [{ limit: limited.most, ends: count.ends_at.getTime() }] : []
  })
  const last = over.sort((one, other) => other.ends - one.ends)[0]
  if (last)
    refuseTooMany('Too many attempts on this account', {
      retryAfter: Math.max(1, Math.ceil((last.ends - now.getTime()) / 1000)),
      limit: last.limit,
    })
}
