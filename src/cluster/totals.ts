// The metrics of all processes of a command, as one sum.
import { AggregatorRegistry, Counter, Registry } from 'prom-client'
import { addProcessGauges, samplesOf, textOf } from '../http/metrics.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { packageVersion } from '../lib/package-root.ts'
import { addGauge, type MetricSample } from '../meters.ts'
import type { Child } from './child.ts'
import type { ChildRole } from './plan.ts'

export interface Totals {
  /**
   * Returns the metrics of all processes in the text format of Prometheus. Logs an error before it rejects, for example
   * if a process of the next version has metrics that this version cannot add.
   */
  text(): Promise<string>
  /** Stores the last metrics of a process that ends. */
  onLastSamples(child: Child, samples: MetricSample[]): void
  /** Adds the counts of an ended process to the sums, so that no sum decreases. */
  onEnded(child: Child): void
  /** Counts a process that ended and that the parent did not stop. */
  countExit(role: ChildRole): void
  stop(): void
}

/** `children` returns the running processes. */
export function createTotals(children: () => Child[], clock: Clock, log: Logger): Totals {
  const parent = new Registry()
  const { resetDelay, stop } = addProcessGauges(parent, clock, { role: 'parent', version: packageVersion() })
  addGauge(
    parent,
    'carillon_processes',
    'Running processes of this command, by role.',
    () =>
      (['api', 'worker'] as const)
        .map((role): [string, number] => [role, children().filter((child) => child.role === role).length])
        .filter(([, count]) => count > 0),
    { label: 'role' },
  )
  const exits = new Counter({
    name: 'carillon_process_exits_total',
    help: 'Processes that ended unexpectedly, by role.',
    labelNames: ['role'],
    registers: [parent],
  })
  /** The latest metrics of each process. */
  const latest = new Map<Child, MetricSample[]>()
  let ended: MetricSample[] = []
  const logError = (error: unknown) => log.error({ err: error }, 'cannot add the metrics of the processes')

  return {
    async text() {
      const [parentSamples] = await Promise.all([samplesOf(parent), readAll(children(), latest)])
      resetDelay()
      try {
        return await textOf(AggregatorRegistry.aggregate([parentSamples, ...latest.values(), ended]))
      } catch (error) {
        logError(error)
        throw error
      }
    },
    onLastSamples: (child, samples) => void latest.set(child, samples),
    onEnded(child) {
      const counts = (latest.get(child) ?? []).filter(isCount)
      latest.delete(child)
      try {
        ended = valuesOf(AggregatorRegistry.aggregate([ended, counts]))
      } catch (error) {
        logError(error)
      }
    },
    countExit: (role) => exits.inc({ role }),
    stop,
  }
}

/**
 * Reads the metrics of all processes. The first process also reads the gauges of the installation. For a process that
 * does not answer, the counts of its last answer stay.
 */
async function readAll(children: Child[], latest: Map<Child, MetricSample[]>): Promise<void> {
  const answers = children.map(async (child, index) => {
    const samples = await child.readSamples(index === 0)
    if (samples !== undefined) latest.set(child, samples)
    else if (latest.has(child)) latest.set(child, (latest.get(child) ?? []).filter(isCount))
  })
  await Promise.all(answers)
}

function isCount({ type }: MetricSample): boolean {
  return type === 'counter' || type === 'histogram'
}

function valuesOf(registry: Registry): MetricSample[] {
  return registry.getMetricsAsArray().map((metric) => ({ ...metric, type: String(metric.type) }))
}
