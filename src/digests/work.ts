// The worker of digests. It closes digests whose time is over, renders their content, and releases their deliveries to
// the queue.

import { type DigestContent, itemsWithin, type RenderableDigest, renderDigests } from '../admission/digests/render.ts'
import type { Content } from '../channels/contract.ts'
import { recordStatusChanges } from '../delivery/consequences.ts'
import type { Occurrence } from '../events/catalog.ts'
import { recordEvents } from '../events/record.ts'
import { type Clock, later } from '../lib/clock.ts'
import { pairs } from '../lib/pairs.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { parseDuration } from '../lib/text/duration.ts'
import { digests as limits, SECOND } from '../limits.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import {
  type ClosedDigest,
  claimClosedDigests,
  closeDueDigests,
  failDigest,
  hasDigestWork,
  type ReleasedDigest,
  releaseDigests,
} from '../store/delivery/digests.ts'
import { chosenEvents } from '../store/events/subscriptions.ts'
import { digestClosed } from './events.ts'

export interface DigestWorkOptions {
  db: Database
  clock: Clock
  publicUrl: () => string
  /** The id of this process. Counters contain it. */
  process: string
  /** How long a message is attempted after its time, in milliseconds. */
  maxAge: number
  /** Called when messages or events may be due. */
  onReleased: () => void
  onError: (error: unknown) => void
}

/** Milliseconds after which another process renders a digest that this process claimed. */
const CLAIM = 30 * SECOND

export function startDigestWork(options: DigestWorkOptions): { wake(): void; stop(): Promise<void> } {
  const { db, clock, onError } = options
  const work = async () => {
    if (!(await hasDigestWork(db, clock.now()))) return undefined
    const due = await transaction(db, (tx) => closeDueDigests(tx, clock.now(), limits.set))
    const released = await releaseClosed(options)
    return Math.max(due, released) >= limits.set ? ('again' as const) : undefined
  }
  return startLoop(clock, SECOND, work, onError)
}

/** Renders and releases closed digests. Returns the number of digests that it claimed. */
async function releaseClosed(options: DigestWorkOptions): Promise<number> {
  const { db, clock, publicUrl, onReleased } = options
  const claimedAt = clock.now()
  const most = { most: limits.set, items: limits.items }
  const claimed = await transaction(db, (tx) => claimClosedDigests(tx, claimedAt, later(claimedAt, CLAIM), most))
  if (claimed.length === 0) return 0
  const queued = claimed.filter(isQueued)
  const contents = await renderDigests(db, queued, publicUrl())
  const rendered = new Map([...pairs(queued, contents)].map(([{ delivery_id }, content]) => [delivery_id, content]))
  // A digest that no thread could render in time stays claimed, and is rendered after the claim has ended.
  const finished = claimed.filter(({ delivery_id }) => !isLate(rendered.get(delivery_id)))
  await transaction(db, (tx) => release(options, tx, finished, rendered))
  onReleased()
  return claimed.length
}

function isQueued(digest: ClosedDigest): digest is RenderableDigest {
  return digest.delivery?.status === 'queued'
}

function isLate(result: DigestContent | undefined): boolean {
  return result !== undefined && 'refusal' in result && result.refusal.code === 'unavailable'
}

async function release(
  { clock, process, maxAge }: DigestWorkOptions,
  tx: Transaction,
  digests: ClosedDigest[],
  rendered: Map<number, DigestContent>,
): Promise<void> {
  const now = clock.now()
  const rows = digests.map((digest): ReleasedDigest => {
    const result = rendered.get(digest.delivery_id)
    const content = result && 'content' in result ? withStated(result.content, digest) : null
    const expiresAfter = parseDuration(content?.stated?.expires_after ?? '') ?? maxAge
    return {
      delivery_id: digest.delivery_id,
      items: digest.items,
      content,
      collected: itemsWithin(digest.first, digest.items),
      expires_at: later(now, Math.min(maxAge, expiresAfter)).toISOString(),
    }
  })
  const ended = new Set(await releaseDigests(tx, now, rows))
  const own = digests.filter(({ delivery_id }) => ended.has(delivery_id))
  await emitClosed(tx, now, own)
  const failed = []
  for (const { delivery_id } of own) {
    const result = rendered.get(delivery_id)
    if (!result || 'content' in result) continue
    const changed = await failDigest(tx, now, delivery_id, { code: 'digest_failed', message: result.refusal.message })
    if (changed) failed.push({ row: changed, before: changed.before })
  }
  await recordStatusChanges(tx, now, process, failed)
}

/** Returns the content with the values that the first request set only for its message. */
function withStated(content: Content, { delivery }: ClosedDigest): Content {
  const stated = delivery?.content.stated
  return stated === undefined ? content : { ...content, stated }
}

/** Emits digest.closed for the digests of workspaces with a subscription that selects it. */
async function emitClosed(tx: Transaction, now: Date, digests: ClosedDigest[]): Promise<void> {
  const queued = digests.filter(isQueued)
  if (queued.length === 0) return
  const chosen = await chosenEvents(tx, [...new Set(queued.map(({ workspace_id }) => workspace_id))])
  const events: Occurrence[] = queued
    .filter(({ workspace_id }) => chosen.get(workspace_id)?.has('digest.closed'))
    .map(digestClosed)
  recordEvents(tx, now, events)
}
