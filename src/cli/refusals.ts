// What the API refused, told in words: the sentence, every field with what is wrong with it, and what to do.
import { counted } from '../lib/text/plural.ts'
import type { ApiRefusal } from './api.ts'
import { exitCodes } from './command.ts'
import { inOneLine, withoutControlCharacters } from './output.ts'

/** Prints the refusal (its body too, with --json) and answers the exit code. */
export function explainRefusal(refusal: ApiRefusal, json: boolean): number {
  const { status, body } = refusal
  if (json) console.log(JSON.stringify(body, null, 2))
  const { details = {}, message } = body
  const fields = Object.entries(details).flatMap(([field, problems]) =>
    problems.map((problem) => [field, problem] as const),
  )
  const sentence =
    fields.length > 0
      ? `Refused: ${counted(Object.keys(details).length, 'field is', 'fields are')} wrong.`
      : withoutControlCharacters(message)
  console.error([sentence, ...fieldLines(fields), ...remedyLines(refusal)].join('\n'))
  return [502, 503, 504].includes(status) ? exitCodes.away : exitCodes.failed
}

function fieldLines(fields: (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...fields.map(([field]) => field.length))
  return fields.map(([field, problem]) => `  ${inOneLine(field).padEnd(width)}  ${inOneLine(problem)}`)
}

function remedyLines({ body: { error, message, used, limit }, hint, retryAfter, requestId }: ApiRefusal): string[] {
  if (hint !== undefined) return [hint]
  if (error === 'missing_token')
    return [
      'No management token was found: set CARILLON_TOKEN, or DATA_DIR to the folder whose admin-token file holds it. "carillon token" makes a new one.',
    ]
  if (error === 'invalid_token' && /expired/.test(message))
    return [
      '"carillon token" makes another one on the machine of the service; an operator may create one in the portal.',
    ]
  if (error === 'invalid_token')
    return ['Look at CARILLON_TOKEN, --token and DATA_DIR: does the token belong to the service at this address?']
  if (error === 'quota_exceeded' && used !== undefined)
    return [
      `${used} of ${counted(limit ?? 0, 'message is', 'messages are')} used: carillon workspace update --quota N, or carillon workspace credits add N.`,
    ]
  if (retryAfter !== null) return [`Try again in ${counted(Number(retryAfter), 'second')}.`]
  return requestId === null ? [] : [`The request's id is ${requestId}.`]
}
