// An HTTP client for URLs that callers configure. It connects only to addresses that were checked, follows no
// redirects, and limits the time and the size.
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { exchange, type SafeAnswer, type SafeRequest, type Target, UnsafeUrl } from './exchange.ts'
import { checkAddress, checkParts, type UrlRules } from './safe-url.ts'

export { NoAnswer, type SafeAnswer, UnsafeUrl } from './exchange.ts'

export type LookupAll = (
  name: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export type SafeFetch = (url: string | URL, request: SafeRequest) => Promise<SafeAnswer>

const CONNECT_TIMEOUT = 10_000

interface Agents {
  open: Agent
  guarded: Agent
}

/** Sends a request, with the name resolution of the operating system. See `createSafeFetch`. */
export const safeFetch = createSafeFetch()

/**
 * Creates a function that sends requests, with a separate pool of kept-alive connections. The function returns
 * responses of any status, including 4xx and 5xx. It throws `UnsafeUrl` for a forbidden URL, and `NoAnswer` if no
 * complete response arrives.
 */
export function createSafeFetch(lookup: LookupAll = systemLookup): SafeFetch {
  let agents: Promise<Agents> | undefined
  const checked = createTargetCheck()
  return async (url, request) => {
    const target = checked(typeof url === 'string' ? url : url.href, request)
    if (typeof target === 'string') throw new UnsafeUrl(target)
    agents ??= makeAgents(lookup)
    const { open, guarded } = await agents
    return exchange(request.allowPrivateNetwork ? open : guarded, target, request)
  }
}

const MOST_TARGETS = 1000

/**
 * Returns a function that returns the parts of a URL, or the reason why the URL is forbidden. It stores the results,
 * because nearly all requests go to the same few URLs. The result depends only on the URL and the rules.
 */
export function createTargetCheck(): (url: string, rules: UrlRules) => Target | string {
  const known = new Map<string, Target | string>()
  return (text, rules) => {
    const key = `${rules.allowPrivateNetwork} ${rules.allowHttp} ${text}`
    let target = known.get(key)
    if (target === undefined) {
      if (known.size === MOST_TARGETS) known.clear()
      target = targetOf(text, rules)
      known.set(key, target)
    }
    return target
  }
}

function targetOf(text: string, rules: UrlRules): Target | string {
  if (!URL.canParse(text)) return 'is not a URL'
  const url = new URL(text)
  return checkParts(url, rules) ?? { origin: url.origin, path: url.pathname + url.search }
}

/** Imports undici at the first request. An import at the start would delay every start by a sixth of a second. */
async function makeAgents(lookup: LookupAll): Promise<Agents> {
  const undici = await import('undici')
  return { open: agentFor(undici, lookup, true), guarded: agentFor(undici, lookup, false) }
}

function agentFor(undici: typeof import('undici'), lookup: LookupAll, allowPrivateNetwork: boolean): Agent {
  return new undici.Agent({ connect: { timeout: CONNECT_TIMEOUT, lookup: checkedLookup(allowPrivateNetwork, lookup) } })
}

/**
 * Returns a lookup function that resolves host names for a socket. The function fails with `UnsafeUrl` if any resolved
 * address is forbidden. The socket then connects only to checked addresses. If the URL contains an IP address, the
 * socket does not call the lookup function, so callers must check the address.
 */
export function checkedLookup(allowPrivateNetwork: boolean, lookup: LookupAll = systemLookup): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const problem = addresses.map(({ address }) => checkAddress(address, { allowPrivateNetwork })).find(Boolean)
      if (problem) return callback(new UnsafeUrl(problem), [])
      const [first] = addresses
      if (options.all || first === undefined) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
