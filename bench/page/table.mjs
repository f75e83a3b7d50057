// Formats the results of the benchmarks as a Markdown table.
import { rounded } from '../progress.mjs'

/**
 * @typedef {{ sign: '≥' | '≤' | '>' | '<', value: number }} Target Applies to the median of the ratios or, without
 *   ratios, to the median of the figures.
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {string} database
 * @property {string} unit The unit of both figures.
 * @property {string} [against] The program that Carillon is compared with. Undefined for a row without a ratio.
 * @property {Target} [target]
 * @property {import('../accept.mjs').Pair[]} pairs
 */

const COLUMNS = [
  ['benchmark', '---'],
  ['database', '---'],
  ['compared with', '---'],
  ['Carillon', '---:'],
  ['other', '---:'],
  ['ratio', '---:'],
  ['range of ratios', '---'],
  ['pairs', '---:'],
  ['target', '---'],
  ['met', '---'],
]

/** @type {Record<Target['sign'], (value: number, limit: number) => boolean>} */
const COMPARISONS = {
  '≥': (value, limit) => value >= limit,
  '≤': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '<': (value, limit) => value < limit,
}

/**
 * @param {Row[]} rows
 * @returns {string} A Markdown table.
 */
export function tableOf(rows) {
  const lines = [COLUMNS.map(([title]) => title), COLUMNS.map(([, line]) => line), ...rows.map(cellsOf)]
  return lines.map((cells, index) => (index === 1 ? `|${cells.join('|')}|` : `| ${cells.join(' | ')} |`)).join('\n')
}

/** @param {Row} row */
function cellsOf(row) {
  const { name, database, unit, against = '', target, pairs } = row
  const ratios = ratiosOf(row)
  const others = pairs.flatMap(({ other }) => (other === undefined ? [] : [other]))
  const own = pairs.map(({ ours }) => ours)
  const value = median(ratios.length > 0 ? ratios : own)
  const unitOfTarget = ratios.length > 0 ? '' : ` ${unit}`
  return [
    name,
    database,
    against,
    figure(own, unit),
    others.length > 0 ? figure(others, unit) : '',
    ratios.length > 0 ? value.toFixed(2) : '',
    ratios.length > 0 ? `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}` : '',
    String(pairs.length),
    target ? `${target.sign} ${target.value.toLocaleString('en')}${unitOfTarget}` : '',
    target ? (COMPARISONS[target.sign](value, target.value) ? 'yes' : 'no') : '',
  ]
}

/** @param {Row} row */
export function ratiosOf({ pairs }) {
  return pairs.flatMap(({ ours, other }) => (other === undefined ? [] : [ours / other]))
}

/**
 * @param {number[]} values
 * @param {string} unit
 */
function figure(values, unit) {
  const value = median(values)
  return Number.isNaN(value) ? '' : `${rounded(value)} ${unit}`
}

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
