// The output of commands. Results go to standard output: as JSON with --json, as tables on a terminal, and otherwise as
// text. Messages go to standard error.
import { styleText } from 'node:util'

export type Style = 'green' | 'yellow' | 'red' | 'dim' | 'bold' | 'cyan'
export type Cell = string | number | boolean | null | undefined
/** A column of a table. `paint` returns the color of a cell on a terminal. */
export interface Column<T> {
  title: string
  cell(row: T): Cell
  paint?(row: T): Style | undefined
  /** The cells of this column are never truncated. */
  whole?: true
}

export interface Output {
  json: boolean
  /** Prints the result. With --json, prints `data` as JSON; otherwise calls `human`. Returns the exit code 0. */
  show(data: unknown, human: () => void): number
  /** Prints one value of a stream. With --json, prints one line of JSON; otherwise calls `human`. */
  stream(data: unknown, human: () => void): void
  line(text?: string): void
  /** Prints a message on standard error. */
  note(text: string): void
  /**
   * On a terminal, prints aligned columns with titles. Otherwise, prints one line per row, with tabs between the cells.
   */
  table<T>(columns: Column<T>[], rows: T[]): void
  /** Prints one line for each name and its value. Names with an empty value are omitted. */
  fields(values: [name: string, value: Cell][], indent?: string): void
  paint(style: Style | undefined, text: string): string
  /** Shows the progress of long work on a terminal. `undefined` clears the progress line. */
  progress(text: string | undefined): void
}

const WIDEST = 60

export function createOutput(json: boolean): Output {
  const terminal = process.stdout.isTTY === true
  const paint = (style: Style | undefined, text: string) => (style === undefined ? text : styleText(style, text))
  const line = (text = '') => void process.stdout.write(`${text}\n`)
  let shown = false
  const progress = (text: string | undefined) => {
    if (process.stderr.isTTY !== true || json) return
    if (shown || text !== undefined) process.stderr.write(`\r\u001b[K${text ?? ''}`)
    shown = text !== undefined
  }
  return {
    json,
    show(data, human) {
      if (json) line(JSON.stringify(data, null, 2))
      else human()
      return 0
    },
    stream(data, human) {
      if (json) line(JSON.stringify(data))
      else human()
    },
    line,
    note(text) {
      progress(undefined)
      process.stderr.write(`${text}\n`)
    },
    table(columns, rows) {
      if (!terminal) {
        for (const row of rows) line(columns.map(({ cell }) => inOneLine(cell(row))).join('\t'))
        return
      }
      const shown = columns.map(({ title, cell, whole, paint: styleOf }) => {
        const cells = rows.map((row) => ({ row, text: shorten(inOneLine(cell(row)), whole ? Infinity : WIDEST) }))
        const width = Math.max(title.length, ...cells.map(({ text }) => lengthOf(text)))
        const pad = (text: string) => text + ' '.repeat(width - lengthOf(text))
        return { title: pad(title), cells: cells.map(({ row, text }) => paint(styleOf?.(row), pad(text))) }
      })
      line(
        paint(
          'dim',
          shown
            .map(({ title }) => title)
            .join('  ')
            .trimEnd(),
        ),
      )
      for (const index of rows.keys())
        line(
          shown
            .map(({ cells }) => cells[index])
            .join('  ')
            .trimEnd(),
        )
    },
    fields(values, indent = '') {
      const present = values.filter(([, value]) => value !== null && value !== undefined && value !== '')
      const width = Math.max(0, ...present.map(([name]) => name.length))
      for (const [name, value] of present) line(`${indent}${paint('dim', name.padEnd(width))}  ${inOneLine(value)}`)
    },
    paint,
    progress,
  }
}

/** Splits text into graphemes. A grapheme, such as an accented letter or an emoji, may have several code points. */
const segmenter = new Intl.Segmenter()
const lettersOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)
const lengthOf = (text: string) => lettersOf(text).length

function shorten(text: string, most: number): string {
  const letters = lettersOf(text)
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

/** Replaces control characters and direction overrides, so that text from other systems cannot control the terminal. */
export function withoutControlCharacters(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}

export function inOneLine(value: Cell): string {
  if (value === null || value === undefined) return ''
  return withoutControlCharacters(String(value)).replace(/\s+/g, ' ').trim()
}

/** Formats a time with a precision of one second: `2030-01-31 09:00:00Z`. */
export function moment(iso: string | null | undefined): string {
  return iso ? `${iso.slice(0, 19).replace('T', ' ')}Z` : ''
}
