// The metrics of a process: counters and state of the process, and gauges of the whole installation.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { addInstallationGauges } from '../installation/gauges.ts'
import type { Clock } from '../lib/clock.ts'
import { hashSecret } from '../lib/seal.ts'
import { addGauge, processRegistry } from '../meters.ts'
import type { Database } from '../store/database.ts'

export interface Metrics {
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>
  /**
   * Returns whether the Authorization header permits the request. If METRICS_TOKEN is unset, every request is
   * permitted.
   */
  admits(authorization: string | undefined): boolean
  stop(): void
}

/** The error message for a request that does not contain METRICS_TOKEN. */
export const sendToken = 'Send METRICS_TOKEN as "Authorization: Bearer <TOKEN>".'

const MICROSECONDS = 1e6
const NANOSECONDS = 1e9

/** Creates the metrics. `about` contains the role and version of this process for the metric `carillon_build_info`. */
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
      // The library writes an empty line between two metrics. Remove it: version 0.1 wrote no empty lines, and existing
      // scrapers may not accept them.
      const text = (await registry.metrics()).replaceAll('\n\n', '\n')
      // Reset the delay, so that each scrape reports the delay since the previous scrape.
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
    'Operations that wait for a connection.',
    () => pool.waitingCount,
  )
  addGauge(registry, 'carillon_database_pool_max', 'Connections that this process may open.', () => pool.options.max)
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
    'Delay of the event loop since the previous scrape.',
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
    'Start time of this process, in Unix time.',
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
  addGauge(registry, 'process_resident_memory_bytes', 'Resident memory of the process.', () => memory().rss)
  addGauge(registry, 'nodejs_heap_size_used_bytes', 'Memory of live JavaScript objects.', () => memory().heapUsed)
  addGauge(registry, 'nodejs_external_memory_bytes', 'Memory of buffers outside the heap.', () => memory().external)
}

/**
 * Returns the value in seconds. Before the first measurement, Node reports NaN or its largest number. In this case, the
 * result is 0.
 */
function secondsOf(nanoseconds: number): number {
  const seconds = nanoseconds / NANOSECONDS
  return seconds > 0 && seconds < 1e6 ? seconds : 0
}
