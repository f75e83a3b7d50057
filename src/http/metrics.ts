// The metrics of a process: counters and state of the process, and gauges of the whole installation.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { addInstallationGauges } from '../installation/gauges.ts'
import type { Clock } from '../lib/clock.ts'
import { hashSecret } from '../lib/seal.ts'
import { addGauge, type MetricSample, processRegistry } from '../meters.ts'
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

/** Reads the values of a process. The gauges of the installation are the same in all processes, and can be left out. */
export type ReadSamples = (withInstallation: boolean) => Promise<MetricSample[]>

/** The error message for a request that does not contain METRICS_TOKEN. */
export const sendToken = 'Send METRICS_TOKEN as "Authorization: Bearer <TOKEN>".'

const MICROSECONDS = 1e6
const NANOSECONDS = 1e9

/**
 * Receives the function that reads the values of this process. Returns the function that reads the metrics of all
 * processes of the command.
 */
export type ShareMetrics = (read: ReadSamples) => Metrics['text']

/**
 * Creates the metrics. `about` contains the role and version of this process for the metric `carillon_build_info`.
 * Without `share`, the text contains the metrics of this process.
 */
export function createMetrics(
  db: Database,
  clock: Clock,
  { metricsToken }: Config,
  about: BuildInfo,
  share?: ShareMetrics,
): Metrics {
  const own = new Registry()
  const installation = new Registry()
  addPoolGauges(own, db)
  const { resetDelay, stop } = addProcessGauges(own, clock, about)
  addInstallationGauges(installation, db, clock)
  const everything = Registry.merge([processRegistry, own, installation])
  const withoutInstallation = Registry.merge([processRegistry, own])
  const readText = async () => {
    const text = await textOf(everything)
    resetDelay()
    return text
  }
  const readSamples: ReadSamples = async (withInstallation) => {
    const samples = await samplesOf(withInstallation ? everything : withoutInstallation)
    resetDelay()
    return samples
  }
  return { text: share?.(readSamples) ?? readText, admits: admitting(metricsToken), stop }
}

/** Returns the metrics of a registry in the text format of Prometheus. */
export async function textOf(registry: Registry): Promise<string> {
  // The library writes an empty line between two metrics. Remove it: version 0.1 wrote no empty lines, and existing
  // scrapers may not accept them.
  return (await registry.metrics()).replaceAll('\n\n', '\n')
}

export async function samplesOf(registry: Registry): Promise<MetricSample[]> {
  const samples = await registry.getMetricsAsJSON()
  return samples.map((sample) => ({ ...sample, type: String(sample.type) }))
}

/** Returns a function that checks an Authorization header. Without METRICS_TOKEN, the function permits every request. */
export function admitting(metricsToken: string | undefined): Metrics['admits'] {
  return (authorization) =>
    metricsToken === undefined || isSame(/^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '', metricsToken)
}

function isSame(actual: string, expected: string): boolean {
  return hashSecret(actual).equals(hashSecret(expected))
}

function addPoolGauges(registry: Registry, { pool, place }: Database): void {
  addGauge(
    registry,
    'carillon_database_pool_connections',
    'Connections of this process to the database.',
    () => [
      ['in_use', pool.totalCount - pool.idleCount],
      ['idle', pool.idleCount],
    ],
    { label: 'state' },
  )
  addGauge(
    registry,
    'carillon_database_pool_waiting',
    'Operations that wait for a connection.',
    () => pool.waitingCount + (place?.queue.waiting() ?? 0),
  )
  addGauge(registry, 'carillon_database_pool_max', 'Connections that this process may open.', () => pool.options.max)
}

export interface BuildInfo {
  role: string
  version: string
}

/**
 * Adds the gauges of this process. `resetDelay` begins a new measurement of the delay of the event loop. Call it after
 * each scrape, so that each scrape reports the delay since the previous scrape.
 */
export function addProcessGauges(
  registry: Registry,
  clock: Clock,
  { role, version }: BuildInfo,
): { resetDelay(): void; stop(): void } {
  const startedAt = clock.now()
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const registers = [registry]
  const build = {
    name: 'carillon_build_info',
    help: 'The version and role of this process.',
    aggregator: 'max',
  } as const
  new Gauge({ ...build, labelNames: ['role', 'version'], registers }).set({ role, version }, 1)
  addGauge(
    registry,
    'carillon_event_loop_delay_seconds',
    'Delay of the event loop since the previous scrape.',
    () => [
      ['0.5', secondsOf(delay.percentile(50))],
      ['0.99', secondsOf(delay.percentile(99))],
      ['1', secondsOf(delay.max)],
    ],
    { label: 'quantile', aggregator: 'max' },
  )
  addGauge(
    registry,
    'process_start_time_seconds',
    'Start time of this process, in Unix time.',
    () => startedAt.getTime() / 1000,
    { aggregator: 'min' },
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
  return { resetDelay: () => delay.reset(), stop: () => void delay.disable() }
}

/**
 * Returns the value in seconds. Before the first measurement, Node reports NaN or its largest number. In this case, the
 * result is 0.
 */
function secondsOf(nanoseconds: number): number {
  const seconds = nanoseconds / NANOSECONDS
  return seconds > 0 && seconds < 1e6 ? seconds : 0
}
