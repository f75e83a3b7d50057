// Starts the background work of a process: sending, inbound, events, automations, imports, bulk operations and maintenance
// jobs.

import type { Admission } from './admission/sets/group-commit.ts'
import { startAutomations } from './automations/work.ts'
import { startBulkWork } from './bulk/work.ts'
import type { Config } from './config.ts'
import { startDeliveryMaintenance } from './delivery/maintenance-jobs.ts'
import { startTicketReading } from './delivery/tickets/reading.ts'
import { startWorker } from './delivery/worker.ts'
import { startDigestWork } from './digests/work.ts'
import { startDispatcher } from './events/dispatch.ts'
import { startEventMaintenance } from './events/maintenance-jobs.ts'
import type { Mailer } from './events/notices.ts'
import { startFallbackStarter } from './fallbacks/starter.ts'
import type { BodyThreads } from './http/body/body-tasks.ts'
import { startBounceListener } from './inbound/bounce-listener.ts'
import { startPolling } from './inbound/polling.ts'
import { startInbound } from './inbound/worker.ts'
import { startKeyExchange } from './installation/key-exchange.ts'
import { startMovingSettings } from './installation/moving-settings.ts'
import { startResealing } from './installation/resealing.ts'
import { startRetention } from './installation/retention.ts'
import type { Clock } from './lib/clock.ts'
import type { Logger } from './lib/log.ts'
import type { Seal } from './lib/seal.ts'
import { startMemberMaintenance } from './members/maintenance-jobs.ts'
import { startImportWork } from './recipients/import-work.ts'
import { type Database, forBackgroundWork } from './store/database.ts'
import { startApprovalReading } from './templates/approval-list.ts'
import type { Topic } from './wake-ups.ts'

export interface WorkersOptions {
  db: Database
  clock: Clock
  seal: Seal
  config: Config
  log: Logger
  /** The id of this process. Counters and leases contain it. */
  process: string
  publicUrl: () => string
  /** Undefined when the operator has set no mail server. */
  mailer: Mailer | undefined
  admission: Admission
  /** Threads that process large bodies. */
  threads: BodyThreads
  /** Notifies all processes, including this one, that there is work. */
  notify: (topic: Topic) => void
  onError: (error: unknown) => void
}

export interface Workers {
  /** Wakes the workers of the topic. */
  wake(topic: Topic): void
  /** Returns the port for bounce mails. Undefined if this process does not receive them. */
  bouncePort(): number | undefined
  /** Stops the workers, then the maintenance jobs. */
  stop(): Promise<void>
}

export function startWorkers(options: WorkersOptions): Workers {
  const { clock, seal, config, log, process, publicUrl, mailer, threads, notify, onError } = options
  const db = forBackgroundWork(options.db)
  const admission = options.admission.work
  const { allowPrivateNetwork } = config
  const base = { db, clock, seal, process, allowPrivateNetwork, onError }
  const sealing =
    config.masterKeyPrevious === undefined
      ? []
      : [startKeyExchange({ db, seal, publicUrl, allowPrivateNetwork, clock, log, onError })]
  const resealing = startResealing({ db, clock, seal, log, onError })
  const moving = startMovingSettings({ db, clock, seal, log, onError })
  const dispatcher = startDispatcher({ db, clock, seal, allowPrivateNetwork, mails: mailer !== undefined, onError })
  const wakeDispatcher = () => dispatcher.wake()
  const memberMaintenance = startMemberMaintenance({ db, clock, seal, publicUrl, mailer, onError })
  const eventMaintenance = startEventMaintenance({ db, clock, mailer, onReady: wakeDispatcher, onError })
  const worker = startWorker({ ...base, slots: config.workerSlots, publicUrl, onEventsWritten: wakeDispatcher })
  const retention = startRetention({ db, clock, retention: config.retention, onError })
  const deliveryMaintenance = startDeliveryMaintenance({ db, clock, process, onReady: () => notify('due'), onError })
  const automations = startAutomations({
    db,
    clock,
    admission,
    allowPrivateNetwork,
    onEventsRecorded: wakeDispatcher,
    onError,
  })
  const onEventsRecorded = () => {
    dispatcher.wake()
    automations.wake()
  }
  const inbound = startInbound({ ...base, log, readLarge: threads.inboundEvents, onEventsRecorded })
  const polling = startPolling({ ...base, onReceived: () => notify('inbound') })
  const { bounceSmtpPort: port, bounceSmtpHost: host } = config
  const bounces = startBounceListener({ ...base, port, host, log, onEventsRecorded })
  const approvals = startApprovalReading({ db, clock, seal, allowPrivateNetwork, onError })
  const tickets = startTicketReading({ ...base, log })
  const importing = startImportWork({ db, clock, onEventsRecorded, onError })
  const onChanged = () => {
    notify('due')
    dispatcher.wake()
  }
  const fallbacks = startFallbackStarter({ db, clock, admission, onChanged, onError })
  const { deliveryMaxAge: maxAge } = config
  const bulk = startBulkWork({ db, clock, admission, process, maxAge, onChanged, onError })
  const digests = { db, clock, publicUrl, process, maxAge, onReleased: onChanged, onError }
  const collecting = startDigestWork(digests)
  const senders = [worker, automations, bulk, collecting, fallbacks]
  const workers = [...senders, inbound, polling, approvals, tickets, importing, bounces]
  return {
    wake(topic) {
      if (topic === 'inbound') return inbound.wake()
      if (topic === 'import') return importing.wake()
      worker.wake()
      dispatcher.wake()
    },
    bouncePort: () => bounces.port(),
    async stop() {
      await Promise.all(workers.map((one) => one.stop()))
      const jobs = [
        retention,
        deliveryMaintenance,
        dispatcher,
        eventMaintenance,
        memberMaintenance,
        resealing,
        moving,
        ...sealing,
      ]
      for (const job of jobs) await job.stop()
    },
  }
}
