// Turns the errors of a JSON schema into messages for people.

/** An error that ajv reports. */
export interface SchemaFinding {
  keyword: string
  params: Record<string, unknown>
  message?: string
}

const FORMATS: Record<string, string> = {
  email: 'must be an email address such as ada@example.com',
  uri: 'must be a URL such as https://example.com/path',
}

/**
 * Returns the problem as a phrase that follows the field's name, such as "must be at most 5". `schema` is the part of
 * the schema that the value violates. For a pattern, the phrase shows the first example of `schema`.
 */
export function schemaWords({ keyword, params, message }: SchemaFinding, schema: unknown): string {
  const limit = Number(params.limit)
  const example: string | undefined = Object(schema).examples?.[0]
  switch (keyword) {
    case 'enum':
      return `must be one of ${[params.allowedValues].flat().map(String).join(', ')}`
    case 'pattern':
      return example === undefined ? `must match ${String(params.pattern)}` : `must have a format such as ${example}`
    case 'format':
      return FORMATS[String(params.format)] ?? `${message}`
    case 'type':
      return `must be ${[params.type].flat().map(typeWords).join(' or ')}`
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${characters(limit)}`
    case 'maxLength':
      return `must have at most ${characters(limit)}`
    case 'minItems':
      return `must have at least ${items(limit)}`
    case 'maxItems':
      return `must have at most ${items(limit)}`
    default:
      return `${message}`
  }
}

const TYPES: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
}
const typeWords = (type: unknown) => TYPES[String(type)] ?? String(type)

const characters = (n: number) => (n === 1 ? 'one character' : `${n} characters`)
const items = (n: number) => (n === 1 ? 'one item' : `${n} items`)
