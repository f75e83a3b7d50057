// The conformance page reports missing, unknown and duplicate ids, and finds ids in all forms of test titles.

import { describe, expect, it } from 'vitest'
import { findFaults } from '../conformance/generate.mjs'
import { part } from '../conformance/part.mjs'
import { titlesIn } from '../conformance/titles.mjs'

const areas = { core: 'done', email: 'open' } as const
const rows = part('invented', 'Invented', 'ROW-01 core A thing happens\nROW-02 email Another happens later').rows

/**
 * Returns a group of ids in the form that it has in a title. It is assembled from parts, so that this file contains no
 * id of a row.
 */
const group = (...ids: string[]) => `[${ids.join(', ')}]`
const proof = (...ids: string[]) => ({ file: 'test/a.test.ts', title: 'does it', ids })

describe('faults of the conformance page', () => {
  it('reports no problem when every conformance row that is marked as done has a test, even if an open row has no test', () => {
    expect(findFaults(rows, areas, [proof('ROW-01')])).toEqual([])
  })

  it('reports a conformance row that is marked as done but has no test', () => {
    expect(findFaults(rows, areas, [proof('ROW-02')])).toEqual(['ROW-01 has no test: A thing happens'])
  })

  it('reports an id in a test title that no conformance row has', () => {
    const faults = findFaults(rows, areas, [proof('ROW-01', 'ROW-99')])
    expect(faults).toEqual(['ROW-99 is not the id of a row: test/a.test.ts › does it'])
  })

  it('reports a conformance id that two rows have', () => {
    const doubled = [...rows, { ...rows[0]!, text: 'Again' }]
    expect(findFaults(doubled, areas, [proof('ROW-01')])).toEqual(['ROW-01 occurs twice: Again'])
  })

  it('reports a conformance row of an area that does not exist', () => {
    const lost = [...rows, { id: 'ROW-03', part: 'invented', area: 'nowhere', text: 'Lost' }]
    expect(findFaults(lost, areas, [proof('ROW-01')])).toEqual(['ROW-03 has an unknown area: nowhere'])
  })
})

describe('titles in a test file', () => {
  it('finds one or several conformance ids in a test title, with any kind of quotation marks', () => {
    const source = `it('says ${group('ROW-01')}', f)\nit("doesn't ${group('ROW-01', 'D9b')}", f)\nit(\`may ${group('D1')}\`, f)`
    expect(titlesIn(source)).toEqual([
      { title: 'says', ids: ['ROW-01'] },
      { title: "doesn't", ids: ['ROW-01', 'D9b'] },
      { title: 'may', ids: ['D1'] },
    ])
  })

  it('finds conformance ids in the row titles of a table test', () => {
    const source = `test.each([\n  ['a slug ${group('ROW-01')}', 1],\n  ['a label ${group('ROW-02')}', 2],\n])('%s is refused', f)`
    expect(titlesIn(source).map((title) => title.ids)).toEqual([['ROW-01'], ['ROW-02']])
  })

  it('ignores conformance ids in comments and in skipped tests', () => {
    const source = `// it('a ${group('ROW-01')}', f)\n/* it('b ${group('ROW-01')}', f) */\nit.skip('c ${group('ROW-01')}', f)\nit.todo('d ${group('ROW-01')}')`
    expect(titlesIn(source)).toEqual([])
  })

  it('ignores square brackets without a conformance id in a test title', () => {
    expect(titlesIn(`it('answers [] and [a-z] for list[0]', f)`)).toEqual([])
  })
})

it('refuses a line of the conformance table that is not a row', () => {
  expect(() => part('invented', 'Invented', 'ROW-01')).toThrow('not a row')
})
