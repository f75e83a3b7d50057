// Polls providers that cannot send webhooks to this service. A lease ensures that only one process polls a connection.
import type { InboundCall, PollResult, Receiver } from '../channels/inbound.ts'
import { providerOf } from '../channels/providers.ts'
import { openSettings } from '../connections/reached.ts'
import type { Clock } from '../lib/clock.ts'
import { later } from '../lib/clock.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { pause } from '../lib/scheduling/pause.ts'
import type { Seal } from '../lib/seal.ts'
import { SECOND } from '../limits.ts'
import { type Database, transaction } from '../store/database.ts'
import { type NewInbound, storeInboundRequests } from '../store/inbound/inbound.ts'
import {
  leasePollers,
  movePoller,
  notePollerProblem,
  type PollerRow,
  readOwnPollers,
  releasePoller,
  renewPoller,
  syncPollers,
} from '../store/inbound/pollers.ts'
import { findParts, type SealedPart } from '../store/workspaces/provider-connections.ts'
import { repeatKeyOf } from './receive.ts'

export interface PollingOptions {
  db: Database
  clock: Clock
  seal: Seal
  /** The name under which this process holds leases. */
  process: string
  allowPrivateNetwork: boolean
  /** Called when polling has stored requests. */
  onReceived: () => void
  onError: (error: unknown) => void
}

/** The lease in milliseconds. It is longer than the longest poll, and longer than the longest pause after a problem. */
const LEASE = 75 * SECOND
const SCAN_EVERY = 2 * SECOND
const MOST_PER_PROCESS = 1000
const PAUSE_AFTER_ERROR = 2 * SECOND
/**
 * Minimum time between two polls, in milliseconds of real time, because tests replace the clock. Without this minimum,
 * a provider that responds at once would be polled without a pause.
 */
const LEAST_INTERVAL = SECOND

/** A connection that this process polls. */
interface Poller {
  version: number
  leave: AbortController
  ended: Promise<void>
}

interface PollingState extends PollingOptions {
  stopping: AbortController
  /** The pollers of this process, by the id of the connection. */
  pollers: Map<number, Poller>
}

/** A connection to poll, with its lease and its decrypted settings. */
interface PollingTask {
  lease: PollerRow & { owner: string }
  connection: SealedPart
  receiver: Receiver
  poll: NonNullable<Receiver['poll']>
  call: InboundCall
}

/**
 * Scans for connections to poll, and polls each connection until its lease is lost. Call `stop` of the result to end
 * all polling.
 */
export function startPolling(options: PollingOptions): { stop(): Promise<void> } {
  const state: PollingState = { ...options, stopping: new AbortController(), pollers: new Map() }
  const loop = startLoop(options.clock, SCAN_EVERY, () => scan(state), options.onError)
  return {
    async stop() {
      state.stopping.abort()
      await loop.stop()
      await Promise.all([...state.pollers.values()].map(({ ended }) => ended))
    },
  }
}

async function scan(state: PollingState): Promise<undefined> {
  const { db, clock, process, pollers } = state
  await syncPollers(db)
  if (pollers.size > 0) await leaveLost(state)
  const now = clock.now()
  const most = MOST_PER_PROCESS - pollers.size
  const rows = await leasePollers(db, now, { owner: process, until: later(now, LEASE), most })
  // Skip connections that this process already polls, because two polls would deliver updates twice.
  const leased = rows.filter((row) => !pollers.has(row.connection_id))
  if (leased.length === 0) return
  const connections = await findParts(
    db,
    leased.map((row) => row.connection_id),
  )
  for (const row of leased) {
    const connection = connections.find((one) => one.id === row.connection_id && one.part_version === row.version)
    if (!connection) continue
    const leave = new AbortController()
    const ended = pollConnection(state, row, connection, leave.signal)
    pollers.set(row.connection_id, { version: row.version, leave, ended })
  }
}

/**
 * Stops polling the connections whose settings, mode or lease owner changed. A poll or pause that is running is
 * interrupted.
 */
async function leaveLost({ db, process, pollers }: PollingState): Promise<void> {
  const ownVersions = new Map((await readOwnPollers(db, process)).map((row) => [row.connection_id, row.version]))
  const lost = [...pollers].filter(([id, { version }]) => ownVersions.get(id) !== version).map(([, poller]) => poller)
  for (const { leave } of lost) leave.abort()
  await Promise.all(lost.map(({ ended }) => ended))
}

async function pollConnection(
  state: PollingState,
  row: PollerRow,
  connection: SealedPart,
  leaving: AbortSignal,
): Promise<void> {
  const { db, seal, process, allowPrivateNetwork } = state
  try {
    const lease = { ...row, owner: process }
    const { receiver } = providerOf(connection.channel, connection.provider)
    if (!receiver?.poll) return
    const signal = AbortSignal.any([state.stopping.signal, leaving])
    const call = { settings: openSettings(seal, connection), signal, allowPrivateNetwork }
    await pollUntilLost(state, { lease, connection, receiver, poll: receiver.poll, call })
    await releasePoller(db, lease)
  } catch (error) {
    state.onError(error)
  } finally {
    state.pollers.delete(row.connection_id)
  }
}

async function pollUntilLost(state: PollingState, task: PollingTask): Promise<void> {
  const { db, clock, onError } = state
  const { lease, poll, call } = task
  const { signal } = call
  let position = lease.position
  while (!signal.aborted) {
    try {
      if (!(await renewPoller(db, lease, later(clock.now(), LEASE)))) return
      const startedAt = performance.now()
      const polled = await poll(call, position)
      if (signal.aborted) return
      if (polled.kind === 'problem') {
        await notePollerProblem(db, clock.now(), lease, polled.problem)
        await pause(Math.max(polled.pause, LEAST_INTERVAL), signal)
      } else {
        if (!(await storePolled(state, task, polled))) return
        position = polled.position
        if (polled.bodies.length > 0) state.onReceived()
        else await pause(startedAt + LEAST_INTERVAL - performance.now(), signal)
      }
    } catch (error) {
      onError(error)
      await pause(PAUSE_AFTER_ERROR, signal)
    }
  }
}

/**
 * Stores the received requests and the position of the next poll in one transaction. Returns false if the lease is
 * lost.
 */
function storePolled(
  { db, clock }: PollingState,
  { lease, connection, receiver, call }: PollingTask,
  polled: Extract<PollResult, { kind: 'received' }>,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    if (!(await movePoller(tx, clock.now(), lease, polled.position))) return false
    const receivedAt = clock.now()
    const rows = polled.bodies.map((received): NewInbound => {
      const bytes = Buffer.from(JSON.stringify(received))
      return {
        workspaceId: connection.workspace_id,
        connectionId: connection.id,
        channel: connection.channel,
        repeatKey: repeatKeyOf(receiver, call.settings, { body: received, bytes, receivedAt }),
        body: { bytes, contentType: 'application/json' },
        receivedAt,
      }
    })
    if (rows.length > 0) await storeInboundRequests(tx, rows)
    return true
  })
}
