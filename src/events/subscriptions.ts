// Manages subscriptions. A subscription has an https URL, selected events, and a secret that is shown only once.
import { type Details, refuse, refuseInvalid } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { checkUrl } from '../lib/safe-url.ts'
import type { Seal } from '../lib/seal.ts'
import { outgoing } from '../limits.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import { holdPendingOutgoing } from '../store/events/dispatching.ts'
import {
  deleteSubscription,
  disableSubscription,
  enableSubscription,
  findSubscription,
  insertSubscription,
  listSubscriptions,
  lockSecret,
  replaceSecret,
  type SubscriptionRow,
  updateSubscription,
} from '../store/events/subscriptions.ts'
import { readSealForm, reserveSealedRow, sealedPreviousSecret, sealedSecret } from '../store/sealed.ts'
import { findWorkspace, raiseVersion } from '../store/workspaces/workspaces.ts'
import { eventNames } from './catalog.ts'
import { newSecret } from './sign.ts'

export interface SubscriptionInput {
  url: string
  events: string[]
}

export interface SubscriptionTools {
  db: Database
  seal: Seal
  allowPrivateNetwork: boolean
}

interface SubscriptionRef {
  workspaceId: number
  id: number
}

/** Creates a subscription. Only this result contains the secret. Throws validation_failed if the URL is not allowed. */
export async function subscribe(
  { db, seal, allowPrivateNetwork }: SubscriptionTools,
  now: Date,
  workspaceId: number,
  input: SubscriptionInput,
) {
  refuseWrong(input, allowPrivateNetwork)
  const secret = newSecret()
  return transaction(db, async (tx) => {
    if (!(await findWorkspace(tx, workspaceId))) refuse('not_found', `No workspace ${workspaceId}.`)
    const { id, bound } = await reserveSealedRow(tx, 'subscriptions')
    const sealed = seal.closeAt(secret, sealedSecret.at({ workspaceId, id }), bound)
    const row = await insertSubscription(tx, now, { ...input, id, workspaceId, secret: sealed })
    // Raise the workspace's version, so that admission reloads its cache. Admission writes events only for the
    // subscriptions in this cache.
    await raiseVersion(tx, workspaceId)
    return { ...subscriptionBody(row, now), secret }
  })
}

export async function subscriptionsOf(c: Connection, now: Date, workspaceId: number, after: number, limit: number) {
  if (!(await findWorkspace(c, workspaceId))) refuse('not_found', `No workspace ${workspaceId}.`)
  return (await listSubscriptions(c, workspaceId, after, limit)).map((row) => subscriptionBody(row, now))
}

export async function subscriptionOf(c: Connection, now: Date, place: SubscriptionRef) {
  return subscriptionBody(await requireSubscription(c, place), now)
}

/**
 * Changes a subscription. Pending events are sent to the new URL. A change of the selected events affects only later
 * events.
 */
export async function changeSubscription(
  { db, allowPrivateNetwork }: SubscriptionTools,
  now: Date,
  place: SubscriptionRef,
  change: Partial<SubscriptionInput>,
) {
  refuseWrong(change, allowPrivateNetwork)
  return transaction(db, async (tx) => {
    const before = await requireSubscription(tx, place, true)
    const { url, events } = { ...before, ...change }
    const row = await updateSubscription(tx, now, { ...place, url, events })
    await raiseVersion(tx, place.workspaceId)
    return subscriptionBody(row, now)
  })
}

export async function unsubscribe(db: Database, place: SubscriptionRef): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await deleteSubscription(tx, place.workspaceId, place.id))) notThere(place)
    await raiseVersion(tx, place.workspaceId)
  })
}

/**
 * Creates a new secret. The current secret also signs events for 24 more hours (decision 21), unless `immediately` is
 * true. If the previous rotation left an older secret that is still valid, this older secret becomes invalid at once.
 */
export async function rotateSecret(db: Database, now: Date, seal: Seal, place: SubscriptionRef, immediately: boolean) {
  const secret = newSecret()
  const overlapUntil = immediately ? null : later(now, outgoing.secretOverlap)
  await transaction(db, async (tx) => {
    const until = await lockSecret(tx, place.workspaceId, place.id)
    if (!until) notThere(place)
    const bound = await readSealForm(tx)
    const previous = overlapUntil && { secret: movedToPrevious(seal, until, place, bound), until: overlapUntil }
    await replaceSecret(tx, now, { ...place, secret: seal.closeAt(secret, sealedSecret.at(place), bound), previous })
  })
  return { id: place.id, secret, previous_secret_until: overlapUntil?.toISOString() ?? null }
}

/**
 * Encrypts the current secret again for the column of the previous secret. A secret that cannot be decrypted is
 * returned unchanged, and no event is signed with it.
 */
function movedToPrevious(seal: Seal, sealed: Buffer, place: SubscriptionRef, bound: boolean): Buffer {
  try {
    return seal.closeAt(seal.openAt(sealed, sealedSecret.at(place)), sealedPreviousSecret.at(place), bound)
  } catch {
    return sealed
  }
}

/** The stored reason if a member disabled the subscription. Every other stored reason describes a failure. */
export const DISABLED_BY_HAND = 'disabled by hand'

/** Disables a subscription. Its events are still recorded, so that they can be replayed, but they are not sent. */
export async function disable(db: Database, now: Date, place: SubscriptionRef) {
  return transaction(db, async (tx) => {
    await requireSubscription(tx, place, true)
    await disableSubscription(tx, now, { ...place, reason: DISABLED_BY_HAND })
    return subscriptionBody(await requireSubscription(tx, place), now)
  })
}

const BATCH = 5000

/**
 * Reactivates a subscription and resets its failure count. Events that were recorded before are sent only by a replay.
 */
export async function reactivate(db: Database, now: Date, place: SubscriptionRef) {
  const { disabled_at } = await requireSubscription(db, place)
  if (disabled_at !== null) while ((await holdPendingOutgoing(db, place.id, BATCH)) === BATCH);
  await enableSubscription(db, now, place.workspaceId, place.id)
  return subscriptionBody(await requireSubscription(db, place), now)
}

export async function requireSubscription(
  c: Connection,
  place: SubscriptionRef,
  lock = false,
): Promise<SubscriptionRow> {
  return (await findSubscription(c, place.workspaceId, place.id, lock)) ?? notThere(place)
}

function notThere({ id }: SubscriptionRef): never {
  refuse('not_found', `No subscription ${id} in this workspace.`)
}

function refuseWrong({ url, events }: Partial<SubscriptionInput>, allowPrivateNetwork: boolean): void {
  const problem = url === undefined ? undefined : checkUrl(url, { allowPrivateNetwork })
  const unknown = (events ?? []).filter((name) => !eventNames.some((known) => known === name))
  const details: Details = {
    ...(problem === undefined ? {} : { url: [problem] }),
    ...(unknown.length === 0 ? {} : { events: unknown.map((name) => `${name} is not an event`) }),
  }
  if (Object.keys(details).length > 0) refuseInvalid(details)
}

function subscriptionBody(row: SubscriptionRow, now: Date) {
  const until = row.previous_until
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    status: row.disabled_at === null ? ('active' as const) : ('disabled' as const),
    disabled_at: row.disabled_at?.toISOString() ?? null,
    disabled_reason: row.disabled_reason,
    failures: row.failures,
    failing_since: row.failing_since?.toISOString() ?? null,
    previous_secret_until: until !== null && until > now ? until.toISOString() : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
