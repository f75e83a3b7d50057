// Writes docs/conformance.md: every statement of the contract beside the tests that prove it.
//
//   node test/conformance/generate.mjs            writes the page and lists what is wrong with it
//   node test/conformance/generate.mjs --missing  lists the rows of done areas that have no test
//   node test/conformance/generate.mjs --check    fails when something is wrong or the page is stale

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areas, parts } from './rows.mjs'
import { readProofs } from './titles.mjs'

/**
 * @typedef {import('./part.mjs').Row} Row
 * @typedef {import('./part.mjs').Part} Part
 * @typedef {import('./titles.mjs').Proof} Proof
 * @typedef {Record<string, 'done' | 'open'>} Areas
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = ['test', 'sdk', 'portal']
const pagePath = join(root, 'docs/conformance.md')

/**
 * The text of docs/conformance.md.
 * @returns {Promise<string>}
 * @throws {Error} listing done rows without a test, ids in titles that no row has, and ids that stand twice
 */
export async function conformancePage() {
  const proofs = await readProofs(root, folders)
  const faults = findFaults(allRows(), areas, proofs)
  if (faults.length > 0) throw new Error(`docs/conformance.md has faults:\n${faults.join('\n')}`)
  return render(parts, areas, proofs)
}

/**
 * What is wrong between rows and titles, a line each; nothing when all is well.
 * @param {Row[]} rows
 * @param {Areas} areas
 * @param {Proof[]} proofs
 * @returns {string[]}
 */
export function findFaults(rows, areas, proofs) {
  const known = new Set(rows.map((row) => row.id))
  const unknown = proofs.flatMap(({ file, title, ids }) =>
    ids.filter((id) => !known.has(id)).map((id) => `${id} is no row: ${file} › ${title}`),
  )
  const twice = rows.filter((row, at) => rows.findIndex((other) => other.id === row.id) < at)
  const lost = rows.filter((row) => !(row.area in areas))
  return [
    ...missingRows(rows, areas, proofs).map((row) => `${row.id} has no test: ${row.text}`),
    ...unknown,
    ...twice.map((row) => `${row.id} stands twice: ${row.text}`),
    ...lost.map((row) => `${row.id} has an unknown area: ${row.area}`),
  ]
}

/**
 * The rows of done areas that no title names.
 * @param {Row[]} rows
 * @param {Areas} areas
 * @param {Proof[]} proofs
 * @returns {Row[]}
 */
function missingRows(rows, areas, proofs) {
  const proven = new Set(proofs.flatMap((proof) => proof.ids))
  return rows.filter((row) => areas[row.area] === 'done' && !proven.has(row.id))
}

/** @returns {Row[]} */
function allRows() {
  return parts.flatMap((part) => part.rows)
}

/**
 * @param {Part[]} parts
 * @param {Areas} areas
 * @param {Proof[]} proofs
 * @returns {string}
 */
function render(parts, areas, proofs) {
  const intro = [
    '# Conformance',
    '',
    'What the specification and the decisions ask for, statement by statement, and the tests that prove it. Written by',
    '`node test/conformance/generate.mjs` from the rows in `test/conformance/rows` and the ids in the titles of the tests;',
    'a row of a done area without a test fails `npm run check`. A statement stands once, in the part it belongs to.',
    '',
    '| area | state | rows | with tests |',
    '|---|---|---|---|',
    ...Object.entries(areas).map(([area, state]) => areaLine(area, state, parts, proofs)),
  ]
  return `${[...intro, ...parts.flatMap((part) => renderPart(part, areas, proofs))].join('\n')}\n`
}

/**
 * @param {string} area
 * @param {string} state
 * @param {Part[]} parts
 * @param {Proof[]} proofs
 */
function areaLine(area, state, parts, proofs) {
  const rows = parts.flatMap((part) => part.rows).filter((row) => row.area === area)
  const tested = rows.filter((row) => proofs.some((proof) => proof.ids.includes(row.id)))
  return `| ${area} | ${state} | ${rows.length} | ${tested.length} |`
}

/**
 * @param {Part} part
 * @param {Areas} areas
 * @param {Proof[]} proofs
 */
function renderPart(part, areas, proofs) {
  const lines = part.rows.map((row) => {
    const tests = proofs.filter((proof) => proof.ids.includes(row.id))
    const state = areas[row.area] === 'open' ? `open (${row.area})` : tests.length > 0 ? 'done' : '**no test**'
    const cells = [
      row.id,
      cell(row.text),
      state,
      tests.map(({ file, title }) => cell(`${file} › ${title}`)).join('<br>'),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return ['', `## ${part.title}`, '', '| id | statement | state | tests |', '|---|---|---|---|', ...lines]
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('|', '\\|')
}

/** @param {string | undefined} option */
async function run(option) {
  const proofs = await readProofs(root, folders)
  const missing = missingRows(allRows(), areas, proofs)
  if (option === '--missing') {
    for (const row of missing) console.log(`${row.id}\t${row.text}`)
    return
  }
  if (option === '--check') {
    const page = await conformancePage()
    if ((await readFile(pagePath, 'utf8')) !== page) throw new Error('docs/conformance.md is stale: generate it again')
    return
  }
  await writeFile(pagePath, render(parts, areas, proofs))
  for (const fault of findFaults(allRows(), areas, proofs)) console.log(fault)
  console.log(`docs/conformance.md written; rows of done areas without a test: ${missing.length}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(process.argv[2])
