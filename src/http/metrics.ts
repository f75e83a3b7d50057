// The metrics: what this process counts, how the process is, and how much waits in the installation.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { addInstallationGauges } from '../installation/gauges.ts'
import type { Clock } from '../lib/clock.ts'
import { hashSecret } from '../lib/seal.ts'
import { addGauge, processRegistry } from '../meters.ts'
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
  const gauges = new Registry()
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  addPoolGauges(gauges, db)
  addProcessGauges(gauges, delay, clock.now(), about)
  addInstallationGauges(gauges, db, clock)
  const registry = Registry.merge([processRegistry, gauges])
  return {
    text: async () => {
      // The library puts an empty line between families. Scrapers of version 0.1 never had to skip one.
      const text = (await registry.metrics()).replaceAll('\n\n', '\n')
      // Each scrape tells of the time since the one before.
      delay.reset()
      return text
    },
    admits: (authorization) =>
      metricsToken === undefined || isSame(/^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '', metricsToken),
    stop: () => void delay.disable(),
  }
}

function isSame(actual: string, expected: string): boolean {
  return hashSecret(actual).equals(hashSecret(expected))
}

function addPoolGauges(registry: Registry, { pool }: Database): void {
  addGauge(
    registry,
    'carillon_database_pool_connections',
    'Connections of this process to the database.',
    () => [
      ['in_use', pool.totalCount - pool.idleCount],
      ['idle', pool.idleCount],
    ],
    'state',
  )
  addGauge(
    registry,
    'carillon_database_pool_waiting',
    'Pieces of work that wait for a connection.',
    () => pool.waitingCount,
  )
  addGauge(registry, 'carillon_database_pool_max', 'Connections this process may open.', () => pool.options.max)
}

function addProcessGauges(
  registry: Registry,
  delay: ReturnType<typeof monitorEventLoopDelay>,
  startedAt: Date,
  about: { role: string; version: string },
): void {
  const registers = [registry]
  const build = { name: 'carillon_build_info', help: 'The version and role of this process.' }
  new Gauge({ ...build, labelNames: ['role', 'version'], registers }).set(about, 1)
  addGauge(
    registry,
    'carillon_event_loop_delay_seconds',
    'How late the event loop was since the scrape before.',
    () => [
      ['0.5', secondsOf(delay.percentile(50))],
      ['0.99', secondsOf(delay.percentile(99))],
      ['1', secondsOf(delay.max)],
    ],
    'quantile',
  )
  addGauge(
    registry,
    'process_start_time_seconds',
    'When this process began, in Unix time.',
    () => startedAt.getTime() / 1000,
  )
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time used.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / MICROSECONDS)
    },
  })
  const memory = () => process.memoryUsage()
  addGauge(registry, 'process_resident_memory_bytes', 'Memory the process holds.', () => memory().rss)
  addGauge(registry, 'nodejs_heap_size_used_bytes', 'Memory of live JavaScript objects.', () => memory().heapUsed)
  addGauge(registry, 'nodejs_external_memory_bytes', 'Memory of buffers outside of the heap.', () => memory().external)
}

/** Before the first measure it says nothing useful: NaN, or the greatest number there is. */
function secondsOf(nanoseconds: number): number {
  const seconds = nanoseconds / NANOSECONDS
  return seconds > 0 && seconds < 1e6 ? seconds : 0
}
