// The doctor's look at the running service, through its API: health, PUBLIC_URL, every connection, keys and tokens.

import type { Connection, ConnectionCheck, Health, Overview } from '../../../sdk/src/api.ts'
import { fieldsOf, isObject } from '../../lib/json/json-fields.ts'
import { counted } from '../../lib/text/plural.ts'
import { networkFault } from '../../lib/thrown.ts'
import { ApiRefusal, ServiceAway } from '../api.ts'
import type { Call } from '../command.ts'
import type { NamedResource } from '../places.ts'
import { type Finding, fail, ok, warn } from './findings.ts'
import { keyFindings } from './keys.ts'

export async function* serviceFindings(call: Call, publicUrl: string | undefined): AsyncGenerator<Finding> {
  const service = await serviceFinding(call.api.url)
  yield* service.findings
  if (!service.up) return
  if (publicUrl !== undefined) yield await publicUrlFinding(publicUrl)
  try {
    yield* connectionFindings(call)
    yield* keyFindings(call)
  } catch (error) {
    if (!(error instanceof ApiRefusal || error instanceof ServiceAway)) throw error
    const remedy =
      'Set CARILLON_TOKEN, or DATA_DIR to the folder that holds admin-token; "carillon token" makes a new one.'
    yield warn('connections', `They were not looked at: ${error.message}`, remedy)
  }
}

async function serviceFinding(url: string): Promise<{ up: boolean; findings: Finding[] }> {
  const health = await get(`${url}/health`)
  if (health.status === undefined || !isHealth(health.body)) {
    const why = health.status === undefined ? health.why : `HTTP ${health.status}, and not as ours does`
    const remedy =
      'Start it (npm start, or carillon start), or say where it is with CARILLON_URL; connections are looked at while it runs.'
    return { up: false, findings: [warn('service', `It does not answer at ${url}: ${why}.`, remedy)] }
  }
  return { up: true, findings: healthFindings(url, health.body) }
}

const isHealth = (body: unknown): body is Health => isObject(body) && typeof body.worker === 'string'

const dueMessages = (n: number) => `${counted(n, 'message is', 'messages are')} due`

function healthFindings(url: string, { status, worker, queue_depth }: Health): Finding[] {
  if (worker === 'stale')
    return [
      fail(
        'service',
        `It answers at ${url}, but nobody delivers: ${dueMessages(queue_depth)} and no worker has reported for a minute.`,
        'Start a worker (carillon worker, or carillon start), and look at its log.',
      ),
    ]
  if (status !== 'healthy')
    return [
      warn(
        'service',
        `It answers at ${url}, and ${dueMessages(queue_depth)}.`,
        'If the number does not fall, start another worker, or raise WORKER_SLOTS.',
      ),
    ]
  return [ok('service', `It answers at ${url}; ${dueMessages(queue_depth)}.`)]
}

/** From here at least: a firewall may let others through, and not us. */
async function publicUrlFinding(publicUrl: string): Promise<Finding> {
  const { status, body, why } = await get(`${publicUrl}/livez`)
  if (status === 200 && fieldsOf(body).status === 'ok') return ok('PUBLIC_URL', `${publicUrl} leads to the service.`)
  if (status === undefined)
    return warn(
      'PUBLIC_URL',
      `${publicUrl} does not answer from this machine: ${why}.`,
      'Try it from outside. If nobody reaches it, look at DNS, the certificate, the firewall and the proxy.',
    )
  return fail(
    'PUBLIC_URL',
    `${publicUrl} answers, but it is not the service: HTTP ${status}.`,
    'Let the proxy hand every path on to the service, or mend PUBLIC_URL.',
  )
}

async function* connectionFindings(call: Call): AsyncGenerator<Finding> {
  const { api, out } = call
  let count = 0
  for (const workspace of (await api.rows<NamedResource>('/workspaces')).data) {
    yield* conditionFindings(call, workspace)
    for (const source of (await api.rows<NamedResource>(`/workspaces/${workspace.id}/sources`)).data) {
      const path = `/workspaces/${workspace.id}/sources/${source.id}/connections`
      for (const connection of (await api.get<{ data: Connection[] }>(path)).data) {
        const subject = `${connection.channel} of ${source.name} in ${workspace.name}`
        out.progress(`Looking at ${subject}…`)
        count++
        yield await connectionFinding(subject, connection, () =>
          api.post<ConnectionCheck>(`${path}/${connection.channel}/check`),
        )
      }
    }
  }
  if (count === 0) yield ok('connections', 'None yet; test keys need none.')
}

/** Kinds that other findings are about: the service's own, and every connection's. */
const FOUND_ELSEWHERE = ['worker_stale', 'queue_deep', 'connection_paused']

async function* conditionFindings({ api }: Call, { id, name }: NamedResource): AsyncGenerator<Finding> {
  const { conditions } = await api.get<Overview>(`/workspaces/${id}/overview`)
  for (const { kind, severity, message, remedy } of conditions) {
    if (FOUND_ELSEWHERE.includes(kind)) continue
    yield (severity === 'error' ? fail : warn)('workspace', `${name}: ${message}`, remedy)
  }
}

async function connectionFinding(
  subject: string,
  { paused, pause_reason, channel }: Connection,
  check: () => Promise<ConnectionCheck>,
): Promise<Finding> {
  if (paused)
    return fail(
      'connection',
      `${subject} is paused: ${pause_reason}`,
      `Mend it (carillon connection set ${channel}), or carillon connection resume ${channel}; its messages wait.`,
    )
  const { found, problems } = await check()
  const wrong = Object.entries(problems).map(([setting, messages]) => `${setting}: ${messages.join(', ')}`)
  if (wrong.length > 0)
    return fail(
      'connection',
      `${subject}: ${wrong.join('; ')}`,
      `A setting that is wrong is mended by "carillon connection set ${channel}". Where the provider is at fault, "carillon connection check ${channel}" tells when it is back.`,
    )
  return ok('connection', `${subject}: ${found.length > 0 ? `${found.join('; ')}.` : 'its settings can be used.'}`)
}

const PATIENCE = 5000

/** Any address, without a credential; `why` when nobody answers. */
async function get(url: string): Promise<{ status?: number; body?: unknown; why?: string }> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) })
    const body = await answer.json().catch(() => undefined)
    return { status: answer.status, body }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { why: isLate ? `no answer within ${PATIENCE / 1000} s` : networkFault(error) }
  }
}
