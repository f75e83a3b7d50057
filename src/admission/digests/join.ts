// Digests: joins the messages of a set to open digests, or opens new digests for them (decision 178).
import { byKey, requireValue } from '../../lib/by-key.ts'
import { later } from '../../lib/clock.ts'
import { digests as limits } from '../../limits.ts'
import type { Transaction } from '../../store/database.ts'
import { DIGEST_DUE } from '../../store/digests/digest-times.ts'
import {
  closeDigests,
  closeOverdueDigests,
  type DigestKey,
  lockOpenDigests,
  openDigests,
  readDigestProgress,
} from '../../store/digests/open-digests.ts'
import { type Charged, type Rendered, refuseEntry } from '../entry.ts'
import { closingTime, digestEnd } from './request.ts'
import { type Collected, type Group, storeGroups } from './store-groups.ts'

/** The columns that keep a delivery out of the queue while its digest is open. */
export const UNTIL_CLOSED = { ready: false, next_at: DIGEST_DUE }

/** The digests of a set, between the decision and the charge. */
export interface SetDigests {
  /** Stores the items, and returns the messages that joined a digest. Call this after the charge. */
  store(): Charged[]
}

/** How often the open digests are read again after another transaction opened or closed one of them. */
const MOST_ROUNDS = 5

/**
 * Decides for each message with a digest whether it joins an open digest. A message that joins gets its outcome and is
 * free. A message that opens a digest has no outcome yet. Locks the digests until the transaction ends, so that none of
 * them closes before. Without such a message, runs no statement.
 */
export async function joinDigests(
  tx: Transaction,
  now: Date,
  entries: Rendered[],
  isUpgraded: () => Promise<boolean>,
): Promise<SetDigests> {
  const collected = entries.filter(isCollected)
  if (collected.length === 0) return { store: () => [] }
  if (!(await isUpgraded())) {
    for (const entry of collected) refuseEntry(entry, UNFINISHED)
    return { store: () => [] }
  }
  const groups = await findGroups(tx, now, collected)
  const joined = groups.flatMap(joinGroup)
  return { store: () => storeGroups(tx, now, groups, joined) }
}

const UNFINISHED = {
  code: 'conflict' as const,
  message:
    'The upgrade of this installation is not finished: a process of 0.1.0 could send a digest before it closes. Stop these processes, then run "carillon migrate --finish".',
}

function isCollected(entry: Rendered): entry is Collected {
  return entry.parsed.digest !== undefined && entry.parsed.items !== undefined
}

function keyOf({ sender, recipient, channel, parsed }: Collected): DigestKey {
  return {
    workspace_id: sender.workspaceId,
    mode: sender.mode,
    recipient_id: recipient.id,
    channel,
    template_slug: parsed.request.template,
    key: parsed.digest.key,
  }
}

function nameOf({ workspace_id, mode, recipient_id, channel, template_slug, key }: DigestKey): string {
  return JSON.stringify([workspace_id, mode, recipient_id, channel, template_slug, key])
}

/** Finds the open digest of each group, and opens the missing ones. */
async function findGroups(tx: Transaction, now: Date, entries: Collected[]): Promise<Group[]> {
  const groups: Group[] = []
  let open = [...byKey(entries, (entry) => nameOf(keyOf(entry))).values()]
  for (let round = 0; open.length > 0; round++) {
    if (round === MOST_ROUNDS) throw digestConflict()
    const found = await findOpen(tx, now, open)
    groups.push(...found)
    const names = new Set(found.map(({ key }) => nameOf(key)))
    const missing = open.filter(([first]) => !names.has(nameOf(keyOf(first))))
    const opened = missing.length > 0 ? await openFor(tx, now, missing) : []
    groups.push(...opened)
    for (const { key } of opened) names.add(nameOf(key))
    open = open.filter(([first]) => !names.has(nameOf(keyOf(first))))
  }
  return groups
}

function digestConflict(): Error {
  return Object.assign(new Error('other transactions open and close a digest of this set'), { code: '40001' })
}

/**
 * Returns the groups that have an open digest. Closes digests that have all their items. If other transactions are
 * joining such a digest, the group joins it too, because neither transaction could close it before the other ends.
 */
async function findOpen(tx: Transaction, now: Date, groups: [Collected, ...Collected[]][]): Promise<Group[]> {
  const byName = new Map(groups.map((entries) => [nameOf(keyOf(entries[0])), entries]))
  const rows = await lockOpenDigests(
    tx,
    now,
    groups.map(([first]) => keyOf(first)),
  )
  if (rows.length === 0) return []
  const ids = rows.map(({ delivery_id }) => delivery_id)
  const progress = await readDigestProgress(tx, ids)
  const progressBy = new Map(progress.map((one) => [one.delivery_id, one]))
  const found = rows.map((row) => ({ row, progress: requireValue(progressBy, row.delivery_id) }))
  const full = found.filter(({ progress: { items } }) => items >= limits.most)
  const fullIds = full.map(({ row }) => row.delivery_id)
  const closed = new Set(full.length > 0 ? await closeDigests(tx, now, fullIds) : [])
  return found
    .filter(({ row }) => !closed.has(row.delivery_id))
    .map(({ row, progress: { items } }) => ({
      key: row,
      entries: requireValue(byName, nameOf(row)),
      deliveryId: row.delivery_id,
      items,
      closesAt: closingTime(now, row.wait, row.latest_at),
      opens: false,
    }))
}

/** Opens digests for the groups. A group whose digest another transaction opens at the same time is missing. */
async function openFor(tx: Transaction, now: Date, groups: [Collected, ...Collected[]][]): Promise<Group[]> {
  await closeOverdueDigests(
    tx,
    now,
    groups.map(([first]) => keyOf(first)),
  )
  const opened = new Set(
    await openDigests(
      tx,
      groups.map(([first]) => {
        const { wait, atMost } = first.parsed.digest
        return {
          ...keyOf(first),
          delivery_id: first.deliveryId,
          wait,
          opened_at: now.toISOString(),
          latest_at: later(now, atMost).toISOString(),
          check_at: digestEnd(first.parsed.digest, now).toISOString(),
        }
      }),
    ),
  )
  return groups
    .filter(([first]) => opened.has(first.deliveryId))
    .map((entries) => ({
      key: keyOf(entries[0]),
      entries,
      deliveryId: entries[0].deliveryId,
      items: 0,
      closesAt: digestEnd(entries[0].parsed.digest, now),
      opens: true,
    }))
}

/** Gives the messages that join the digest of the group their outcome, and returns them. */
function joinGroup({ entries, deliveryId, items, closesAt, opens }: Group): Charged[] {
  return entries.slice(opens ? 1 : 0).map((entry, index) => {
    const { sender, channel, recipient, address, parsed } = entry
    entry.outcome = {
      kind: 'accepted',
      deliveryId,
      mode: sender.mode,
      channel,
      recipient: { id: recipient.id, name: recipient.name, address },
      template: parsed.request.template,
      actions: [],
      idempotencyKey: parsed.request.idempotency_key ?? null,
      charge: null,
      digest: { result: 'joins', items: items + index + (opens ? 2 : 1), closesAt },
    }
    return Object.assign(entry, { charge: null })
  })
}
