// The worker: claims what is ready, sends it, settles it; keeps its leases; gives back what it can't start.
import type { SandboxReceipt } from '../channels/sandbox.ts'
import type { Clock } from '../lib/clock.ts'
import { later } from '../lib/clock.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import type { Seal } from '../lib/seal.ts'
import { delivery, SECOND } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { type ClaimedRow, claimExpired, claimReady, findLanes, releaseClaims, renewLeases } from '../store/queue.ts'
import { type ActionTokenRow, type MailRow, readActionTokens, readMailRows } from '../store/sending.ts'
import { composeMessage } from './compose.ts'
import { createConnectionCache, type OpenConnection } from './connections.ts'
import { createOutbox } from './outbox.ts'
import { applyReceipt } from './receipts.ts'
import { planAfter, planExpired } from './retry.ts'
import { createSettler, type Settlement } from './settle.ts'
import { makeTry, type TryResult } from './try.ts'

export interface WorkerOptions {
  db: Database
  clock: Clock
  seal: Seal
  /** Names this process in counters. */
  process: string
  slots: number
  publicUrl: () => string
  allowPrivateNetwork: boolean
  /** Events may have been written. */
  onTold: () => void
  onError: (error: unknown) => void
}

export interface Worker {
  /** Something became due. */
  wake(): void
  /** Stops claiming, finishes what is being sent (a try's budget at most), and ends. */
  stop(): Promise<void>
}

/** A claimed row with what it needs to be sent. */
interface Claimed {
  row: ClaimedRow
  tokens: ActionTokenRow[]
  mail: MailRow | undefined
  connection: OpenConnection | undefined
}

/** Accepted before the address opted out, due after. */
const OPTED_OUT: TryResult = {
  outcome: {
    class: 'permanent',
    code: 'opted_out',
    reason: 'the recipient opted out since this message was accepted',
    remedy: 'Nothing; only essential templates are sent to this address.',
  },
}

/** Lanes looked at in one claim. */
const LANES = 64
const POLL = SECOND

