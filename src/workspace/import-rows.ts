// The rows of a file of recipients, as far as they can be judged without the database: each is good or says why not.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { Type } from 'typebox'
import { collectDetails, type Details } from '../errors.ts'
import type { CsvRow } from '../lib/csv-read.ts'
import { jsonProblems } from '../lib/json-text.ts'
import { lengths, sizes } from '../limits.ts'
import { type Column, fieldsOf, type ImportFields, identifying } from './import-columns.ts'
import { recipientFields } from './recipient-fields.ts'

/** Judges the rows of one file one after another: nobody stands in a file twice. */
export function createRowJudge(columns: Column[]): (row: CsvRow) => Details | undefined {
  /** The line on which somebody is already, by address. */
  const taken = new Map<string, number>()
  return ({ line, cells }) => {
    const { fields, problems } = fieldsOf(columns, cells)
    if (Object.keys(problems).length > 0) return problems
    const misfits = misfitsOf(fields)
    if (misfits) return misfits
    const { details, add } = collectDetails()
    const places = identifying.flatMap((name) => {
      const value = fields[name]
      return value === undefined ? [] : [{ name, place: `${name}/${String(value).toLowerCase()}` }]
    })
    if (places.length === 0) add('row', `needs something that tells the person from others: ${identifying.join(', ')}`)
    for (const { name, place } of places) {
      const other = taken.get(place)
      if (other !== undefined) add(name, `stands on line ${other} already: a person has one row`)
    }
    if (Object.keys(details).length > 0) return details
    for (const { place } of places) taken.set(place, line)
    return undefined
  }
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

const fieldOf = ({ instancePath }: ErrorObject) => instancePath.split('/')[1]!

/** In the words of somebody who looks at a spreadsheet. */
const sentences: Record<string, string> = {
  email: 'is no e-mail address',
  whatsapp_phone: 'must be a number with its country, such as +393331234567',
  locale: `must be a language such as it or en-GB, of ${lengths.locale} characters at most`,
}

function sentenceOf(error: ErrorObject): string {
  const sentence = sentences[fieldOf(error)]
  if (sentence !== undefined) return sentence
  const { allowedValues } = error.params as { allowedValues?: unknown[] }
  return allowedValues ? `must be one of ${allowedValues.join(', ')}` : `${error.message}`
}
