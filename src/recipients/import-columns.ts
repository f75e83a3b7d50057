// The columns of a file of recipients: what its first line names, and what the cells of a row say then.
import type { TextAddress } from '../channels/address.ts'
import { addressTable } from '../channels/addresses.ts'
import { collectDetails, type Details, refuseInvalid } from '../errors.ts'
import { withoutApostrophe } from '../lib/csv/csv-write.ts'
import { objectOf } from '../lib/json/json-fields.ts'
import { nearest } from '../lib/text/nearest.ts'
import { counted } from '../lib/text/plural.ts'

const { identifiers, texts, textFields } = addressTable()

/** A file's columns, in the order an export has them. `metadata.NAME` is a column too. */
export const importColumns = ['id', 'name', ...textFields, 'locale', 'tags', 'preferred_channel', 'metadata'] as const

/** The columns that identify a person: a file needs one of them, and every row a cell in one. */
export const identifying = ['id', ...identifiers] as const

/** What finds the person of a row: one identifying column, or all of them from the strongest to the weakest (decision 56). */
export const matchBys = ['all', ...identifying] as const
export type MatchBy = (typeof matchBys)[number]

/** The first columns of the report of refused rows, passed over when it comes back corrected. */
export const reportColumns = ['import_line', 'import_problem'] as const

/** What a row says; what its cells leave empty is missing. */
export interface ImportFields extends Partial<Record<TextAddress, string>> {
  id?: number
  name?: string
  locale?: string
  tags?: string[]
  preferred_channel?: string
  metadata?: Record<string, unknown>
}

type ColumnName = (typeof importColumns)[number]
/** `key`: of the metadata. */
export type ImportColumn = { name: ColumnName; key?: string } | { name: 'nothing' | 'nameless' }

/** Of each kind that a refusal lists. */
const MOST_PROBLEMS = 50

/**
 * What the first line's cells name. Throws validation_failed naming the first cells that are no columns, or a missing
 * `matchBy`.
 */
export function columnsOf(header: string[], matchBy: MatchBy = 'all'): ImportColumn[] {
  const problems: string[] = []
  const columns = header.map((cell): ImportColumn => {
    const title = cell.trim()
    const key = /^metadata\.(.+)$/i.exec(title)?.[1]
    if (key !== undefined) return { name: 'metadata', key }
    const name = title.toLowerCase().replace(/[\s-]+/g, '_')
    if (name === '') return { name: 'nameless' }
    if (isOneOf(reportColumns, name)) return { name: 'nothing' }
    if (isOneOf(importColumns, name)) return { name }
    if (problems.length < MOST_PROBLEMS) problems.push(unknownColumn(title, name))
    return { name: 'nothing' }
  })
  if (!columns.some(knownName))
    refuseInvalid({ header: [`the first line has to name the columns: ${importColumns.join(', ')}, metadata.NAME`] })
  const titles = columns.flatMap((column) => ('key' in column ? `metadata.${column.key}` : (knownName(column) ?? [])))
  const repeated = repeatedIn(titles).slice(0, MOST_PROBLEMS)
  problems.push(...repeated.map((title) => `${title} stands there more than once`))
  if (problems.length === 0 && !columns.some(({ name }) => isOneOf(identifying, name)))
    problems.push(`needs a column that tells people apart: ${identifying.join(', ')}`)
  if (problems.length === 0 && matchBy !== 'all' && !columns.some(({ name }) => name === matchBy))
    problems.push(`has no column ${matchBy}, by which this import finds people`)
  if (problems.length > 0) refuseInvalid({ header: problems })
  return columns
}

/** Each text that occurs more than once, in one pass: a first line may name thousands of columns. */
function repeatedIn(texts: string[]): string[] {
  const seen = new Set<string>()
  const repeated = texts.filter((text) => seen.size === seen.add(text).size)
  return [...new Set(repeated)]
}

const knownName = ({ name }: ImportColumn) => (isOneOf(importColumns, name) ? name : undefined)

function unknownColumn(title: string, name: string): string {
  const suggestion = nearest(name, importColumns)
  return `"${title.slice(0, 100)}" is no column${suggestion ? `; did you mean ${suggestion}?` : ': use metadata.NAME for what is your own'}`
}

export const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  names.some((one) => one === name)

/** What a row's cells say, and by field what can't be read as anything. */
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
    if (column.name === 'nameless') add('row', `has something in cell ${at + 1}, which the first line gives no name`)
    else if ('key' in column && column.key !== undefined) {
      fields.metadata = { ...fields.metadata, [column.key]: cell }
    } else {
      const problem = readCell(fields, column.name, cell)
      if (problem !== undefined) add(column.name, problem)
    }
  })
  return { fields, problems: details }
}

/** Sets the field, or answers what is wrong with the cell. */
function readCell(fields: ImportFields, name: ColumnName, cell: string): string | undefined {
  switch (name) {
    case 'id':
      if (!/^[1-9]\d{0,14}$/.test(cell)) return 'must be the number of a recipient; leave it empty for a new one'
      fields.id = Number(cell)
      return
    case 'tags': {
      const tags = tagsOf(cell)
      if (!tags) return 'is not a list of texts in JSON'
      fields.tags = tags
      return
    }
    case 'preferred_channel':
      fields.preferred_channel = cell.toLowerCase()
      return
    case 'metadata': {
      const metadata = objectOf(jsonOf(cell))
      if (!metadata) return 'is not an object in JSON'
      fields.metadata = { ...metadata, ...fields.metadata }
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

/** How the cells of an address are read that people write in several ways. */
const readers = new Map(texts.map(({ field, fromCell }) => [field, fromCell]))

/** Parted by commas, semicolons or bars; a list in JSON where a tag holds one of them. */
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

/** How an export writes tags: so that `tagsOf` reads them again. */
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
