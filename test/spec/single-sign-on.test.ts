// Sign-in with an OpenID Connect provider, tested against a real provider: linking, allowed domains, and faults.
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createOidcProvider, oidcProblem } from '../../src/members/single-sign-on/provider.ts'
import { addMember, type Browser, createBrowser, PASSWORD, setUpOwner, tokenInLink } from '../harness/members.ts'
import { CLIENT, type Person, signInAtProvider, startProvider, type TestProvider } from '../harness/oidc.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('single sign-on, %s', (kind) => {
  const PUBLIC = 'http://localhost:4321'
  let test: TestService
  let provider: TestProvider
  let owner: Browser
  let workspace: number

  beforeAll(async () => {
    provider = await startProvider(() => `${PUBLIC}/sign-in/callback`)
    test = await startTestService(kind, settings())
    owner = await setUpOwner(test)
    workspace = (await test.tenant()).workspace
  })
  beforeEach(() => {
    provider.isBroken = false
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  const settings = () => ({
    PUBLIC_URL: PUBLIC,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Example SSO',
    OIDC_DOMAINS: 'shop.example',
    OIDC_PRIVATE_HOSTS: provider.host,
  })

  /** Returns a browser that sends the origin of PUBLIC_URL and keeps all cookies. */
  function visitor() {
    const jar = new Map<string, string>()
    const send = async (method: string, path: string, body?: unknown) => {
      const answer = await test.call(method, `/manage${path}`, {
        body,
        headers: { origin: PUBLIC, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      for (const set of answer.headers.getSetCookie()) {
        const [pair = ''] = set.split(';')
        const at = pair.indexOf('=')
        if (at === pair.length - 1) jar.delete(pair.slice(0, at))
        else jar.set(pair.slice(0, at), pair.slice(at + 1))
      }
      return answer
    }
    return { jar, send }
  }

  type Visitor = ReturnType<typeof visitor>

  async function come(browser: Visitor, login: string, begin = '/oidc/start'): Promise<string> {
    const { body } = await browser.send('POST', begin, begin === '/oidc/start' ? { to: '/w/1/members' } : undefined)
    return (await signInAtProvider(body.url, login)).search
  }

  async function signIn(browser: Visitor, login: string) {
    return browser.send('POST', '/oidc/finish', { query: await come(browser, login) })
  }

  it('offers the provider on the sign-in page [D147]', async () => {
    expect((await visitor().send('GET', '/sign-in-options')).body).toEqual({
      provider: { name: 'Example SSO' },
      passwords: 'everyone',
    })
  })

  it('creates an account at the first sign-in with a verified address of an allowed domain [D147]', async () => {
    provider.people.set('new', { email: 'New@Shop.example', email_verified: true, name: 'New Person' })
    const browser = visitor()
    const answer = await signIn(browser, 'new')
    expect([answer.status, answer.body.to, answer.body.session.actor]).toMatchObject([
      200,
      '/w/1/members',
      { name: 'New Person', email: 'New@Shop.example', operator: false },
    ])
    expect((await browser.send('GET', '/session')).body.actor.name).toBe('New Person')
    expect((await browser.send('POST', '/account/second-factor', {})).status).toBe(201)
    const again = await signIn(visitor(), 'new')
    expect(again.body.session.actor.id).toBe(answer.body.session.actor.id)
    const identities = (await browser.send('GET', '/account/identities')).body.data
    expect(identities).toMatchObject([{ issuer: provider.issuer, email: 'New@Shop.example' }])
    const unlinked = await browser.send('DELETE', `/account/identities/${identities[0].id}`)
    expect([unlinked.status, unlinked.body.message]).toEqual([409, expect.stringContaining('no password')])
  })

  it('signs in to the existing account with the verified address, and links the account of the provider to it [D147]', async () => {
    const email = 'existing@shop.example'
    const member = await addMember(test, workspace, 'viewer', email)
    const { id } = (await member.request('GET', '/session')).body.actor
    provider.people.set('existing-1', { email, email_verified: true })
    expect((await signIn(visitor(), 'existing-1')).body.session.actor.id).toBe(id)
    const linked = (await member.request('GET', '/account/identities')).body.data
    expect(linked).toMatchObject([{ email, last_used_at: null }])
  })

  it.each([
    ['an unverified address', { email: 'victim@shop.example', email_verified: false }, 'has not verified'],
    ['an address of another domain', { email: 'victim@elsewhere.example', email_verified: true }, 'its domain may not'],
    [
      'a subdomain of an allowed domain',
      { email: 'victim@sub.shop.example', email_verified: true },
      'its domain may not',
    ],
    ['no address', {}, 'did not report an email address'],
  ])('opens no account with %s [D147]', async (_what, person: Person, message) => {
    const login = `stranger-${message.length}-${person.email ?? 'none'}`
    if (person.email !== undefined && !person.email.endsWith('elsewhere.example'))
      await addMember(test, workspace, 'admin', person.email).catch(() => {})
    provider.people.set(login, person)
    const browser = visitor()
    const refused = await signIn(browser, login)
    expect([refused.status, refused.body.error, refused.body.message]).toEqual([
      403,
      'forbidden',
      expect.stringContaining(message),
    ])
    expect((await browser.send('GET', '/session')).status).toBe(401)
  })

  it('a signed-in member can link an account of the provider that has any address, and can then sign in with this account [D147]', async () => {
    const email = 'linker@shop.example'
    await addMember(test, workspace, 'admin', email)
    provider.people.set('private', { email: 'me@private.example', email_verified: false })
    const browser = visitor()
    await browser.send('POST', '/login', { email, password: PASSWORD })
    const linked = await browser.send('POST', '/oidc/finish', {
      query: await come(browser, 'private', '/account/identities'),
    })
    expect([linked.status, linked.body.linked]).toEqual([200, true])
    expect((await signIn(visitor(), 'private')).body.session.actor.email).toBe(email)
    const log = (await owner.request('GET', '/audit-log?action=linkIdentity')).body.data
    expect(log).toMatchObject([{ change: { email: 'me@private.example' } }])
    const other = visitor()
    await other.send('POST', '/login', { email: 'ada@shop.example', password: PASSWORD })
    const taken = await other.send('POST', '/oidc/finish', {
      query: await come(other, 'private', '/account/identities'),
    })
    expect(taken.status).toBe(409)
    const [{ id }] = (await browser.send('GET', '/account/identities')).body.data
    expect((await other.send('DELETE', `/account/identities/${id}`)).status).toBe(404)
    expect((await browser.send('DELETE', `/account/identities/${id}`)).status).toBe(204)
    expect((await signIn(visitor(), 'private')).status).toBe(403)
  })

  it('does not link an account of the provider if the member has signed out meanwhile', async () => {
    const browser = visitor()
    await browser.send('POST', '/login', { email: 'ada@shop.example', password: PASSWORD })
    const query = await come(browser, 'left', '/account/identities')
    await browser.send('POST', '/logout')
    expect((await browser.send('POST', '/oidc/finish', { query })).status).toBe(403)
  })

  it('refuses to finish a sign-in that another browser started, that is already finished, or whose `state` was changed [D148]', async () => {
    const browser = visitor()
    const query = await come(browser, 'new')
    expect((await visitor().send('POST', '/oidc/finish', { query })).body.message).toContain('another browser')
    const changed = new URLSearchParams(query)
    changed.set('state', 'chosen-by-an-attacker')
    const kept = new Map(browser.jar)
    expect((await browser.send('POST', '/oidc/finish', { query: `?${changed.toString()}` })).status).toBe(403)
    for (const [name, value] of kept) browser.jar.set(name, value)
    expect((await browser.send('POST', '/oidc/finish', { query })).status).toBe(200)
    for (const [name, value] of kept) browser.jar.set(name, value)
    expect((await browser.send('POST', '/oidc/finish', { query })).status).toBe(403)
  })

  it('refuses a sign-in that was started more than ten minutes ago', async () => {
    const browser = visitor()
    const query = await come(browser, 'new')
    test.clock.advance(11 * 60_000)
    expect((await browser.send('POST', '/oidc/finish', { query })).body.message).toContain('more than ten minutes ago')
  })

  it('reports that the sign-in was canceled at the provider', async () => {
    const browser = visitor()
    const { body } = await browser.send('POST', '/oidc/start', {})
    const { search } = await signInAtProvider(body.url, 'new', 'cancel')
    const answer = await browser.send('POST', '/oidc/finish', { query: search })
    expect([answer.status, answer.body.message]).toEqual([403, 'The sign-in with Example SSO was canceled.'])
  })

  it('asks for the code of the second factor also after the sign-in at the provider [D148]', async () => {
    const email = 'both@shop.example'
    const member = await addMember(test, workspace, 'admin', email)
    const { secret } = (await member.request('POST', '/account/second-factor', { password: PASSWORD })).body
    const codeNow = () => generateSync({ secret, epoch: Math.floor(test.clock.now().getTime() / 1000) })
    await member.request('POST', '/account/second-factor/confirm', { code: codeNow() })
    provider.people.set('both', { email, email_verified: true })
    const browser = visitor()
    const query = await come(browser, 'both')
    for (const [code, error] of [
      [undefined, 'second_factor_required'],
      ['000000', 'invalid_credentials'],
    ])
      expect((await browser.send('POST', '/oidc/finish', { query, ...(code ? { code } : {}) })).body.error).toBe(error)
    expect((await browser.send('GET', '/session')).status).toBe(401)
    test.clock.advance(30_000)
    const done = await browser.send('POST', '/oidc/finish', { query, code: codeNow() })
    expect([done.status, done.body.session.actor.email]).toEqual([200, email])
  })

  it('if the provider does not respond, reports this, and sign-in with a password still works [D149]', async () => {
    test.clock.advance(61 * 60_000)
    provider.isBroken = true
    const answer = await visitor().send('POST', '/oidc/start', {})
    expect([answer.status, answer.body.error, answer.body.message]).toEqual([
      503,
      'unavailable',
      expect.stringMatching(/^The sign-in with Example SSO does not work at the moment: it /),
    ])
    expect((await owner.request('GET', '/session')).status).toBe(200)
    const browser = visitor()
    expect((await browser.send('POST', '/login', { email: 'ada@shop.example', password: PASSWORD })).status).toBe(200)
    provider.isBroken = false
    expect((await visitor().send('POST', '/oidc/start', {})).status).toBe(200)
  })

  it('reads the settings of the provider once for many sign-ins', async () => {
    await visitor().send('POST', '/oidc/start', {})
    const before = provider.discoveries
    await Promise.all(Array.from({ length: 5 }, () => visitor().send('POST', '/oidc/start', {})))
    expect(provider.discoveries).toBe(before)
  })
})

describe('passwords for operators only', () => {
  let test: TestService
  let provider: TestProvider

  beforeAll(async () => {
    provider = await startProvider(() => 'http://localhost:4321/sign-in/callback')
    test = await startTestService('postgres', {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_PRIVATE_HOSTS: provider.host,
      PASSWORD_SIGN_IN: 'operators',
    })
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  it('only operators can sign in with a password, a password link or an invitation [D149]', async () => {
    await setUpOwner(test)
    const tenant = await test.tenant()
    const invited = await test.manage('POST', `/workspaces/${tenant.workspace}/invitations`, {
      email: 'bo@shop.example',
      role: 'admin',
    })
    const browser = createBrowser(test)
    const token = tokenInLink(invited.body.link)
    const accepted = await browser.request('POST', '/invitation/accept', { token, name: 'Bo', password: PASSWORD })
    expect([accepted.status, accepted.body.message]).toEqual([403, expect.stringContaining('Sign in with 127.0.0.1')])
    expect((await browser.request('POST', '/login', { email: 'ada@shop.example', password: PASSWORD })).status).toBe(
      200,
    )
    const { actor } = (await browser.request('GET', '/session')).body
    await test.service.db.query({ text: 'update members set operator = false where id = $1', values: [actor.id] })
    const refused = await browser.request('POST', '/login', { email: 'ada@shop.example', password: PASSWORD })
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden'])
    const wrong = await browser.request('POST', '/login', { email: 'ada@shop.example', password: 'a wrong password' })
    expect(wrong.status).toBe(401)
    const link = await test.manage('POST', `/members/${actor.id}/password-link`)
    const reset = { token: tokenInLink(link.body.link), password: 'a brand new passphrase' }
    expect((await browser.request('POST', '/password/reset', reset)).status).toBe(403)
  })
})

describe('the settings of the provider', () => {
  const settings = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'carillon' }

  it.each([
    [{ OIDC_CLIENT_ID: 'carillon' }, 'OIDC_CLIENT_ID needs OIDC_ISSUER'],
    [{ PASSWORD_SIGN_IN: 'operators' }, 'PASSWORD_SIGN_IN operators needs OIDC_ISSUER'],
    [{ OIDC_ISSUER: settings.OIDC_ISSUER }, 'OIDC_ISSUER needs OIDC_CLIENT_ID'],
    [{ ...settings, OIDC_ISSUER: 'http://login.example.com' }, 'must be an https URL'],
    [{ ...settings, OIDC_DOMAINS: 'example.com, @shop' }, 'OIDC_DOMAINS must be domains'],
  ])('the configuration %j is refused', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })

  it('permits http and a private address only for the listed hosts', async () => {
    const listed = { ...settings, OIDC_ISSUER: 'http://keycloak:8080', OIDC_PRIVATE_HOSTS: 'Keycloak:8080' }
    expect(readConfig(listed).oidc?.privateHosts).toEqual(['keycloak:8080'])
    const { oidc } = readConfig({ ...settings, OIDC_ISSUER: 'https://127.0.0.1:1' })
    const provider = createOidcProvider(oidc!, systemClock)
    const error: unknown = await provider.check().catch((thrown: unknown) => thrown)
    expect(oidcProblem(error)).toContain('points to 127.0.0.1')
  })
})
