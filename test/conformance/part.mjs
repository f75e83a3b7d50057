// Parts of the conformance list. A part is a text with one line "ID area statement" for each row.

/**
 * @typedef {'core' | 'email' | 'actions' | 'channels' | 'events' | 'portal' | 'measured'} Area the part of the project that must implement a row
 * @typedef {{ id: string, text: string, part: string, area: string }} Row one provable statement of the contract
 * @typedef {{ part: string, title: string, rows: Row[] }} Part rows that share a section of the specification
 */

/**
 * Reads the table of a part. Each line has the form `ID area statement`, separated by white space. Skips blank lines.
 * @param {string} part
 * @param {string} title
 * @param {string} table
 * @returns {Part}
 */
export function part(part, title, table) {
  const lines = table.split('\n').filter((line) => line.trim() !== '')
  return { part, title, rows: lines.map((line) => readRow(part, line)) }
}

/**
 * @param {string} part
 * @param {string} line
 * @returns {Row}
 */
function readRow(part, line) {
  const [, id, area, text] = /^(\S+)\s+(\S+)\s+(\S.*)$/.exec(line.trim()) ?? []
  if (id === undefined || area === undefined || text === undefined) throw new Error(`${part}: not a row: ${line}`)
  return { id, text, part, area }
}
