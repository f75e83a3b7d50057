// Compares the numbers of processes: rows for the results table, and a table with a line for each number.
import { availableParallelism } from 'node:os'
import { median } from './page/table.mjs'
import { nameOf } from './processes.mjs'
import { rounded } from './progress.mjs'

/** @typedef {import('./processes.mjs').Line} Line */
/** @typedef {import('./rows.mjs').Result} Result */

/**
 * @param {Line[]} lines
 * @returns {Result[]}
 */
export function rowsOfLines(lines) {
  const find = (/** @type {'api' | 'worker'} */ role, /** @type {number} */ processes, keys = 1) =>
    lines.find((line) => line.role === role && line.processes === processes && line.keys === keys && !line.each)
  const [one, worker] = [find('api', 1), find('worker', 1)]
  const each = lines.find((line) => line.each)
  const ofEach = compare(each, one, {
    name: `accept, processor time per message, ${each ? nameOf(each) : ''}`,
    against: '1 `api` process',
    unit: 'µs',
  })
  const ofProcesses = [2, 4].flatMap((processes) => {
    const [shared, separate] = [find('api', processes), find('api', processes, processes)]
    const workers = find('worker', processes)
    const isTwo = processes === 2
    return [
      ...compare(shared, separate, {
        name: `accept, ${processes} \`api\` processes, one key`,
        against: 'a key for each process',
        unit: '/s',
        target: isTwo ? { sign: '≥', value: 0.95 } : undefined,
      }),
      ...compare(shared, one, {
        name: `accept, processor time per message, ${processes} \`api\` processes`,
        against: '1 `api` process',
        unit: 'µs',
        target: isTwo ? { sign: '≤', value: 1.15 } : undefined,
      }),
      ...compare(workers, worker, { name: `drain, ${processes} workers`, against: '1 worker', unit: '/s' }),
    ]
  })
  return [...ofProcesses, ...ofEach]
}

/**
 * @param {Line | undefined} ours
 * @param {Line | undefined} other
 * @param {Omit<Result, 'pairs'>} row A row in µs compares the processor time, other rows the messages per second.
 * @returns {Result[]} One row, or none if a line is missing.
 */
function compare(ours, other, row) {
  if (!ours || !other) return []
  const read = (/** @type {import('./processes.mjs').Figures | undefined} */ figures) => {
    if (!figures) return Number.NaN
    return row.unit === 'µs' ? figures.service + figures.postgres : figures.perSecond
  }
  const pairs = ours.measured.map((figures, index) => ({ ours: read(figures), other: read(other.measured[index]) }))
  return [{ ...row, pairs }]
}

/**
 * @param {Line[]} lines
 * @returns {string} A Markdown table.
 */
export function tableOfLines(lines) {
  const cells = lines.map((line) => {
    const single = lines.find(({ role, processes }) => role === line.role && processes === 1)
    const middle = (/** @type {'perSecond' | 'service' | 'postgres'} */ name, from = line) =>
      median(from.measured.map((figures) => figures[name]))
    const factor = middle('perSecond') / middle('perSecond', single)
    const [service, postgres] = [middle('service'), middle('postgres')]
    const figures = [rounded(middle('perSecond')), factor.toFixed(2), service, postgres, service + postgres]
    return [nameOf(line), ...figures.map((value) => (typeof value === 'number' ? rounded(value) : value))]
  })
  const titles = [`processes, ${availableParallelism()} cores`, 'messages per second', 'compared with one process']
  titles.push('service, µs', 'PostgreSQL, µs', 'together, µs')
  const rule = '|---|---:|---:|---:|---:|---:|'
  const [head, ...body] = [titles, ...cells].map((line) => `| ${line.join(' | ')} |`)
  return [head, rule, ...body].join('\n')
}
