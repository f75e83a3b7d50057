// Reads an object or a list from the Graph API for checks. Returns the answer, or a text that describes the problem.
import { type JsonObject, objectOf } from '../../lib/json/json-fields.ts'
import { findingOf } from '../gateway.ts'
import { callGraph, errorIn, type GraphCodes, type GraphRequest, graphFailure } from './call.ts'

export type GraphAnswer =
  | { json: JsonObject; problem?: never; ofToken?: never }
  /** `ofToken` is true if the token caused the problem, and false if the requested object caused it. */
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
  // In the answer to a read request, code 100 means that the object does not exist. In the answer to a message, it
  // means that a part of the message is invalid.
  if (code === 100 && error?.subcode !== 33)
    return {
      problem: `${product} reports that this object does not exist: ${error?.detail ?? 'it gave no reason'}`,
      ofToken: false,
    }
  const ofToken = code === undefined ? outcome.providerStatus === '401' : isOfToken(code)
  return { problem: findingOf(product, outcome), ofToken }
}

/** Returns whether the code means that the token is invalid or lacks a permission. */
function isOfToken(code: number): boolean {
  return [0, 3, 10, 102, 190].includes(code) || (code >= 200 && code <= 299)
}
