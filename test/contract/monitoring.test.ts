// Checks the dashboard and the alert rules: /metrics exports every metric and label that they use.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readPrometheus, type Scrape } from '../harness/prometheus.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const text = (file: string) => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}

const rules = (parse(text('prometheus/carillon.rules.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
interface Panel {
  id: number
  type: string
  title: string
  targets?: { expr: string }[]
}
const dashboard = JSON.parse(text('grafana/carillon.json')) as { panels: Panel[] }
const queries = [
  ...rules.map(({ alert, expr }) => ({ where: `the alert ${alert}`, expr })),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: `the panel ${title}`, expr })),
  ),
]

/** Labels that Prometheus itself adds to every sample. */
const ADDED = ['job', 'instance']
const METRIC = /\b((?:carillon|process|nodejs)_[a-z_]+)(?:\{([^}]*)\})?/g

describe('monitoring files', () => {
  let test: TestService
  let scrape: Scrape
  beforeAll(async () => {
    test = await startTestService('embedded', { METRICS_PORT: '0' })
    scrape = readPrometheus(await (await fetch(test.service.metricsUrl!)).text())
  })
  afterAll(() => test.stop())

  it.each(queries)('$where uses only existing metrics and labels', ({ expr }) => {
    const named = [...expr.matchAll(METRIC)]
    expect(named.length > 0 || expr.includes('up{')).toBe(true)
    for (const [, name = '', matchers = ''] of named) {
      const family = name.replace(/_(bucket|sum|count)$/, (suffix) => (scrape.kinds.has(name) ? suffix : ''))
      expect([...scrape.kinds.keys()]).toContain(family)
      if (family !== name) expect(scrape.kinds.get(family)).toBe('histogram')
      const labels = labelsOf(family)
      for (const [, label = ''] of matchers.matchAll(/([a-z_]+)\s*=~?\s*"/g))
        expect([...labels, ...ADDED]).toContain(label)
    }
    // A rate is used only with counters. The rate of a gauge has no meaning.
    for (const [, name = ''] of expr.matchAll(/(?:rate|increase)\(([a-z_]+)/g))
      expect(name).toMatch(/_(total|bucket|sum|count)$/)
  })

  it('the alert rules cover every condition that requires an operator', () => {
    const alerts = rules.map(({ alert }) => alert)
    for (const needed of ['QueueLag', 'WorkerStale', 'EndpointFailing', 'ErrorRate', 'PoolExhausted'])
      expect(alerts).toContain(`Carillon${needed}`)
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'warn'], alert).toContain(labels.severity)
      expect(annotations.summary, alert).toMatch(/\.$/)
      expect(annotations.description, alert).toMatch(/\S/)
    }
  })

  it('every metric of the service is used by a panel or an alert', () => {
    const shown = queries.map(({ expr }) => expr).join('\n')
    const missing = [...scrape.kinds.keys()].filter((name) => name.startsWith('carillon_') && !shown.includes(name))
    expect(missing).toEqual(['carillon_build_info'])
  })

  it('the Grafana dashboard has unique panel ids and known panel types', () => {
    const ids = dashboard.panels.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { type } of dashboard.panels) expect(['row', 'stat', 'timeseries']).toContain(type)
  })

  /**
   * Returns the labels of the existing samples.
   * A counter without increments has no samples; meters.ts declares its labels.
   */
  function labelsOf(family: string): string[] {
    const seen = scrape.samples
      .filter((sample) => sample.family === family)
      .flatMap(({ labels }) => Object.keys(labels))
    return [...new Set([...seen, ...(declared[family] ?? [])])]
  }
})

const declared: Record<string, string[]> = {
  carillon_attempts_total: ['channel', 'outcome'],
  carillon_attempt_seconds: ['channel', 'le'],
  carillon_http_answers_total: ['class'],
}
