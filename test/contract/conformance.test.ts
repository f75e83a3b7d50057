// The conformance page notices what is missing, unknown or doubled, and reads titles as tests write them.

import { describe, expect, it } from 'vitest'
import { findFaults } from '../conformance/generate.mjs'
import { part } from '../conformance/part.mjs'
import { titlesIn } from '../conformance/titles.mjs'

const areas = { core: 'done', email: 'open' } as const
const rows = part('invented', 'Invented', 'ROW-01 core A thing happens\nROW-02 email Another happens later').rows

/** An id group as a title carries it, put together here so that this file itself names no row. */
const group = (...ids: string[]) => `[${ids.join(', ')}]`
const proof = (...ids: string[]) => ({ file: 'test/a.test.ts', title: 'does it', ids })

describe('faults of the page', () => {
  it('finds none when every done row has a test, and lets an open row wait', () => {
    expect(findFaults(rows, areas, [proof('ROW-01')])).toEqual([])
  })

  it('names a done row without a test', () => {
    expect(findFaults(rows, areas, [proof('ROW-02')])).toEqual(['ROW-01 has no test: A thing happens'])
  })

  it('names an id that no row has', () => {
    const faults = findFaults(rows, areas, [proof('ROW-01', 'ROW-99')])
    expect(faults).toEqual(['ROW-99 is no row: test/a.test.ts › does it'])
  })

  it('names an id that stands twice', () => {
    const doubled = [...rows, { ...rows[0]!, text: 'Said again' }]
    expect(findFaults(doubled, areas, [proof('ROW-01')])).toEqual(['ROW-01 stands twice: Said again'])
  })

  it('names a row of an area that does not exist', () => {
    const lost = [...rows, { id: 'ROW-03', part: 'invented', area: 'nowhere', text: 'Lost' }]
    expect(findFaults(lost, areas, [proof('ROW-01')])).toEqual(['ROW-03 has an unknown area: nowhere'])
  })
})

describe('titles of a test file', () => {
  it('reads one id and several, in any quotes', () => {
    const source = `it('says ${group('ROW-01')}', f)\nit("doesn't ${group('ROW-01', 'D9b')}", f)\nit(\`may ${group('D1')}\`, f)`
    expect(titlesIn(source)).toEqual([
      { title: 'says', ids: ['ROW-01'] },
      { title: "doesn't", ids: ['ROW-01', 'D9b'] },
      { title: 'may', ids: ['D1'] },
    ])
  })

  it('reads the rows of a table of tests', () => {
    const source = `test.each([\n  ['a slug ${group('ROW-01')}', 1],\n  ['a label ${group('ROW-02')}', 2],\n])('%s is refused', f)`
    expect(titlesIn(source).map((title) => title.ids)).toEqual([['ROW-01'], ['ROW-02']])
  })

  it('takes neither comments nor skipped tests for proof', () => {
    const source = `// it('a ${group('ROW-01')}', f)\n/* it('b ${group('ROW-01')}', f) */\nit.skip('c ${group('ROW-01')}', f)\nit.todo('d ${group('ROW-01')}')`
    expect(titlesIn(source)).toEqual([])
  })

  it('passes over other square brackets', () => {
    expect(titlesIn(`it('answers [] and [a-z] for list[0]', f)`)).toEqual([])
  })
})

it('refuses a line that is no row', () => {
  expect(() => part('invented', 'Invented', 'ROW-01')).toThrow('not a row')
})
