// The metrics: what this process counts, how the process is, and how much waits in the installation.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Config } from '../config.ts'
import { createGauges } from '../installation/gauges.ts'
import type { Clock } from '../lib/clock.ts'
import { hashSecret } from '../lib/seal.ts'
import { meters } from '../meters.ts'
import { type Family, gauge, metricsText } from '../metric-kinds.ts'
import type { Database } from '../store/database.ts'

export interface Metrics {
  /** The whole text. */
  text(): Promise<string>
  /** Whether the request's Authorization header lets it read; without a METRICS_TOKEN nobody needs one. */
  admits(authorization: string | undefined): boolean
  stop(): void
}

/** What a reader without the token is told. */
export const sendToken = 'Send METRICS_TOKEN as "Authorization: Bearer <TOKEN>".'

const MICROSECONDS = 1e6
const NANOSECONDS = 1e9

/** `role`: of the process, told beside its version. */
export function createMetrics(
  db: Database,
  clock: Clock,
  { metricsToken }: Config,
  about: { role: string; version: string },
): Metrics {
  const gauges = createGauges(db, clock)
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const own = [...Object.values(meters), ...poolFamilies(db), ...processFamilies(delay, clock.now(), about)]
  return {
    text: async () => {
      const text = metricsText([...own, ...(await gauges())])
      // Each scrape tells of the time since the one before.
      delay.reset()
      return text
    },
    admits: (authorization) =>
      metricsToken === undefined || isSame(/^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '', metricsToken),
    stop: () => void delay.disable(),
  }
}

function isSame(given: string, wanted: string): boolean {
  return hashSecret(given).equals(hashSecret(wanted))
}

function poolFamilies({ pool }: Database): Family[] {
  return [
    gauge('carillon_database_pool_connections', 'Connections of this process to the database.', () => [
      { labels: { state: 'in_use' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ]),
    gauge('carillon_database_pool_waiting', 'Pieces of work that wait for a connection.', () => pool.waitingCount),
    gauge('carillon_database_pool_max', 'Connections this process may open.', () => pool.options.max),
  ]
}

function processFamilies(
  delay: ReturnType<typeof monitorEventLoopDelay>,
  startedAt: Date,
  about: { role: string; version: string },
): Family[] {
  const cpu = () => {
    const { user, system } = process.cpuUsage()
    return [{ value: (user + system) / MICROSECONDS }]
  }
  const heap = () => process.memoryUsage()
  return [
    gauge('carillon_build_info', 'The version and role of this process.', () => [{ labels: { ...about }, value: 1 }]),
    gauge('carillon_event_loop_delay_seconds', 'How late the event loop was since the scrape before.', () => [
      { labels: { quantile: '0.5' }, value: secondsOf(delay.percentile(50)) },
      { labels: { quantile: '0.99' }, value: secondsOf(delay.percentile(99)) },
      { labels: { quantile: '1' }, value: secondsOf(delay.max) },
    ]),
    gauge('process_start_time_seconds', 'When this process began, in Unix time.', () => startedAt.getTime() / 1000),
    { name: 'process_cpu_seconds_total', help: 'Processor time used.', kind: 'counter', samples: cpu },
    gauge('process_resident_memory_bytes', 'Memory the process holds.', () => heap().rss),
    gauge('nodejs_heap_size_used_bytes', 'Memory of live JavaScript objects.', () => heap().heapUsed),
    gauge('nodejs_external_memory_bytes', 'Memory of buffers outside of the heap.', () => heap().external),
  ]
}

/** Before the first measure it says nothing useful: NaN, or the greatest number there is. */
function secondsOf(nanoseconds: number): number {
  const seconds = nanoseconds / NANOSECONDS
  return seconds > 0 && seconds < 1e6 ? seconds : 0
}
