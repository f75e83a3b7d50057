// Sends typed requests to the API. If a request fails, throws the problem. If the session has expired, waits until the
// member signs in again.
import { type Operations, operations } from '../../../sdk/src/api.ts'
import { signInAgain } from '../session/expired.ts'
import { loadServerText } from '../texts/texts.tsx'
import { type AddressParts, addressOf, BASE } from './address.ts'
import { noteReachable, noteUnreachable } from './connection.ts'
import { type Problem, RequestFailed, readProblem, translateProblem, unreachable } from './problem.ts'

export type OperationId = keyof Operations
export type Input<Op extends OperationId> = Omit<Operations[Op], 'answer'>
export type Answer<Op extends OperationId> = Operations[Op]['answer']

/** Error codes that mean that the session is missing or has expired. A wrong password has another code. */
const NO_SESSION: ReadonlySet<string> = new Set(['missing_token', 'invalid_token'])

interface Parts extends AddressParts {
  body?: unknown
}

/**
 * Calls an operation. If the request fails, throws RequestFailed with the problem. If the session has expired, waits
 * until the member signs in again, and then repeats the request.
 */
export async function request<Op extends OperationId>(
  operation: Op,
  input: Input<Op>,
  signal?: AbortSignal,
): Promise<Answer<Op>> {
  const [method, path, , media = 'application/json'] = operations[operation]
  const parts: Parts = input
  const body = media === 'application/json' ? JSON.stringify(parts.body) : (parts.body as string | Blob)
  const options: RequestInit = {
    method,
    signal: signal ?? null,
    ...(parts.body === undefined ? {} : { headers: { 'content-type': media }, body }),
  }
  for (;;) {
    const response = await send(addressOf(BASE + path, parts), options)
    if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Answer<Op>
    const problem = translateProblem(await readProblem(response), await loadServerText())
    // For `readSession`, the caller handles a missing session.
    if (!NO_SESSION.has(problem.code) || operation === 'readSession') throw new RequestFailed(problem)
    await signInAgain(problem)
  }
}

/** Calls an operation. If the API refuses the request, returns the problem instead of throwing it. */
export async function tryRequest<Op extends OperationId>(
  operation: Op,
  input: Input<Op>,
): Promise<{ answer: Answer<Op> } | { problem: Problem }> {
  try {
    return { answer: await request(operation, input) }
  } catch (error) {
    if (error instanceof RequestFailed) return { problem: error.problem }
    throw error
  }
}

async function send(address: string, options: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, { ...options, credentials: 'same-origin' })
    noteReachable()
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    noteUnreachable()
    throw new RequestFailed(unreachable)
  }
}
