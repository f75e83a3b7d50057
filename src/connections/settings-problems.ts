// Validates the settings of a connection. Returns the problems, each with the request field that it concerns.
import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { TObject } from 'typebox'
import type { Provider } from '../channels/contract.ts'
import { collectDetails, type Details } from '../errors.ts'
import { fieldsOf } from '../lib/json/json-fields.ts'
import { checkOf } from '../lib/json/schema-check.ts'
import { checkUrl } from '../lib/safe-url.ts'
import { schemaWords } from '../schema-words.ts'

const validators = new WeakMap<TObject, ValidateFunction>()

/** Adds the defaults of the schema to the settings, and returns the problems of the settings by field. */
export function settingsProblems(
  provider: Pick<Provider, 'settings' | 'problems'>,
  settings: Record<string, unknown>,
  allowPrivateNetwork: boolean,
): Details {
  let validate = validators.get(provider.settings)
  if (!validate) {
    validate = checkOf(provider.settings, { useDefaults: true })()
    validators.set(provider.settings, validate)
  }
  if (validate(settings)) {
    const own = provider.problems?.(settings, allowPrivateNetwork) ?? {}
    return { ...urlProblems(provider, settings, allowPrivateNetwork), ...inSettings(own) }
  }
  const { details, add } = collectDetails()
  for (const error of validate.errors ?? []) {
    const { instancePath, keyword, params, parentSchema } = error
    const [name, message] =
      keyword === 'required'
        ? [`.${params.missingProperty}`, 'is required']
        : keyword === 'additionalProperties'
          ? [`.${params.additionalProperty}`, 'is not a known setting']
          : ['', schemaWords(error, parentSchema)]
    add(`settings${instancePath.replaceAll('/', '.')}${name}`, message)
  }
  return details
}

/** Returns the problems with the names of the request fields, for example `settings.host`. */
export function inSettings(problems: Record<string, string>): Details {
  return Object.fromEntries(Object.entries(problems).map(([name, problem]) => [`settings.${name}`, [problem]]))
}

/**
 * Checks every setting that is a URL, because the service will send requests to it. A setting is a URL if its schema
 * declares that, or if its value is a URL.
 */
function urlProblems(
  { settings: schema }: Pick<Provider, 'settings'>,
  settings: Record<string, unknown>,
  allowPrivateNetwork: boolean,
): Details {
  const { details, add } = collectDetails()
  for (const [name, value] of Object.entries(settings)) {
    const isAddress = fieldsOf(schema.properties[name]).format === 'uri'
    if (typeof value !== 'string' || !(isAddress || /^https?:/i.test(value))) continue
    const problem = checkUrl(value, { allowPrivateNetwork })
    if (problem) add(`settings.${name}`, problem)
  }
  return details
}
