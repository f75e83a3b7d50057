// A real OpenID Connect provider for tests, and a person who signs in to it.
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const CLIENT = { id: 'carillon', secret: 'a secret of the client' }

/** The data of a person at the provider. The id is the text that the person enters as the login. */
export interface Person {
  email?: string
  email_verified?: boolean
  name?: string
}

export interface TestProvider {
  issuer: string
  host: string
  people: Map<string, Person>
  /** While true, the provider answers every request with 500. */
  isBroken: boolean
  /** Counts the requests for the settings of the provider. */
  discoveries: number
  stop(): Promise<void>
}

/** Starts a provider that accepts the client at `redirectUri`. */
export async function startProvider(redirectUri: () => string): Promise<TestProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined
  const server = createServer((request, response) => {
    if (request.url?.includes('openid-configuration')) test.discoveries++
    if (test.isBroken) response.writeHead(500).end('out of order')
    else handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const people: TestProvider['people'] = new Map()
  const test: TestProvider = {
    issuer,
    host: `127.0.0.1:${port}`,
    people,
    isBroken: false,
    discoveries: 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri()],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['the key of cookies in tests'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  })
  handle = provider.callback()
  return test
}

/**
 * Signs a person in at the provider, as a browser would: follows redirects, keeps cookies, and sends the forms. Returns
 * the URL to which the provider sends the browser. `answer` is `cancel` if the person cancels.
 */
export async function signInAtProvider(start: string, login: string, answer?: 'cancel'): Promise<URL> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(start)
  let at = new URL(start)
  let form: string | undefined
  for (let step = 0; step < 15; step++) {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    form = undefined
    if (location !== null) {
      at = new URL(location, at)
      if (at.origin !== origin) return at
      continue
    }
    const page = await response.text()
    if (answer === 'cancel') at = new URL(/href="([^"]*\/abort)"/.exec(page)?.[1] ?? 'missing', at)
    else {
      const prompt = page.includes('value="login"') ? 'login' : 'consent'
      form = new URLSearchParams({ prompt, login, password: 'any' }).toString()
    }
  }
  throw new Error('the provider did not send the browser back')
}
