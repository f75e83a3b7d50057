// Signing in to the portal: the first owner, passwords, sessions and their cookie, and refused origins.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setupLink } from '../../src/members/set-up.ts'
import { type Browser, createBrowser, PASSWORD, setUpOwner, tokenInLink } from '../harness/members.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

const EMAIL = 'ada@shop.example'

describe.each(databases)('portal sign-in, %s', (kind) => {
  let test: TestService
  let owner: Browser

  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  const logIn = (browser: Browser, password = PASSWORD, email = EMAIL) =>
    browser.request('POST', '/login', { email, password })

  it('creates the first owner with a setup link that works once [D38]', async () => {
    const stranger = createBrowser(test)
    expect((await stranger.request('GET', '/setup')).body).toEqual({ needed: true })
    const first = tokenInLink((await setupLink(test.service.db, test.clock.now(), test.url))!)
    const second = tokenInLink((await setupLink(test.service.db, test.clock.now(), test.url))!)
    const account = { name: 'Ada', email: EMAIL, password: PASSWORD }
    expect((await stranger.request('POST', '/setup', { ...account, token: 'made up' })).status).toBe(403)
    const weak = await stranger.request('POST', '/setup', { ...account, token: first, password: 'short' })
    expect(weak.body.details).toEqual({ password: ['must have 10 characters or more'] })
    owner = createBrowser(test)
    const answer = await owner.request('POST', '/setup', { ...account, token: first })
    expect([answer.status, answer.body.actor]).toEqual([
      201,
      {
        kind: 'member',
        id: expect.any(Number),
        name: 'Ada',
        email: EMAIL,
        operator: true,
        session_id: expect.any(Number),
      },
    ])
    expect(answer.body.workspaces).toEqual([expect.objectContaining({ name: 'Demo', role: 'owner' })])
    for (const token of [first, second])
      expect((await stranger.request('POST', '/setup', { ...account, email: 'b@shop.example', token })).status).toBe(
        409,
      )
    expect((await stranger.request('GET', '/setup')).body).toEqual({ needed: false })
    expect(await setupLink(test.service.db, test.clock.now(), test.url)).toBeUndefined()
  })

  it('keeps the session token in an HttpOnly cookie, and stores only the hash of the token in the database [D39]', async () => {
    const browser = createBrowser(test)
    expect((await logIn(browser, PASSWORD, 'ADA@shop.example')).status).toBe(200)
    expect(browser.setCookie).toMatch(/^carillon_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    const token = browser.cookie!.split('=')[1]!
    const sessions = await test.service.db.query<{ n: number }>({
      text: 'select count(*) as n from sessions where hash = $1',
      values: [createHash('sha256').update(token).digest()],
    })
    expect(sessions.rows[0]!.n).toBe(1)
    expect((await browser.request('GET', '/session')).body.actor.email).toBe(EMAIL)
  })

  it('gives the same answer to a sign-in with a wrong password and to a sign-in with an unknown address [D41]', async () => {
    const browser = createBrowser(test)
    const wrong = await logIn(browser, 'a wrong password')
    const unknown = await logIn(browser, 'a wrong password', 'unknown@shop.example')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(unknown.body).toEqual(wrong.body)
    expect(wrong.body.error).toBe('invalid_credentials')
    expect(browser.cookie).toBeUndefined()
  })

  it('replaces the session token at each sign-in and ends the previous session', async () => {
    const browser = createBrowser(test)
    await logIn(browser)
    const before = browser.cookie!
    await logIn(browser)
    expect(browser.cookie).not.toBe(before)
    const planted = createBrowser(test)
    planted.cookie = before
    expect((await planted.request('GET', '/session')).body.error).toBe('invalid_token')
    planted.cookie = 'carillon_session=chosen-by-somebody-else'
    await logIn(planted)
    expect(planted.cookie).not.toContain('chosen')
  })

  it('refuses a change when a page of another origin sends the request [D39b]', async () => {
    for (const origin of ['https://evil.example', 'null', `${test.url}.evil.example`]) {
      const answer = await owner.request('PATCH', '/account', { name: 'Eve' }, { origin })
      expect([origin, answer.status, answer.body.error]).toEqual([origin, 403, 'forbidden'])
      expect(
        (await createBrowser(test).request('POST', '/login', { email: EMAIL, password: PASSWORD }, { origin })).status,
      ).toBe(403)
    }
    const without = await test.call('PATCH', '/manage/account', {
      body: { name: 'Eve' },
      headers: { cookie: owner.cookie! },
    })
    expect(without.status).toBe(403)
    expect((await owner.request('GET', '/session', undefined, { origin: 'https://evil.example' })).status).toBe(200)
    expect((await owner.request('PATCH', '/account', { name: 'Ada' })).status).toBe(200)
  })

  it('refuses a sign-in from a foreign host name that resolves to the service, unless the browser reports the same origin [D39b]', async () => {
    /** Returns the status of a sign-in from a page at `host`. Uses node:http, because fetch permits no Host header. */
    const signInFrom = async (host: string, declared: Record<string, string> = {}) => {
      const { port } = new URL(test.url)
      const body = JSON.stringify({ email: EMAIL, password: PASSWORD })
      const headers = { 'content-type': 'application/json', origin: `http://${host}:${port}`, ...declared }
      const request = http.request({
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/v1/manage/login',
        headers: { ...headers, host: `${host}:${port}`, 'content-length': Buffer.byteLength(body) },
      })
      request.end(body)
      const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
      answer.resume()
      return answer.statusCode
    }
    expect(await signInFrom('evil.example')).toBe(403)
    expect(await signInFrom('evil.example', { 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await signInFrom('127.0.0.1')).toBe(200)
    expect(await signInFrom('192.168.1.5')).toBe(200)
    expect(await signInFrom('portal.example', { 'sec-fetch-site': 'same-origin' })).toBe(200)
  })

  it('lists the sessions of a member, ends one session or all other sessions on request, and signs out', async () => {
    const [phone, laptop] = [createBrowser(test), createBrowser(test)]
    await logIn(phone)
    await logIn(laptop)
    const { body } = await laptop.request('GET', '/account/sessions')
    const current = body.data.find((session: { current: boolean }) => session.current)
    expect(current).toMatchObject({ device: 'Firefox on Linux', address: '127.0.0.1' })
    const ofPhone = (await phone.request('GET', '/session')).body.actor.session_id
    expect((await laptop.request('DELETE', `/account/sessions/${ofPhone}`)).status).toBe(204)
    expect((await laptop.request('DELETE', `/account/sessions/${ofPhone}`)).status).toBe(404)
    expect((await phone.request('GET', '/session')).status).toBe(401)
    await logIn(phone)
    expect((await laptop.request('POST', '/account/sessions/revoke-others')).status).toBe(204)
    expect((await phone.request('GET', '/session')).status).toBe(401)
    expect((await laptop.request('GET', '/account/sessions')).body.data).toHaveLength(1)
    const lastCookie = laptop.cookie!
    expect((await laptop.request('POST', '/logout')).status).toBe(204)
    expect(laptop.cookie).toBeUndefined()
    laptop.cookie = lastCookie
    expect((await laptop.request('GET', '/session')).body.error).toBe('invalid_token')
    await logIn(owner)
  })

  it('ends every other session when the password changes [D39c]', async () => {
    const other = createBrowser(test)
    await logIn(other)
    const passwords = { current_password: PASSWORD, new_password: `${PASSWORD} 2` }
    const wrong = await owner.request('POST', '/account/password', { ...passwords, current_password: 'not it at all' })
    expect([wrong.status, wrong.body.details]).toEqual([422, { current_password: ['is not your password'] }])
    const same = await owner.request('POST', '/account/password', { ...passwords, new_password: EMAIL })
    expect(same.body.details).toEqual({ new_password: ['must not be the email address'] })
    const before = owner.cookie
    expect((await owner.request('POST', '/account/password', passwords)).status).toBe(200)
    expect(owner.cookie).not.toBe(before)
    expect((await owner.request('GET', '/session')).status).toBe(200)
    expect((await other.request('GET', '/session')).status).toBe(401)
    expect((await logIn(other)).status).toBe(401)
    await owner.request('POST', '/account/password', { current_password: `${PASSWORD} 2`, new_password: PASSWORD })
  })

  it('without a mail server an operator can create a password link, and the link works once within an hour', async () => {
    const forgotten = await createBrowser(test).request('POST', '/password/forgotten', { email: EMAIL })
    expect([forgotten.status, forgotten.body.mail, forgotten.body.message]).toEqual([
      202,
      false,
      expect.stringContaining('operator'),
    ])
    const { body: session } = await owner.request('GET', '/session')
    const made = await owner.request('POST', `/members/${session.actor.id}/password-link`)
    const token = tokenInLink(made.body.link)
    const browser = createBrowser(test)
    expect((await browser.request('POST', '/password/reset', { token, password: 'too short' })).status).toBe(422)
    expect((await browser.request('POST', '/password/reset', { token, password: `${PASSWORD} 3` })).status).toBe(200)
    expect((await owner.request('GET', '/session')).status).toBe(401)
    expect((await browser.request('POST', '/password/reset', { token, password: PASSWORD })).status).toBe(403)
    const second = tokenInLink((await browser.request('POST', `/members/${session.actor.id}/password-link`)).body.link)
    test.clock.advance(3_600_001)
    expect((await browser.request('POST', '/password/reset', { token: second, password: PASSWORD })).status).toBe(403)
    await browser.request('POST', '/account/password', { current_password: `${PASSWORD} 3`, new_password: PASSWORD })
    owner.cookie = browser.cookie
  })

  it('ends a session after two weeks without use, and ends every session after ninety days', async () => {
    const browser = createBrowser(test)
    await logIn(browser)
    for (let days = 0; days < 84; days += 12) {
      test.clock.advance(12 * 86_400_000)
      expect([days, (await browser.request('GET', '/session')).status]).toEqual([days, 200])
    }
    test.clock.advance(7 * 86_400_000)
    expect((await browser.request('GET', '/session')).status).toBe(401)
    await logIn(browser)
    test.clock.advance(14 * 86_400_000 + 1)
    expect((await browser.request('GET', '/session')).status).toBe(401)
    await logIn(owner)
  })
})

describe('portal sign-in behind a proxy with TLS', () => {
  const PUBLIC_URL = 'https://notify.example'
  let test: TestService
  let owner: Browser

  beforeAll(async () => {
    test = await startTestService('postgres', { TRUST_PROXY: '1', PUBLIC_URL })
    owner = await setUpOwner(test)
  })
  afterAll(() => test.stop())

  it('the session cookie has the attribute Secure and the prefix __Host- when PUBLIC_URL is an https URL', async () => {
    expect(owner.setCookie).toMatch(/^__Host-carillon_session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect((await owner.request('PATCH', '/account', { name: 'Ada' }, { origin: PUBLIC_URL })).status).toBe(200)
  })

  const guess = (email: string, password: string, address: string) =>
    createBrowser(test).request('POST', '/login', { email, password }, { 'x-forwarded-for': address })

  it('limits password guesses per network, counts an IPv6 /64 as one network, and does not count successful sign-ins', async () => {
    for (let time = 0; time < 5; time++) expect((await guess(EMAIL, PASSWORD, '2001:db8:1:2::1')).status).toBe(200)
    for (let time = 0; time < 50; time++)
      expect([
        time,
        (await guess(`someone-${time}@shop.example`, 'guess', `2001:db8:1:2::${time + 10}`)).status,
      ]).toEqual([time, 401])
    expect((await guess('another@shop.example', 'guess', '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await guess('another@shop.example', 'guess', '2001:db8:1:3::1')).status).toBe(401)
  })
})