export function startWorker(options: WorkerOptions): Worker {
  const { db, clock, seal, process, onError } = options
  const outbox = createOutbox<Claimed>(options.slots, (claimed) => void carry(claimed))
  const settler = createSettler(db, clock, process, onError)
  const connections = createConnectionCache(seal)
  const inFlight = new Map<number, { attempt: number; leaseUntil: number }>()
  let cursor = 0
  let ended = 0
  let lookAtExpired = 0
  let stopping = false
  let claims: Loop | undefined
  const claimSize = options.slots / 4

  /** One claim, as large as there is room; 'again' while there is more. */
  const claim = async (): Promise<'again' | undefined> => {
    // What waits to be settled holds no slot, but no more than another full set of it may pile up.
    if (stopping || outbox.room() === 0 || inFlight.size >= 2 * options.slots) return undefined
    ended = 0
    const now = clock.now()
    const leaseUntil = later(now, delivery.lease)
    const lanes = await findLanes(db, now, cursor, LANES)
    const shares = outbox.share(lanes)
    const rows = shares.length > 0 ? await claimReady(db, now, leaseUntil, shares) : []
    if (lanes.length > 0) cursor = lanes[lanes.length - 1]!
    if (performance.now() >= lookAtExpired) {
      lookAtExpired = performance.now() + POLL
      rows.push(...(await claimExpired(db, now, leaseUntil, outbox.room() - rows.length)))
    }
    await start(rows)
    // A single lane was given all it may have; among several, one may leave room that another can use.
    return rows.length > 0 && lanes.length > 1 && outbox.room() >= claimSize ? 'again' : undefined
  }

  const start = async (rows: ClaimedRow[]) => {
    if (rows.length === 0) return
    const claimedAt = performance.now()
    if (stopping) return releaseClaims(db, clock.now(), rows)
    const withActions = rows.filter((row) => row.content.actions.length > 0).map((row) => row.id)
    const tokens = withActions.length > 0 ? await readActionTokens(db, withActions) : []
    const mailIds = rows.filter((row) => row.channel === 'email').map((row) => row.id)
    const mails = mailIds.length > 0 ? await readMailRows(db, mailIds) : []
    const open = await connections.open(db, rows)
    for (const row of rows) {
      inFlight.set(row.id, { attempt: row.attempt, leaseUntil: claimedAt + delivery.lease })
      outbox.put(row.lane, {
        row,
        tokens: tokens.filter((token) => token.delivery_id === row.id),
        mail: mails.find(({ id }) => id === row.id),
        connection: open.get(row.lane),
      })
    }
  }

  /** One delivery from its slot to its settlement; never throws. */
  const carry = async (claimed: Claimed) => {
    const { row } = claimed
    try {
      const { settlement, receipts = [] } = await attempt(claimed).finally(() => leaveSlot(row.lane))
      if (!settlement) return
      await settler.settle(settlement)
      options.onTold()
      if (pausesLane(settlement)) await giveBack(outbox.takeBack(row.lane))
      for (const receipt of receipts) {
        await applyReceipt(db, clock.now(), process, { workspaceId: row.workspace_id, deliveryId: row.id, ...receipt })
        options.onTold()
      }
    } catch (error) {
      // Nothing was settled: the lease runs out and the message is claimed again.
      onError(error)
    } finally {
      inFlight.delete(row.id)
    }
  }

  /** Their try did not begin: others may claim them, or they wait with their lane. */
  const giveBack = async (claimed: Claimed[]) => {
    if (claimed.length === 0) return
    for (const { row } of claimed) inFlight.delete(row.id)
    await releaseClaims(
      db,
      clock.now(),
      claimed.map(({ row }) => row),
    )
  }

  /** What to settle, and the receipts a provider gave at once; nothing when the lease is lost. */
  const attempt = async ({
    row,
    tokens,
    mail,
    connection,
  }: Claimed): Promise<{ settlement?: Settlement; receipts?: SandboxReceipt[] }> => {
    const startedAt = clock.now()
    if (startedAt >= row.expires_at) {
      const plan = planExpired(row.tries)
      return { settlement: { row, plan, outcome: null, startedAt, endedAt: startedAt } }
    }
    if (row.recipient_paused_until) return { settlement: { row, ...postponed(row, startedAt) } }
    const message = composeMessage(db, seal, options.publicUrl(), row, tokens, mail)
    if (!holdsLease(row)) return {}
    const { allowPrivateNetwork } = options
    const call = { message, now: startedAt, progress: row.progress ?? {}, allowPrivateNetwork }
    const optedOut = mail?.opted_out === true && row.content.essential !== true
    const { outcome, captured, receipts } = optedOut ? OPTED_OUT : await makeTry(row, call, connection)
    const endedAt = clock.now()
    const { tries, expires_at: expiresAt } = row
    const plan = planAfter(outcome, { now: endedAt, tries, expiresAt, jitter: Math.random() })
    return { settlement: { row, plan, outcome, startedAt, endedAt, captured }, receipts }
  }

  const leaveSlot = (lane: number) => {
    const empty = outbox.leave(lane)
    // Claims of a few rows cost as much as large ones: the next is made when a quarter of the slots has come free.
    if (++ended >= claimSize || empty) claims?.wake()
  }

  /** Other messages to a throttled person wait with the first one, and lose no try. */
  const postponed = (row: ClaimedRow, at: Date) => ({
    plan: planAfter(
      {
        class: 'throttled',
        until: row.recipient_paused_until!,
        scope: 'recipient',
        reason: 'the provider wants fewer messages to this recipient',
        remedy: 'Nothing; it is sent when the pause is over.',
      },
      { now: at, tries: row.tries, expiresAt: row.expires_at, jitter: 0 },
    ),
    outcome: null,
    startedAt: at,
    endedAt: at,
  })

  /** A process that was stopped for longer than its lease must not send what another has claimed since. */
  const holdsLease = (row: ClaimedRow) => performance.now() < (inFlight.get(row.id)?.leaseUntil ?? 0)

  const renew = async (): Promise<undefined> => {
    const held = [...inFlight].map(([id, { attempt }]) => ({ id, attempt }))
    if (held.length === 0) return
    const renewedAt = performance.now()
    for (const id of await renewLeases(db, later(clock.now(), delivery.lease), held)) {
      const flight = inFlight.get(id)
      if (flight) flight.leaseUntil = renewedAt + delivery.lease
    }
  }

  claims = startLoop(POLL, claim, onError)
  const renewals = startLoop(delivery.renewEvery, renew, onError)
  return {
    wake: () => claims.wake(),
    async stop() {
      stopping = true
      await claims.stop()
      await giveBack(outbox.takeBack()).catch(onError)
      while (inFlight.size > 0) await new Promise((resolve) => setTimeout(resolve, 20))
      await renewals.stop()
    },
  }
}

/** The connection is paused for everybody now, so what waits for it need not be tried. */
function pausesLane({ row, outcome }: Settlement): boolean {
  if (row.connection_version === null) return false
  return outcome?.class === 'misconfigured' || (outcome?.class === 'throttled' && outcome.scope !== 'recipient')
}
