// Parses the Prometheus text format (0.0.4) strictly, and throws for text that a scraper would refuse or misread.

export interface Scrape {
  /** The metric type of each family, in the order of the text. */
  kinds: Map<string, string>
  /** Returns the value of a sample with these labels in any order, or undefined. */
  value(name: string, labels?: Record<string, string>): number | undefined
  samples: ScrapeSample[]
}

export interface ScrapeSample {
  name: string
  family: string
  labels: Record<string, string>
  value: number
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = '([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\\\\n]|\\\\["\\\\n])*)"'
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (NaN|[+-]Inf|[+-]?[0-9][0-9.e+-]*)$`)
const KINDS = ['counter', 'gauge', 'histogram']

export function readPrometheus(text: string): Scrape {
  if (!text.endsWith('\n')) throw new Error('the last line has no line break')
  const kinds = new Map<string, string>()
  const helped = new Set<string>()
  const seen = new Set<string>()
  const samples: ScrapeSample[] = []
  let family = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const comment = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`).exec(line)
    if (comment) {
      const [, word, name = '', rest = ''] = comment
      if (word === 'HELP') {
        if (helped.has(name)) throw new Error(`${name} has two HELP lines`)
        helped.add(name)
      } else {
        if (kinds.has(name)) throw new Error(`${name} has two TYPE lines`)
        if (!helped.has(name)) throw new Error(`${name} has no HELP line`)
        if (!KINDS.includes(rest)) throw new Error(`${name} has an unknown kind: ${rest}`)
        kinds.set(name, rest)
        family = name
      }
      continue
    }
    const sample = sampleOf(line, family, kinds.get(family))
    const identity = `${sample.name}${JSON.stringify(Object.entries(sample.labels).toSorted(([one], [other]) => one.localeCompare(other)))}`
    if (seen.has(identity)) throw new Error(`duplicate sample ${identity}`)
    seen.add(identity)
    samples.push(sample)
  }
  for (const [name, kind] of kinds) if (kind === 'histogram') checkHistogram(name, samples)
  return {
    kinds,
    samples,
    value: (name, labels = {}) =>
      samples.find((sample) => sample.name === name && isSame(sample.labels, labels))?.value,
  }
}

function sampleOf(line: string, family: string, kind: string | undefined): ScrapeSample {
  const match = SAMPLE.exec(line)
  if (!match) throw new Error(`not a sample: ${line}`)
  const [, name = '', labels = ''] = match
  const suffix = name.slice(family.length)
  const allowed = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
  if (!name.startsWith(family) || !allowed.includes(suffix)) throw new Error(`${name} is listed under ${family}`)
  if (kind === 'counter' && !name.endsWith('_total')) throw new Error(`the counter ${name} does not end in _total`)
  const pairs = [...labels.matchAll(new RegExp(LABEL, 'g'))].map(([, key = '', text = '']) => [key, unescaped(text)])
  if (new Set(pairs.map(([key]) => key)).size !== pairs.length) throw new Error(`duplicate label: ${line}`)
  const value = Number(match.at(-1)!.replace('Inf', 'Infinity'))
  if (kind !== 'gauge' && !(value >= 0)) throw new Error(`a counter is negative: ${line}`)
  return { name, family, labels: Object.fromEntries(pairs), value }
}

/**
 * Checks that the values of the buckets never decrease, that the last bucket is +Inf, and that its value equals the
 * count.
 */
function checkHistogram(name: string, samples: ScrapeSample[]): void {
  const buckets = samples.filter((sample) => sample.name === `${name}_bucket`)
  const series = new Set(buckets.map(({ labels: { le: _, ...labels } }) => JSON.stringify(labels)))
  for (const labels of series) {
    const own = buckets.filter(({ labels: { le: _, ...others } }) => JSON.stringify(others) === labels)
    const bounds = own.map((bucket) => Number(bucket.labels.le!.replace('Inf', 'Infinity')))
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY) throw new Error(`${name}${labels} has no +Inf`)
    for (let index = 1; index < own.length; index++)
      if (bounds[index]! <= bounds[index - 1]! || own[index]!.value < own[index - 1]!.value)
        throw new Error(`the buckets of ${name}${labels} are out of order`)
    const count = samples.find((sample) => sample.name === `${name}_count` && isSame(sample.labels, JSON.parse(labels)))
    if (count?.value !== own.at(-1)!.value)
      throw new Error(`the count of ${name}${labels} differs from its last bucket`)
  }
}

function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}

function unescaped(text: string): string {
  return text.replace(/\\(["\\n])/g, (_all, letter: string) => (letter === 'n' ? '\n' : letter))
}
