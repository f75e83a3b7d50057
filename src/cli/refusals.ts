// Prints a refusal of the API: its message, the problem of each field, and the remedy.
import { counted } from '../lib/text/plural.ts'
import type { ApiRefusal } from './api.ts'
import { exitCodes } from './command.ts'
import { inOneLine, withoutControlCharacters } from './output.ts'

/** Prints the refusal and returns the exit code. With --json, also prints the body of the refusal. */
export function explainRefusal(refusal: ApiRefusal, json: boolean): number {
  const { status, body } = refusal
  if (json) console.log(JSON.stringify(body, null, 2))
  const { details = {}, message } = body
  const fields = Object.entries(details).flatMap(([field, problems]) =>
    problems.map((problem) => [field, problem] as const),
  )
  const summary =
    fields.length > 0
      ? `Refused: ${counted(Object.keys(details).length, 'field is', 'fields are')} invalid.`
      : withoutControlCharacters(message)
  console.error([summary, ...fieldLines(fields), ...remedyLines(refusal)].join('\n'))
  return [502, 503, 504].includes(status) ? exitCodes.unreachable : exitCodes.failed
}

function fieldLines(fields: (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...fields.map(([field]) => field.length))
  return fields.map(([field, problem]) => `  ${inOneLine(field).padEnd(width)}  ${inOneLine(problem)}`)
}

function remedyLines({ body: { error, message, used, limit }, hint, retryAfter, requestId }: ApiRefusal): string[] {
  if (hint !== undefined) return [hint]
  if (error === 'missing_token')
    return [
      'No management token was found. Set CARILLON_TOKEN, or set DATA_DIR to the folder of the file admin-token. "carillon token" creates a new token.',
    ]
  if (error === 'invalid_token' && /expired/.test(message))
    return [
      'Run "carillon token" on the machine of the service to create another token. An operator can also create one in the portal.',
    ]
  if (error === 'invalid_token')
    return ['Check CARILLON_TOKEN, --token and DATA_DIR. The token must belong to the service at this address.']
  if (error === 'quota_exceeded' && used !== undefined)
    return [
      `${used} of ${counted(limit ?? 0, 'message is', 'messages are')} used. Run carillon workspace update --quota N, or carillon workspace credits add N.`,
    ]
  if (retryAfter !== null) return [`Try again in ${counted(Number(retryAfter), 'second')}.`]
  return requestId === null ? [] : [`The request's id is ${requestId}.`]
}
