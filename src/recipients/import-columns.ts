// Parses import files. The first line names the columns, and every other line contains the cells of a row.
import type { TextAddress } from '../channels/address.ts'
import { addressTable } from '../channels/addresses.ts'
import { collectDetails, type Details, refuseInvalid } from '../errors.ts'
import { withoutApostrophe } from '../lib/csv/csv-write.ts'
import { objectOf } from '../lib/json/json-fields.ts'
import type { QuietHours } from '../lib/quiet-hours/period.ts'
import { parseQuietHours } from '../lib/quiet-hours/words.ts'
import { nearest } from '../lib/text/nearest.ts'
import { counted } from '../lib/text/plural.ts'
import { isTimeZone } from '../lib/text/time-zone.ts'
import { preferencesIn } from './preferences/import.ts'
import type { PreferenceInput } from './preferences/preferences.ts'

const { identifiers, texts, textFields } = addressTable()

/**
 * The columns of a file, in the order that an export uses. Columns with the names `metadata.NAME` and `preferences.SLUG`
 * are permitted too.
 */
export const importColumns = [
  ...(['id', 'name'] as const),
  ...textFields,
  ...(['locale', 'tags', 'preferred_channel', 'time_zone', 'quiet_hours', 'metadata', 'preferences'] as const),
] as const

/**
 * The columns that identify a person. A file must have at least one of these columns, and each row must have a value in
 * one of them.
 */
export const identifying = ['id', ...identifiers] as const

/**
 * Selects how the recipient of a row is found: by one identifying column, or by all of these columns in the order of
 * decision 56.
 */
export const matchBys = ['all', ...identifying] as const
export type MatchBy = (typeof matchBys)[number]

/** The first columns in a file of refused rows. If the corrected file is imported, these columns are ignored. */
export const reportColumns = ['import_line', 'import_problem'] as const

/** The fields of a row. An empty cell sets no field. */
export interface ImportFields extends Partial<Record<TextAddress, string>> {
  id?: number
  name?: string
  locale?: string
  tags?: string[]
  preferred_channel?: string
  time_zone?: string
  quiet_hours?: QuietHours
  metadata?: Record<string, unknown>
  preferences?: PreferenceInput
}

type ColumnName = (typeof importColumns)[number]
/**
 * A column in the first line. `key` is a key of the metadata or the slug of a category. The name `nothing` marks a column that is ignored. The
 * name `nameless` marks a column with an empty title.
 */
export type ImportColumn = { name: ColumnName; key?: string } | { name: 'nothing' | 'nameless' }

/** Maximum number of problems of the same kind in an error response. */
const MOST_PROBLEMS = 50

/**
 * Returns the columns that the first line names. Throws validation_failed with the first columns that are unknown or
 * repeated. Also throws validation_failed if the column `matchBy` is missing.
 */
export function columnsOf(header: string[], matchBy: MatchBy = 'all'): ImportColumn[] {
  const problems: string[] = []
  const columns = header.map((cell): ImportColumn => {
    const title = cell.trim()
    const key = /^metadata\.(.+)$/i.exec(title)?.[1]
    if (key !== undefined) return { name: 'metadata', key }
    const category = /^preferences\.(.+)$/i.exec(title)?.[1]
    if (category !== undefined) return { name: 'preferences', key: category }
    const name = title.toLowerCase().replace(/[\s-]+/g, '_')
    if (name === '') return { name: 'nameless' }
    if (isOneOf(reportColumns, name)) return { name: 'nothing' }
    if (isOneOf(importColumns, name)) return { name }
    if (problems.length < MOST_PROBLEMS) problems.push(unknownColumn(title, name))
    return { name: 'nothing' }
  })
  if (!columns.some(knownName))
    refuseInvalid({ header: [`the first line must name the columns: ${importColumns.join(', ')}, metadata.NAME`] })
  const titles = columns.flatMap((column) =>
    'key' in column ? `${column.name}.${column.key}` : (knownName(column) ?? []),
  )
  const repeated = repeatedIn(titles).slice(0, MOST_PROBLEMS)
  problems.push(...repeated.map((title) => `${title} appears more than once`))
  if (problems.length === 0 && !columns.some(({ name }) => isOneOf(identifying, name)))
    problems.push(`needs a column that identifies people: ${identifying.join(', ')}`)
  if (problems.length === 0 && matchBy !== 'all' && !columns.some(({ name }) => name === matchBy))
    problems.push(`needs the column ${matchBy}, because this import matches people by it`)
  if (problems.length > 0) refuseInvalid({ header: problems })
  return columns
}

/**
 * Returns every text that occurs more than once. Reads the list only once, because the first line of a file may have
 * thousands of columns.
 */
function repeatedIn(texts: string[]): string[] {
  const seen = new Set<string>()
  const repeated = texts.filter((text) => seen.size === seen.add(text).size)
  return [...new Set(repeated)]
}

