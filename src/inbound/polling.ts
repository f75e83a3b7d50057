// Polling: providers that can't call us are asked for what happened, each connection by one process at a time.
import type { InboundCall, Polled, Receiver } from '../channels/inbound.ts'
import { providerOf } from '../channels/providers.ts'
import { openSettings } from '../connections/reached.ts'
import type { Clock } from '../lib/clock.ts'
import { later } from '../lib/clock.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { pause } from '../lib/scheduling/pause.ts'
import type { Seal } from '../lib/seal.ts'
import { SECOND } from '../limits.ts'
import { type Database, transaction } from '../store/database.ts'
import { keepInbound } from '../store/inbound/inbound.ts'
import {
  leasePollers,
  movePoller,
  notePollerProblem,
  type PollerRow,
  readHeld,
  releasePoller,
  renewPoller,
  syncPollers,
} from '../store/inbound/pollers.ts'
import { readPartsOfLanes, type SealedPart } from '../store/workspaces/provider-connections.ts'
import { repeatKeyOf } from './receive.ts'

export interface PollingOptions {
  db: Database
  clock: Clock
  seal: Seal
  /** Names this process as the holder of leases. */
  process: string
  allowPrivateNetwork: boolean
  /** Something was received. */
  onReceived: () => void
  onError: (error: unknown) => void
}

/** Longer than the longest question and the longest pause after a problem. */
const LEASE = 75 * SECOND
const LOOK_EVERY = 2 * SECOND
const MOST_PER_PROCESS = 1000
const PAUSE_AFTER_ERROR = 2 * SECOND
/** Whatever a provider answers, it is not asked in a tight loop; real milliseconds. */
const SHORTEST = SECOND

/** What one poller works with. */
interface Asking {
  held: PollerRow & { owner: string }
  connection: SealedPart
  poll: NonNullable<Receiver['poll']>
  receiver: Receiver
  call: InboundCall
}

/** Looks for connections to ask, and asks those it holds until they are taken away or it is stopped. */
export function startPolling(options: PollingOptions): { stop(): Promise<void> } {
  const { db, clock, seal, process, onError } = options
  const stopping = new AbortController()
  const asking = new Map<number, { version: number; leave: AbortController; ended: Promise<void> }>()

  const look = async (): Promise<undefined> => {
    await syncPollers(db)
    if (asking.size > 0) await leaveLost()
    const now = clock.now()
    const most = MOST_PER_PROCESS - asking.size
    const rows = await leasePollers(db, now, { owner: process, until: later(now, LEASE), most })
    // What this process still asks under a lease that ran out goes on where it is.
    const leased = rows.filter((row) => !asking.has(row.connection_id))
    if (leased.length === 0) return
    const connections = await readPartsOfLanes(
      db,
      leased.map((row) => row.connection_id),
    )
    for (const row of leased) {
      const connection = connections.find(({ lane, version }) => lane === row.connection_id && version === row.version)
      if (!connection) continue
      const leave = new AbortController()
      asking.set(row.connection_id, { version: row.version, leave, ended: ask(row, connection, leave.signal) })
    }
  }

  /** New settings, another mode or another holder: nobody waits for the end of a question or a pause. */
  const leaveLost = async () => {
    const held = new Map((await readHeld(db, process)).map((row) => [row.connection_id, row.version]))
    const lost = [...asking].filter(([id, { version }]) => held.get(id) !== version).map(([, poller]) => poller)
    for (const { leave } of lost) leave.abort()
    await Promise.all(lost.map(({ ended }) => ended))
  }

  const ask = async (row: PollerRow, connection: SealedPart, leaving: AbortSignal) => {
    try {
      const held = { ...row, owner: process }
      const { receiver } = providerOf(connection.channel, connection.provider)
      if (!receiver?.poll) return
      const { allowPrivateNetwork } = options
      const signal = AbortSignal.any([stopping.signal, leaving])
      const call = { settings: openSettings(seal, connection), signal, allowPrivateNetwork }
      await askOnAndOn({ held, connection, receiver, poll: receiver.poll, call })
      await releasePoller(db, held)
    } catch (error) {
      onError(error)
    } finally {
      asking.delete(row.connection_id)
    }
  }

  const askOnAndOn = async (asking: Asking) => {
    const { held, poll, call } = asking
    let position = held.position
    const { signal } = call
    while (!signal.aborted) {
      try {
        if (!(await renewPoller(db, held, later(clock.now(), LEASE)))) return
        const askedAt = performance.now()
        const polled = await poll(call, position)
        if (signal.aborted) return
        if (polled.kind === 'problem') {
          await notePollerProblem(db, clock.now(), held, polled.problem)
          await pause(Math.max(polled.wait, SHORTEST), signal)
        } else {
          if (!(await keep(asking, polled))) return
          position = polled.position
          if (polled.bodies.length > 0) options.onReceived()
          else await pause(askedAt + SHORTEST - performance.now(), signal)
        }
      } catch (error) {
        onError(error)
        await pause(PAUSE_AFTER_ERROR, signal)
      }
    }
  }

  /** What was received and where to go on are kept together, by the holder alone; false for anybody else. */
  const keep = (
    { held, connection, receiver, call }: Asking,
    polled: Extract<Polled, { kind: 'received' }>,
  ): Promise<boolean> =>
    transaction(db, async (tx) => {
      if (!(await movePoller(tx, clock.now(), held, polled.position))) return false
      for (const received of polled.bodies) {
        const bytes = Buffer.from(JSON.stringify(received))
        await keepInbound(tx, clock.now(), {
          workspaceId: connection.workspace_id,
          connectionId: connection.id,
          channel: connection.channel,
          repeatKey: repeatKeyOf(receiver, call.settings, received, bytes),
          body: { bytes, contentType: 'application/json' },
        })
      }
      return true
    })

  const loop = startLoop(clock, LOOK_EVERY, look, onError)
  return {
    async stop() {
      stopping.abort()
      await loop.stop()
      await Promise.all([...asking.values()].map(({ ended }) => ended))
    },
  }
}
