// One question to the Graph API, for a check or a list: the answer, or what is wrong in words.
import { type JsonObject, objectOf } from '../../lib/json/json-fields.ts'
import { findingOf } from '../gateway.ts'
import { callGraph, errorIn, type GraphCodes, type GraphRequest, graphFailure } from './call.ts'

export type GraphAnswer =
  | { json: JsonObject; problem?: never; ofToken?: never }
  /** `ofToken`: the token is at fault, not what was asked for. */
  | { json?: never; problem: string; ofToken: boolean }

export async function queryGraph(
  product: string,
  codes: GraphCodes,
  request: Omit<GraphRequest, 'body'>,
): Promise<GraphAnswer> {
  const reply = await callGraph(request)
  const json = reply.kind === 'answer' && reply.status < 300 && !errorIn(reply.json) ? objectOf(reply.json) : undefined
  if (json) return { json }
  const outcome = graphFailure(product, codes, reply, { now: new Date(0), token: request.token })
  const error = reply.kind === 'answer' ? errorIn(reply.json) : undefined
  const code = error?.code
  // Of a message it says that a part is wrong; of a question, that there is no such thing.
  if (code === 100 && error?.subcode !== 33)
    return {
      problem: `${product} knows nothing of the kind: ${error?.detail ?? 'it does not say why'}`,
      ofToken: false,
    }
  const ofToken = code === undefined ? outcome.providerStatus === '401' : isOfToken(code)
  return { problem: findingOf(product, outcome), ofToken }
}

/** Not accepted, or without the permission. */
function isOfToken(code: number): boolean {
  return [0, 3, 10, 102, 190].includes(code) || (code >= 200 && code <= 299)
}
