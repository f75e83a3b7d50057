// The maintenance jobs of events. They queue rows whose retry is due or whose lease has expired, hold the events of
// inactive subscriptions, send notices by email and delete old rows.
import { type Clock, later } from '../lib/clock.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { MINUTE, outgoing, SECOND } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { dropOldOutgoing, holdForInactiveSubscriptions, promoteOutgoing } from '../store/events/dispatching.ts'
import { dropOldNotices } from '../store/workspaces/notices.ts'
import { endIdleDevListeners } from './dev-listeners.ts'
import { type Mailer, mailNotices } from './notices.ts'

export interface EventMaintenanceOptions {
  db: Database
  clock: Clock
  /** Sends through the operator's mail server. Undefined if no mail server is configured. */
  mailer: Mailer | undefined
  /** Called when rows are ready to be sent. */
  onReady: () => void
  onError: (error: unknown) => void
}

const BATCH = 2000

export function startEventMaintenance({ db, clock, mailer, onReady, onError }: EventMaintenanceOptions) {
  const again = (moved: number) => (moved >= BATCH ? ('again' as const) : undefined)
  const promote = async () => {
    const moved = await promoteOutgoing(db, clock.now(), BATCH)
    if (moved > 0) onReady()
    return again(moved)
  }
  const dropOld = async () => {
    const before = later(clock.now(), -outgoing.retention)
    await dropOldNotices(db, before)
    return again(await dropOldOutgoing(db, before, BATCH))
  }
  const loops = [
    startLoop(clock, SECOND, promote, onError),
    startLoop(clock, SECOND, async () => again(await holdForInactiveSubscriptions(db, BATCH)), onError),
    startLoop(clock, MINUTE, dropOld, onError),
    startLoop(clock, MINUTE, () => endIdleDevListeners(db, clock.now()).then(() => undefined), onError),
    ...(mailer ? [startLoop(clock, SECOND, () => mailNotices(db, clock, mailer), onError)] : []),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
