// CSV as people's programs write it, read as a stream: UTF-8 alone, the usual separators, every row with its line.

import { isUtf8 } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { createTurnCounter } from '../scheduling/turns-of-work.ts'
import { codeOf } from '../thrown.ts'

/** The file can't be read as a table; `line` is where, from 1. */
export class UnreadableCsv extends Error {
  override name = 'UnreadableCsv'
  readonly line: number
  constructor(line: number, message: string) {
    super(`line ${line} ${message}`)
    this.line = line
  }
}

export interface CsvRow {
  /** Where the row begins, from 1. */
  line: number
  cells: string[]
}

const AS_UTF8 = 'save the file as CSV in UTF-8 (Excel: "CSV UTF-8")'
const HEAD_BYTES = 64 * 1024
/** Bytes that are parsed in one turn of the event loop: 64 KB take about 6 ms, and one turn reads up to 2 MB from a socket. */
const BYTES_OF_A_TURN = 32 * 1024

/**
 * The rows, the first one included and empty ones left out. The separator is the comma, semicolon or tab that the first
 * line has most of, or what a line like `sep=;` says. Throws UnreadableCsv, at the latest when the file ends: a reader
 * must not act on rows before.
 */
export async function* readCsv(source: AsyncIterable<Buffer>, longestRow: number): AsyncGenerator<CsvRow> {
  const bytes = utf8Only(source)
  const head = await headOf(bytes)
  const dialect = detectFormat(head.toString('utf8'))
  const body = (async function* () {
    yield head.subarray(dialect.skip)
    const turns = createTurnCounter(BYTES_OF_A_TURN)
    for await (const chunk of bytes) {
      yield chunk
      await turns.pause(chunk.length)
    }
  })()
  let line = dialect.line
  /** Of the rows that were read and not yet handed on. */
  const begins: number[] = []
  const rows = parse({
    delimiter: dialect.separator,
    record_delimiter: dialect.lineEnds,
    relax_column_count: true,
    max_record_size: longestRow,
    // Counted here: the parser's own count is off after a line break inside a cell.
    on_record(cells: string[]) {
      const begin = line
      line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
      if (cells.every((cell) => cell.trim() === '')) return null
      begins.push(begin)
      return cells
    },
  })
  allowAnyLength(rows)
  // What fails is thrown by the loop below.
  pipeline(Readable.from(body, { objectMode: false }), rows, () => {})
  try {
    for await (const cells of rows) yield { line: begins.shift() ?? line, cells }
  } catch (error) {
    throw readable(error, line, longestRow)
  }
}

/**
 * Makes every row as long as the parser expects it to be. Otherwise the parser builds an error with a stack and a copy of the
 * row for each row of another length, `relax_column_count` or not: 30 µs, and half an hour for 50 MB of empty lines.
 */
function allowAnyLength(parser: object): void {
  // The library does not declare its state.
  const { state } = parser as { state: { record: string[] } }
  Object.defineProperty(state, 'expectedRecordLength', { get: () => state.record.length, set: () => {} })
}

/** Passes whole characters on; throws where something is no UTF-8. */
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

/** Bytes at the end that begin a character whose other bytes are still to come. */
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

/** Knows the line after what has passed, whatever ends lines. */
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
  // Halving: a beginning that is UTF-8 but for its last, cut character is good.
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    const part = bytes.subarray(0, middle)
    if (isUtf8(part.subarray(0, middle - unfinished(part)))) good = middle
    else bad = middle
  }
  lines.pass(bytes.subarray(0, good))
  return lines.line()
}

/** Enough to hold the first line. */
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
  /** Bytes before the first row: a byte order mark, a line that names the separator. */
  skip: number
  /** Of the first row. */
  line: number
}

function detectFormat(head: string): CsvFormat {
  if (head.includes('\0')) throw new UnreadableCsv(1, `holds NUL characters, as UTF-16 does: ${AS_UTF8}`)
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

/** `line`: where the row begins in which the parser stopped. */
function readable(error: unknown, line: number, longestRow: number): unknown {
  switch (codeOf(error)) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return new UnreadableCsv(line, 'begins a row with a quotation mark that is never closed')
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new UnreadableCsv(
        line,
        'has a quotation mark inside a cell: such a cell stands in quotation marks, with each mark of its own twice',
      )
    case 'CSV_MAX_RECORD_SIZE':
      return new UnreadableCsv(line, `begins a row of more than ${longestRow} bytes: is a quotation mark missing?`)
    default:
      return error
  }
}
