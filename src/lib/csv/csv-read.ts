// Reads CSV in UTF-8 as a stream. Supports the usual separators, and reports the line of each row.

import { isUtf8 } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { nextTurn } from '../scheduling/turns-of-work.ts'
import { codeOf } from '../thrown.ts'

/**
 * The error for a file that cannot be read as a table. `line` is the line of the problem. The first line has the number
 * 1.
 */
export class UnreadableCsv extends Error {
  override name = 'UnreadableCsv'
  readonly line: number
  constructor(line: number, message: string) {
    super(`line ${line} ${message}`)
    this.line = line
  }
}

export interface CsvRow {
  /** The line in which the row begins. The first line has the number 1. */
  line: number
  cells: string[]
}

const AS_UTF8 = 'save the file as CSV in UTF-8 (Excel: "CSV UTF-8")'
const HEAD_BYTES = 64 * 1024
/**
 * Maximum number of bytes that are parsed before other requests get a turn. Parsing 16 KB takes about 1.5 ms, or 8 ms if
 * each cell has one character, and a socket can deliver 2 MB at a time.
 */
const BYTES_OF_A_TURN = 16 * 1024

/**
 * Yields all rows that are not empty. The separator is the comma, semicolon or tab that occurs most often in the first
 * line, unless a first line such as `sep=;` names it. A row at the end of the file may still throw UnreadableCsv, so
 * callers must read all rows before they use any row.
 */
export async function* readCsv(source: AsyncIterable<Buffer>, longestRow: number): AsyncGenerator<CsvRow> {
  const bytes = utf8Only(source)
  const head = await headOf(bytes)
  const format = detectFormat(head.toString('utf8'))
  const body = (async function* () {
    yield* inTurns(head.subarray(format.skip))
    for await (const chunk of bytes) yield* inTurns(chunk)
  })()
  let line = format.line
  /** For each row that was parsed and not yet yielded, the line in which the row begins. */
  const firstLines: number[] = []
  const rows = parse({
    delimiter: format.separator,
    record_delimiter: format.lineEnds,
    relax_column_count: true,
    max_record_size: longestRow,
    // Do not use the line count of the parser, because it is wrong after a line break inside a cell.
    on_record(cells: string[]) {
      const begin = line
      line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
      if (cells.every((cell) => cell.trim() === '')) return null
      firstLines.push(begin)
      return cells
    },
  })
  allowAnyLength(rows)
  // Ignore this error here, because the loop below throws it.
  pipeline(Readable.from(body, { objectMode: false, highWaterMark: BYTES_OF_A_TURN }), rows, () => {})
  try {
    for await (const cells of rows) yield { line: firstLines.shift() ?? line, cells }
  } catch (error) {
    throw withLine(error, line, longestRow)
  }
}

/**
 * Makes the parser accept rows of any length: the expected length is always set to the length of the current row. With
 * `relax_column_count` alone, the parser builds an error for each row of an unexpected length, with a stack and a copy
 * of the row. This takes 30 µs for each row, which is half an hour for 50 MB of empty lines.
 */
function allowAnyLength(parser: object): void {
  // The library's types do not declare the state of the parser.
  const { state } = parser as { state: { record: string[] } }
  Object.defineProperty(state, 'expectedRecordLength', { get: () => state.record.length, set: () => {} })
}

/** Yields the bytes in pieces, with a turn for other requests after each piece. */
async function* inTurns(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += BYTES_OF_A_TURN) {
    yield bytes.subarray(at, at + BYTES_OF_A_TURN)
    await nextTurn()
  }
}

/** Yields chunks that do not end inside a character. Throws if the bytes are not UTF-8. */
async function* utf8Only(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const lines = lineCounter()
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const whole = bytes.subarray(0, bytes.length - unfinished(bytes))
    if (!isUtf8(whole)) throw new UnreadableCsv(lineOfFault(whole, lines), `is not UTF-8: ${AS_UTF8}`)
    lines.pass(whole)
    yield whole
    rest = bytes.subarray(whole.length)
  }
  if (rest.length > 0) throw new UnreadableCsv(lines.line(), `ends in the middle of a character: ${AS_UTF8}`)
}

/** Returns the number of bytes of an incomplete character at the end. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes.at(-back) ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}

const LF = 10
const CR = 13

/** Counts lines. A line ends with LF, CR or CR LF. */
function lineCounter() {
  let line = 1
  let last = 0
  return {
    line: () => line,
    pass(bytes: Uint8Array) {
      for (const byte of bytes) {
        if (byte === CR || (byte === LF && last !== CR)) line++
        last = byte
      }
    },
  }
}

function lineOfFault(bytes: Buffer, lines: ReturnType<typeof lineCounter>): number {
  let good = 0
  let bad = bytes.length
  // Finds the longest prefix that is UTF-8, by binary search. The prefix may end in an incomplete character.
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    const part = bytes.subarray(0, middle)
    if (isUtf8(part.subarray(0, middle - unfinished(part)))) good = middle
    else bad = middle
  }
  lines.pass(bytes.subarray(0, good))
  return lines.line()
}

/** Reads the beginning of the file until it contains the first line. */
async function headOf(bytes: AsyncGenerator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < HEAD_BYTES) {
    const { value, done } = await bytes.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  return head
}

interface CsvFormat {
  separator: string
  lineEnds: string[]
  /**
   * The number of bytes before the first row. These bytes may be a byte order mark, and a line that names the
   * separator.
   */
  skip: number
  /** The line number of the first row. */
  line: number
}

function detectFormat(head: string): CsvFormat {
  if (head.includes('\0')) throw new UnreadableCsv(1, `contains NUL characters, as UTF-16 does: ${AS_UTF8}`)
  const mark = head.startsWith('\ufeff') ? 3 : 0
  const text = mark > 0 ? head.slice(1) : head
  const lineEnds = /^[^\n]*\r(?!\n|$)/.test(text) && !/^[^\r]*\n/.test(text) ? ['\r'] : ['\r\n', '\n']
  const named = /^"?sep=([,;\t|])"?(\r\n|\n|\r)/i.exec(text)
  if (named?.[1]) return { separator: named[1], lineEnds, skip: mark + named[0].length, line: 2 }
  const outsideQuotes = text.replace(/"[^"]*"?/g, '""')
  const [first = ''] = outsideQuotes.replace(/^[\r\n]+/, '').split(/[\r\n]/, 1)
  const count = (separator: string) => first.split(separator).length
  const separator = [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
  return { separator, lineEnds, skip: mark, line: 1 }
}

/**
 * Converts an error of the parser to UnreadableCsv. `line` is the first line of the row in which the parser stopped.
 */
function withLine(error: unknown, line: number, longestRow: number): unknown {
  switch (codeOf(error)) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return new UnreadableCsv(line, 'begins a row with a quotation mark that is never closed')
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new UnreadableCsv(
        line,
        'has a quotation mark inside a cell: put the cell in quotation marks, and double each quotation mark in it',
      )
    case 'CSV_MAX_RECORD_SIZE':
      return new UnreadableCsv(line, `begins a row of more than ${longestRow} bytes: is a quotation mark missing?`)
    default:
      return error
  }
}
