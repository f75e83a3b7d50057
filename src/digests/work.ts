// The worker of digests. It closes digests whose time is over, renders their content, and releases their deliveries to
// the queue.

import { type DigestContent, type RenderableDigest, renderDigests } from '../admission/digests/render.ts'
import type { Content } from '../channels/contract.ts'
import { recordStatusChanges } from '../delivery/consequences.ts'
import type { Occurrence } from '../events/catalog.ts'
import { recordEvents } from '../events/record.ts'
import { type Clock, later } from '../lib/clock.ts'
import { pairs } from '../lib/pairs.ts'
import { retryInHalves } from '../lib/repeat.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { parseDuration } from '../lib/text/duration.ts'
import { digests as limits, SECOND } from '../limits.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import {
  type ClosedDigest,
  claimClosedDigests,
  postponeDigest,
  readClosedDigests,
} from '../store/digests/closed-digests.ts'
import {
  closeDueDigests,
  endDigests,
  failDigest,
  hasDigestWork,
  type ReleasedDigest,
} from '../store/digests/digests.ts'
import { chosenEvents } from '../store/events/subscriptions.ts'
import { isPassing } from '../store/failures.ts'
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

/** Bounds of the digests that one process claims at once. */
const CLAIM_BOUNDS = {
  most: limits.set,
  ofWorkspace: limits.ofWorkspace,
  characters: limits.setCharacters,
  ofDigest: limits.characters,
}

export function startDigestWork(options: DigestWorkOptions): { wake(): void; stop(): Promise<void> } {
  const { db, clock, onError } = options
  let lastWorkspace = 0
  const work = async () => {
    if (!(await hasDigestWork(db, clock.now()))) return undefined
    const due = await transaction(db, (tx) => closeDueDigests(tx, clock.now(), limits.closed))
    const now = clock.now()
    const claimed = await claimClosedDigests(db, now, later(now, CLAIM), lastWorkspace, CLAIM_BOUNDS)
    lastWorkspace = lastOf(claimed, lastWorkspace)
    await releaseClaimed(
      options,
      claimed.map(({ delivery_id }) => delivery_id),
    )
    return Math.max(due, claimed.length) > 0 ? ('again' as const) : undefined
  }
  return startLoop(clock, SECOND, work, onError)
}

/** Returns the workspace after which the next claim starts. The claim took workspaces above `after` first. */
function lastOf(claimed: { workspace_id: number }[], after: number): number {
  const ids = claimed.map(({ workspace_id }) => workspace_id)
  const wrapped = ids.filter((id) => id <= after)
  return Math.max(0, ...(wrapped.length > 0 ? wrapped : ids))
}

/** Renders and releases claimed digests. If one of them causes an error, releases the others and postpones it. */
async function releaseClaimed(options: DigestWorkOptions, ids: number[]): Promise<void> {
  const { db, clock, onReleased, onError } = options
  if (ids.length === 0) return
  const broken: number[] = []
  const releaseAll = async (part: number[]) => {
    await releasePart(options, part)
    onReleased()
  }
  await retryInHalves(ids, releaseAll, (id, error) => {
    if (isPassing(error)) throw error
    onError(error)
    broken.push(id)
  })
  for (const id of broken) await postponeDigest(db, clock.now(), id)
}

async function releasePart(options: DigestWorkOptions, ids: number[]): Promise<void> {
  const { db, publicUrl } = options
  const digests = await readClosedDigests(db, ids, limits)
  const renderable = digests.filter(isQueued).filter(({ failures }) => failures < limits.failures)
  const contents = await renderDigests(db, renderable, publicUrl())
  const rendered = new Map([...pairs(renderable, contents)].map(([{ delivery_id }, content]) => [delivery_id, content]))
  for (const { delivery_id, failures } of digests)
    if (failures >= limits.failures) rendered.set(delivery_id, { refusal: BROKEN })
  // A digest that no thread could render in time stays claimed, and is rendered after the claim has ended.
  const finished = digests.filter(({ delivery_id }) => !isLate(rendered.get(delivery_id)))
  if (finished.length > 0) await transaction(db, (tx) => release(options, tx, finished, rendered))
}

const BROKEN = {
  code: 'internal_error' as const,
  message: `${limits.failures} attempts to send this digest failed with an internal error; see the log.`,
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
      collected: { list: digest.first, count: digest.items },
      expires_at: later(now, Math.min(maxAge, expiresAfter)).toISOString(),
    }
  })
  const { released, kept } = await endDigests(tx, now, rows)
  const failed = []
  for (const id of kept) {
    const result = rendered.get(id)
    if (!result || 'content' in result) continue
    const changed = await failDigest(tx, now, id, { code: 'digest_failed', message: result.refusal.message })
    if (changed) failed.push({ row: changed, before: changed.before })
  }
  const ended = new Set([...released, ...failed.map(({ row }) => row.id)])
  await emitClosed(
    tx,
    now,
    digests.filter(isQueued).filter(({ delivery_id }) => ended.has(delivery_id)),
  )
  await recordStatusChanges(tx, now, process, failed)
}

/** Returns the content with the values that the first request set only for its message. */
function withStated(content: Content, { delivery }: ClosedDigest): Content {
  const stated = delivery?.content.stated
  return stated === undefined ? content : { ...content, stated }
}

/** Emits digest.closed for the digests of workspaces with a subscription that selects it. */
async function emitClosed(tx: Transaction, now: Date, digests: RenderableDigest[]): Promise<void> {
  if (digests.length === 0) return
  const chosen = await chosenEvents(tx, [...new Set(digests.map(({ workspace_id }) => workspace_id))])
  const events: Occurrence[] = digests
    .filter(({ workspace_id }) => chosen.get(workspace_id)?.has('digest.closed'))
    .map(digestClosed)
  recordEvents(tx, now, events)
}
