// The doctor's checks of the running service through its API: health, PUBLIC_URL, connections, keys and tokens.

import type {
  ChannelDescription,
  Connection,
  ConnectionCheck,
  Health,
  Overview,
  ProviderConnection,
} from '../../../sdk/src/api.ts'
import { fieldsOf, isObject } from '../../lib/json/json-fields.ts'
import { counted } from '../../lib/text/plural.ts'
import { networkFault } from '../../lib/thrown.ts'
import { ApiRefusal, ServiceUnreachable } from '../api.ts'
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
    if (!(error instanceof ApiRefusal || error instanceof ServiceUnreachable)) throw error
    const remedy =
      'Set CARILLON_TOKEN, or set DATA_DIR to the folder of the file admin-token. "carillon token" creates a new token.'
    yield warn('connections', `Connections and keys were not checked: ${error.message}`, remedy)
  }
}

async function serviceFinding(url: string): Promise<{ up: boolean; findings: Finding[] }> {
  const health = await get(`${url}/health`)
  if (health.status === undefined || !isHealth(health.body)) {
    const why = health.status === undefined ? health.why : `HTTP ${health.status} with an unknown body`
    const remedy =
      'Start the service with "carillon start", or set its address with CARILLON_URL. Connections are checked only while the service runs.'
    return { up: false, findings: [warn('service', `The service does not answer at ${url}: ${why}.`, remedy)] }
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
        `The service answers at ${url}, but no worker has reported for a minute: ${dueMessages(queue_depth)}.`,
        'Start a worker (carillon worker, or carillon start), and check its log.',
      ),
    ]
  if (status !== 'healthy')
    return [
      warn(
        'service',
        `The service answers at ${url}, but ${dueMessages(queue_depth)}.`,
        'If the number of due messages does not fall, start another worker, or increase WORKER_SLOTS.',
      ),
    ]
  return [ok('service', `The service answers at ${url}; ${dueMessages(queue_depth)}.`)]
}

/**
 * Warns if PUBLIC_URL is unreachable from this machine. The check does not fail, because a firewall may block requests
 * from this machine only.
 */
async function publicUrlFinding(publicUrl: string): Promise<Finding> {
  const { status, body, why } = await get(`${publicUrl}/livez`)
  if (status === 200 && fieldsOf(body).status === 'ok') return ok('PUBLIC_URL', `${publicUrl} leads to the service.`)
  if (status === undefined)
    return warn(
      'PUBLIC_URL',
      `${publicUrl} does not answer from this machine: ${why}.`,
      'Open this URL from another network. If it does not answer there either, check DNS, the certificate, the firewall and the proxy.',
    )
  return fail(
    'PUBLIC_URL',
    `${publicUrl} does not lead to the service: it returned HTTP ${status}.`,
    'Configure the proxy to forward every path to the service, or fix PUBLIC_URL.',
  )
}

async function* connectionFindings(call: Call): AsyncGenerator<Finding> {
  const { api, out } = call
  let count = 0
  const { data: channels } = await api.get<{ data: ChannelDescription[] }>('/channels')
  const several = new Set(channels.flatMap(({ name, several: isAllowed }) => (isAllowed ? [name] : [])))
  for (const workspace of (await api.rows<NamedResource>('/workspaces')).data) {
    yield* conditionFindings(call, workspace)
    for (const source of (await api.rows<NamedResource>(`/workspaces/${workspace.id}/sources`)).data) {
      const path = `/workspaces/${workspace.id}/sources/${source.id}/connections`
      for (const connection of (await api.get<{ data: Connection[] }>(path)).data) {
        const subject = `${connection.channel} of ${source.name} in ${workspace.name}`
        out.progress(`Checking ${subject}…`)
        count++
        yield await connectionFinding(subject, connection, () =>
          api.post<ConnectionCheck>(`${path}/${connection.channel}/check`),
        )
        if (several.has(connection.channel)) yield* furtherFindings(call, subject, `${path}/${connection.channel}`)
      }
    }
  }
  if (count === 0) yield ok('connections', 'There are no connections yet. Test keys work without a connection.')
}

/**
 * Checks the second connection of a channel and all later ones. The check of the channel includes only the first
 * connection.
 */
async function* furtherFindings({ api }: Call, subject: string, path: string): AsyncGenerator<Finding> {
  const { data } = await api.get<{ data: ProviderConnection[] }>(`${path}/providers`)
  for (const { id, position, title } of data.slice(1)) {
    const check = await api.post<ConnectionCheck>(`${path}/providers/${id}/check`)
    yield checkFinding(`${subject}, connection ${position} (${title})`, check, `${channelOf(path)} ${id}`)
  }
}

const channelOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Kinds of workspace conditions that other findings of the doctor already report. */
const REPORTED_ELSEWHERE = ['worker_stale', 'queue_deep', 'connection_paused']

async function* conditionFindings({ api }: Call, { id, name }: NamedResource): AsyncGenerator<Finding> {
  const { conditions } = await api.get<Overview>(`/workspaces/${id}/overview`)
  for (const { kind, severity, message, remedy } of conditions) {
    if (REPORTED_ELSEWHERE.includes(kind)) continue
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
      `Fix the settings of the connection (carillon connection set ${channel}), or run carillon connection resume ${channel}. Until then, the messages of the connection are pending.`,
    )
  return checkFinding(subject, await check(), channel)
}

/** Returns the finding of a check. `place` identifies the connection in a command, such as `email 12`. */
function checkFinding(
  subject: string,
  { found, problems, paused, pause_reason }: ConnectionCheck,
  place: string,
): Finding {
  const wrong = Object.entries(problems).map(([setting, messages]) => `${setting}: ${messages.join(', ')}`)
  if (wrong.length > 0)
    return fail(
      'connection',
      `${subject}: ${wrong.join('; ')}`,
      `Fix a wrong setting with "carillon connection set ${place}". If the provider has a problem, "carillon connection check ${place}" shows whether the provider works again.`,
    )
  if (paused)
    return fail(
      'connection',
      `${subject} is paused: ${pause_reason}`,
      `Fix its settings with "carillon connection set ${place}", or run "carillon connection resume ${place.split(' ')[0]}". Until then, messages go to another connection.`,
    )
  return ok('connection', `${subject}: ${found.length > 0 ? `${found.join('; ')}.` : 'the settings are valid.'}`)
}

const TIMEOUT = 5000

/** Sends a GET request without a credential. If no response arrived, the result contains the reason in `why`. */
async function get(url: string): Promise<{ status?: number; body?: unknown; why?: string }> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) })
    const body = await response.json().catch(() => undefined)
    return { status: response.status, body }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { why: isLate ? `no answer within ${TIMEOUT / 1000} s` : networkFault(error) }
  }
}
