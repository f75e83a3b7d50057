// The doctor's check of keys and management tokens. It reports the keys and tokens that have expired or will expire
// soon.
import type { ManagementToken, SourceKey } from '../../../sdk/src/api.ts'
import { later, systemClock } from '../../lib/clock.ts'
import { ApiRefusal } from '../api.ts'
import type { Call } from '../command.ts'
import type { NamedResource } from '../places.ts'
import { type Finding, ok, warn } from './findings.ts'

type ExpiringCredential = SourceKey | ManagementToken

const NOTICE_DAYS = 14
const DAY = 86_400_000

export async function* keyFindings(call: Call): AsyncGenerator<Finding> {
  let count = 0
  for await (const finding of expiryFindings(call)) {
    count++
    yield finding
  }
  if (count === 0) yield ok('keys', `No key or management token has expired or expires within ${NOTICE_DAYS} days.`)
}

async function* expiryFindings({ api }: Call): AsyncGenerator<Finding> {
  for (const workspace of (await api.rows<NamedResource>('/workspaces')).data) {
    for (const source of (await api.rows<NamedResource>(`/workspaces/${workspace.id}/sources`)).data) {
      for (const kind of ['api', 'trigger'] as const) {
        const path = `/workspaces/${workspace.id}/sources/${source.id}/${kind}-keys`
        const { data } = await api.get<{ data: SourceKey[] }>(path)
        const flags = `--workspace ${workspace.id} --source ${source.id}${kind === 'api' ? '' : ' --kind trigger'}`
        yield* data.flatMap((key) => {
          const owner = `The ${kind} key ${named(key)} of ${source.name} in ${workspace.name}`
          const remedy = `Extend the key (carillon key update ${key.id} --expires 90d ${flags}), or revoke it (carillon key revoke ${key.id} ${flags}).`
          return expiryFinding('key', owner, key, remedy)
        })
      }
    }
  }
  for (const token of await tokensOf(api)) {
    const remedy = `Create another token (carillon token create), or revoke this one (carillon token revoke ${token.id}).`
    yield* expiryFinding('token', `The management token ${named(token)}`, token, remedy)
  }
}

/** Returns the management tokens. Returns an empty list if the token of this command has no permission to list them. */
async function tokensOf(api: Call['api']): Promise<ManagementToken[]> {
  try {
    return (await api.get<{ data: ManagementToken[] }>('/tokens')).data
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 403) return []
    throw error
  }
}

function expiryFinding(
  check: string,
  subject: string,
  { state, expires_at }: ExpiringCredential,
  remedy: string,
): Finding[] {
  if (state === 'expired') return [warn(check, `${subject} expired at ${expires_at}.`, remedy)]
  const soon = later(systemClock.now(), NOTICE_DAYS * DAY).toISOString()
  if (state !== 'active' || expires_at === null || expires_at > soon) return []
  return [warn(check, `${subject} expires at ${expires_at}.`, remedy)]
}

const named = ({ id, name, hint }: ExpiringCredential) => `${id}${name === null ? '' : ` "${name}"`} (${hint})`
