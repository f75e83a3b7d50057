// Validates the rows of an import file. This does not need the database.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { Type } from 'typebox'
import type { Identifier } from '../channels/address.ts'
import { addressTable } from '../channels/addresses.ts'
import { collectDetails, type Details } from '../errors.ts'
import type { CsvRow } from '../lib/csv/csv-read.ts'
import { jsonProblems } from '../lib/json/json-text.ts'
import { lengths, sizes } from '../limits.ts'
import { recipientFields } from './fields.ts'
import { fieldsHolding, normalizeIdentifier } from './identifiers.ts'
import { fieldsOf, type ImportColumn, type ImportFields, identifying, type MatchBy } from './import-columns.ts'

const { identifiers, texts } = addressTable()

/**
 * Returns a validator for the rows of one file. Call it for the rows in their order, because it refuses an identifier
 * that an earlier row has.
 */
export function createRowValidator(
  columns: ImportColumn[],
  matchBy: MatchBy = 'all',
): (row: CsvRow) => Details | undefined {
  /** Maps each identifier to the line of the row that contains it. */
  const taken = new Map<string, number>()
  return ({ line, cells }) => {
    const { fields, problems } = fieldsOf(columns, cells)
    if (Object.keys(problems).length > 0) return problems
    const misfits = misfitsOf(fields)
    if (misfits) return misfits
    const { details, add } = collectDetails()
    const keys = keysOf(fields)
    if (keys.length === 0) add('row', `needs a cell that identifies the person: ${identifying.join(', ')}`)
    else if (matchBy !== 'all' && fields[matchBy] === undefined)
      add(matchBy, 'is empty, but this import matches people by it')
    for (const { name, keys: held } of keys) {
      const [other] = held.flatMap((key) => taken.get(key) ?? [])
      if (other !== undefined) add(name, `is already on line ${other}: only one person can have it`)
    }
    if (Object.keys(details).length > 0) return details
    for (const {
      keys: [key],
    } of keys)
      taken.set(key, line)
    return undefined
  }
}

interface IdentifierKeys {
  name: (typeof identifying)[number]
  /** The key of the identifier, and then the key of the same value in the field that shares its values. */
  keys: [string, ...string[]]
}

function keysOf(fields: ImportFields): IdentifierKeys[] {
  const named = identifiers.flatMap((name): IdentifierKeys[] => {
    const value = fields[name]
    if (value === undefined) return []
    const keyIn = (field: Identifier) => `${field}/${normalizeIdentifier(field, value)}`
    const [, ...others] = fieldsHolding(name)
    return [{ name, keys: [keyIn(name), ...others.map(keyIn)] }]
  })
  return fields.id === undefined ? named : [{ name: 'id', keys: [`id/${fields.id}`] }, ...named]
}

let fits: ValidateFunction | undefined

function misfitsOf(fields: ImportFields): Details | undefined {
  const { details, add } = collectDetails()
  for (const { path, message } of jsonProblems(fields, { depth: sizes.nesting, most: sizes.values })) add(path, message)
  fits ??= formats
    .default(new Ajv2020({ allErrors: true, strict: false, validateSchema: false }))
    .compile(Type.Partial(Type.Object(recipientFields)))
  if (!fits(fields)) for (const error of fits.errors ?? []) add(fieldOf(error), sentenceOf(error))
  return Object.keys(details).length > 0 ? details : undefined
}

const fieldOf = ({ instancePath }: ErrorObject) => instancePath.split('/')[1] ?? 'row'

/** Messages for invalid cells. People who edit a spreadsheet read these messages. */
const sentences: Record<string, string | undefined> = {
  ...Object.fromEntries(texts.map(({ field, misfit }) => [field, misfit])),
  locale: `must be a language such as it or en-GB, of ${lengths.locale} characters at most`,
}

function sentenceOf(error: ErrorObject): string {
  const sentence = sentences[fieldOf(error)]
  if (sentence !== undefined) return sentence
  const { allowedValues }: { allowedValues?: unknown[] } = error.params
  return allowedValues ? `must be one of ${allowedValues.join(', ')}` : `${error.message}`
}