const knownName = ({ name }: ImportColumn) => (isOneOf(importColumns, name) ? name : undefined)

function unknownColumn(title: string, name: string): string {
  const suggestion = nearest(name, importColumns)
  return `"${title.slice(0, 100)}" is not a column${suggestion ? `; did you mean ${suggestion}?` : ': use metadata.NAME for your own fields'}`
}

export const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  names.some((one) => one === name)

/** Parses the cells of a row. Returns its fields, and the problems by field. */
export function fieldsOf(columns: ImportColumn[], cells: string[]): { fields: ImportFields; problems: Details } {
  const { details, add } = collectDetails()
  if (cells.length !== columns.length)
    add(
      'row',
      `has ${counted(cells.length, 'cell')} where the first line has ${columns.length}: is a quotation mark missing?`,
    )
  const fields: ImportFields = {}
  columns.forEach((column, at) => {
    const cell = withoutApostrophe((cells[at] ?? '').trim())
    if (cell === '' || column.name === 'nothing') return
    if (column.name === 'nameless')
      add('row', `has a value in cell ${at + 1}, but the first line names no column for it`)
    else {
      const { name } = column
      const key = 'key' in column ? column.key : undefined
      const problem = key === undefined ? readCell(fields, name, cell) : readKeyCell(fields, name, key, cell)
      if (problem !== undefined) add(key === undefined ? name : `${name}.${key}`, problem)
    }
  })
  return { fields, problems: details }
}

/** Sets a key of the metadata, or the preference for a category. Returns the problem of the cell, if it has one. */
function readKeyCell(fields: ImportFields, name: ColumnName, key: string, cell: string): string | undefined {
  if (name === 'metadata') {
    fields.metadata = { ...fields.metadata, [key]: cell }
    return
  }
  const allowed = answers.get(cell.toLowerCase())
  if (allowed === undefined) return 'must be yes or no'
  fields.preferences = { ...fields.preferences, [key]: { ...fields.preferences?.[key], allowed } }
  return
}

const answers = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
])

/** Sets the field from the cell. Returns the problem of the cell, if it has one. */
function readCell(fields: ImportFields, name: ColumnName, cell: string): string | undefined {
  switch (name) {
    case 'id':
      if (!/^[1-9]\d{0,14}$/.test(cell))
        return 'must be the id of a recipient; leave the cell empty for a new recipient'
      fields.id = Number(cell)
      return
    case 'tags': {
      const tags = tagsOf(cell)
      if (!tags) return 'is not a JSON list of texts'
      fields.tags = tags
      return
    }
    case 'preferred_channel':
      fields.preferred_channel = cell.toLowerCase()
      return
    case 'time_zone':
      if (!isTimeZone(cell)) return 'is not the name of a time zone, such as Europe/Rome'
      fields.time_zone = cell
      return
    case 'quiet_hours':
      return readQuietHours(fields, cell)
    case 'metadata': {
      const metadata = objectOf(jsonOf(cell))
      if (!metadata) return 'is not a JSON object'
      fields.metadata = { ...metadata, ...fields.metadata }
      return
    }
    case 'preferences': {
      const preferences = preferencesIn(jsonOf(cell))
      if (!preferences) return 'is not a JSON object with the preferences for each category'
      fields.preferences = { ...preferences, ...fields.preferences }
      return
    }
    case 'name':
    case 'locale':
      fields[name] = cell
      return
    default:
      fields[name] = readers.get(name)?.(cell) ?? cell
  }
}

function readQuietHours(fields: ImportFields, cell: string): string | undefined {
  const hours = parseQuietHours(cell)
  if (!hours) return 'must be a period such as 22:00-08:00, or 22:00-08:00 Europe/Rome'
  if (hours.from === hours.to) return 'must not be a period of 24 hours'
  if (hours.time_zone !== undefined && !isTimeZone(hours.time_zone))
    return 'must end with the name of a time zone, such as Europe/Rome'
  fields.quiet_hours = hours
  return
}

/** Parsers for addresses that people write in different ways, such as phone numbers. */
const readers = new Map(texts.map(({ field, fromCell }) => [field, fromCell]))

/**
 * Parses tags that are separated by commas, semicolons or vertical bars. If a tag contains one of these characters, the
 * cell must be a JSON list.
 */
function tagsOf(cell: string): string[] | undefined {
  if (!cell.startsWith('[')) {
    const tags = cell.split(/[,;|]/).map((tag) => tag.trim())
    return [...new Set(tags.filter((tag) => tag !== ''))]
  }
  const value = jsonOf(cell)
  return isTextList(value) ? [...new Set(value)] : undefined
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Formats tags for the cell of an export, so that `tagsOf` can parse the cell. */
export function tagsCell(tags: string[]): string {
  const plain = tags.every((tag) => tag === tag.trim() && !/[,;|]/.test(tag)) && !tags[0]?.startsWith('[')
  return plain ? tags.join(', ') : JSON.stringify(tags)
}

function jsonOf(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}
