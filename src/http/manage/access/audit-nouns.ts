// What a change through the management API is about: the noun of the audit log, by method and route.

export interface AuditNoun {
  /** The kind of object, such as `api_key`. */
  kind: string
  /** The route's parameter that holds the object's id, `actor` for the own account, or null for an object that is made. */
  of: string | null
}

/** Where the rule below finds another noun than people expect. */
const exceptions: Record<string, AuditNoun> = {
  'PATCH /account': { kind: 'member', of: 'actor' },
  'POST /account/password': { kind: 'member', of: 'actor' },
  'POST /account/sessions/revoke-others': { kind: 'member', of: 'actor' },
  'POST /workspaces/:ws/leave': { kind: 'member', of: 'actor' },
  'POST /workspaces/:ws/recipients/import': { kind: 'import', of: null },
  'GET /workspaces/:ws/recipients/export': { kind: 'recipient', of: null },
  'POST /workspaces/:ws/sources/:source/connections/:channel/providers': { kind: 'connection', of: 'channel' },
  'PUT /workspaces/:ws/sources/:source/connections/:channel/providers/order': { kind: 'connection', of: 'channel' },
  'PUT /workspaces/:ws/sources/:source/connections/:channel/providers/:id': { kind: 'connection', of: 'channel' },
  'DELETE /workspaces/:ws/sources/:source/connections/:channel/providers/:id': { kind: 'connection', of: 'channel' },
  'POST /workspaces/:ws/templates/:slug/versions/:version/restore': { kind: 'template', of: 'slug' },
}

/** Lists whose POST makes an object; what else follows an object's id is done to that object. */
const LISTS = [
  'sources',
  'api-keys',
  'trigger-keys',
  'templates',
  'recipients',
  'subscriptions',
  'listeners',
  'opt-outs',
  'invitations',
  'automations',
  'tokens',
]

/** `route`: below /v1/manage. `/workspaces/:ws/sources/:source/api-keys/:key` is about an api_key. */
export function auditNoun(method: string, route: string): AuditNoun {
  const exception = exceptions[`${method} ${route}`]
  if (exception) return exception
  const path = route.slice(1).split('/')
  const place = path.findLastIndex((part) => part.startsWith(':'))
  const collection = path.at(-1)!
  const makesOne = place === path.length - 2 && method === 'POST' && LISTS.includes(collection)
  if (place < 1 || makesOne) return { kind: kindOf(collection), of: null }
  return { kind: kindOf(path[place - 1]!), of: path[place]!.slice(1) }
}

function kindOf(collection: string): string {
  if (collection === 'tokens') return 'management_token'
  return collection.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '')
}
