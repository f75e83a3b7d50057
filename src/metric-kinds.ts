// Counters, histograms and gauges, and the Prometheus text they are told in (exposition format 0.0.4).

export interface Sample {
  /** Behind the family's name: `_bucket`, `_sum`, `_count`, or nothing. */
  suffix?: string
  labels?: Record<string, string>
  value: number
}

export interface Family {
  name: string
  /** One sentence. */
  help: string
  kind: 'counter' | 'gauge' | 'histogram'
  samples(): Sample[]
}

export interface Counter extends Family {
  /** `labels`: the values, in the order of the family's names. */
  add(by: number, ...labels: string[]): void
}

export interface Histogram extends Family {
  observe(seconds: number, ...labels: string[]): void
}

/** Label values beyond these are told as `other`: a figure must not grow with what callers send. */
const MOST_SERIES = 200

export function createCounter(name: string, help: string, labelNames: readonly string[] = []): Counter {
  const series = createSeries(labelNames, () => ({ value: 0 }))
  if (labelNames.length === 0) series.of([])
  return {
    name,
    help,
    kind: 'counter',
    add(by, ...labels) {
      series.of(labels).value += by
    },
    samples: () => series.all().map(({ labels, state }) => ({ labels, value: state.value })),
  }
}

/** `bounds`: upper bounds of the buckets in seconds, ascending; one for everything above is added. */
export function createHistogram(
  name: string,
  help: string,
  bounds: readonly number[],
  labelNames: readonly string[] = [],
): Histogram {
  const series = createSeries(labelNames, () => ({ counts: bounds.map(() => 0), count: 0, sum: 0 }))
  if (labelNames.length === 0) series.of([])
  return {
    name,
    help,
    kind: 'histogram',
    observe(seconds, ...labels) {
      const state = series.of(labels)
      const bucket = bounds.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) state.counts[bucket]! += 1
      state.count += 1
      state.sum += seconds
    },
    samples: () =>
      series.all().flatMap(({ labels, state }): Sample[] => {
        let below = 0
        const buckets = bounds.map((bound, index) => {
          below += state.counts[index]!
          return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: below }
        })
        return [
          ...buckets,
          { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: state.count },
          { suffix: '_sum', labels, value: state.sum },
          { suffix: '_count', labels, value: state.count },
        ]
      }),
  }
}

/** What is read at the moment it is asked for. */
export function gauge(name: string, help: string, samples: () => Sample[] | number): Family {
  return {
    name,
    help,
    kind: 'gauge',
    samples: () => {
      const read = samples()
      return typeof read === 'number' ? [{ value: read }] : read
    },
  }
}

/** The text a scraper reads; families without a sample still say that they exist. */
export function metricsText(families: readonly Family[]): string {
  return families.map((family) => `${headOf(family)}${family.samples().map(lineOf(family)).join('')}`).join('')
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

function createSeries<State>(names: readonly string[], fresh: () => State) {
  const states = new Map<string, { labels: Record<string, string>; state: State }>()
  return {
    of(values: readonly string[]): State {
      const known = states.get(values.join('\n'))
      if (known) return known.state
      const told = states.size < MOST_SERIES ? values : names.map(() => 'other')
      const key = told.join('\n')
      let entry = states.get(key)
      if (!entry) {
        entry = { labels: Object.fromEntries(names.map((name, index) => [name, told[index]!])), state: fresh() }
        states.set(key, entry)
      }
      return entry.state
    },
    all: () => [...states.values()],
  }
}

function headOf({ name, help, kind }: Family): string {
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${kind}\n`
}

const lineOf =
  ({ name }: Family) =>
  ({ suffix = '', labels = {}, value }: Sample) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numberText(value)}\n`
  }

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}
