// The second factor of a sign-in: set-up, codes and their replay, recovery codes, limits, and resets by operators.
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSecret } from '../../src/lib/seal.ts'
import { addMember, type Browser, createBrowser, PASSWORD, setUpOwner, tokenInLink } from '../harness/members.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

const STEP = 30_000

describe.each(databases)('second factor, %s', (kind) => {
  let test: TestService
  let owner: Browser
  let workspace: number

  beforeAll(async () => {
    test = await startTestService(kind)
    owner = await setUpOwner(test)
    workspace = (await test.tenant()).workspace
  })
  afterAll(() => test.stop())

  /** Returns the current code of the app. Moves the clock to the next step first, because each code works once. */
  async function nextCode(secret: string): Promise<string> {
    test.clock.advance(STEP)
    return codeAt(secret)
  }

  const codeAt = (secret: string) => generateSync({ secret, epoch: Math.floor(test.clock.now().getTime() / 1000) })

  async function withSecondFactor(email: string) {
    const member = await addMember(test, workspace, 'admin', email)
    const { body } = await member.request('POST', '/account/second-factor', { password: PASSWORD })
    const confirmed = await member.request('POST', '/account/second-factor/confirm', { code: codeAt(body.secret) })
    expect(confirmed.status).toBe(200)
    const { id } = (await member.request('GET', '/session')).body.actor
    const secret: string = body.secret
    const recoveryCodes: string[] = confirmed.body.recovery_codes
    return { member, email, id, secret, recoveryCodes }
  }

  const logIn = (email: string, code?: string, password = PASSWORD) =>
    createBrowser(test).request('POST', '/login', { email, password, ...(code === undefined ? {} : { code }) })

  it('a second factor is on only after the member has entered a right code, and then the other sessions end [D144]', async () => {
    const email = 'setup@shop.example'
    const member = await addMember(test, workspace, 'admin', email)
    const other = createBrowser(test)
    await other.request('POST', '/login', { email, password: PASSWORD })
    const wrong = await member.request('POST', '/account/second-factor', { password: 'not the password' })
    expect(wrong.body.details).toEqual({ password: ['is not your password'] })
    const begun = await member.request('POST', '/account/second-factor', { password: PASSWORD })
    expect(begun.body.uri).toContain(`otpauth://totp/Carillon:${encodeURIComponent(email)}?secret=${begun.body.secret}`)
    expect((await member.request('GET', '/account/second-factor')).body.enabled).toBe(false)
    expect((await logIn(email)).status).toBe(200)
    const refused = await member.request('POST', '/account/second-factor/confirm', { code: '12345' })
    expect(refused.body.details.code[0]).toMatch(/^is not the current code/)
    const done = await member.request('POST', '/account/second-factor/confirm', { code: codeAt(begun.body.secret) })
    expect(done.body.recovery_codes).toHaveLength(10)
    expect((await member.request('GET', '/account/second-factor')).body).toEqual({
      enabled: true,
      since: expect.any(String),
      recovery_codes: 10,
      needs_password: true,
    })
    expect((await other.request('GET', '/session')).status).toBe(401)
    expect((await member.request('GET', '/session')).status).toBe(200)
    expect((await member.request('POST', '/account/second-factor', { password: PASSWORD })).status).toBe(409)
  })

  it('refuses to confirm a set-up that is older than 30 minutes', async () => {
    const member = await addMember(test, workspace, 'viewer', 'slow@shop.example')
    const { body } = await member.request('POST', '/account/second-factor', { password: PASSWORD })
    test.clock.advance(31 * 60_000)
    const late = await member.request('POST', '/account/second-factor/confirm', { code: codeAt(body.secret) })
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('older than 30 minutes')])
  })

  it('asks for the code only after a right password, and opens a session only with a right code [D144]', async () => {
    const { email, secret } = await withSecondFactor('asks@shop.example')
    const wrongPassword = await logIn(email, undefined, 'a wrong password')
    expect(wrongPassword.body.error).toBe('invalid_credentials')
    const without = await logIn(email)
    expect([without.status, without.body.error, without.headers.get('set-cookie')]).toEqual([
      401,
      'second_factor_required',
      null,
    ])
    const wrong = await logIn(email, '000000')
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_credentials'])
    expect((await logIn(email, await nextCode(secret))).status).toBe(200)
  })

  it('accepts the code of the previous and of the next 30 seconds, and refuses older codes', async () => {
    const { email, secret } = await withSecondFactor('clock@shop.example')
    const at = (steps: number) =>
      generateSync({ secret, epoch: Math.floor(test.clock.now().getTime() / 1000) + steps * 30 })
    test.clock.advance(10 * STEP)
    expect((await logIn(email, at(-2))).status).toBe(401)
    expect((await logIn(email, at(-1))).status).toBe(200)
    expect((await logIn(email, at(1))).status).toBe(200)
  })

  it('refuses a code that was already used, and every code before it [D144]', async () => {
    const { email, secret } = await withSecondFactor('replay@shop.example')
    const before = await nextCode(secret)
    const code = await nextCode(secret)
    expect((await logIn(email, code)).status).toBe(200)
    for (const old of [code, before]) expect((await logIn(email, old)).body.error).toBe('invalid_credentials')
  })

  it('accepts one of two concurrent sign-ins with the same code', async () => {
    const { email, secret } = await withSecondFactor('twice@shop.example')
    const code = await nextCode(secret)
    const answers = await Promise.all([logIn(email, code), logIn(email, code)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  it('accepts each recovery code once, and stores only hashes of the codes [D145]', async () => {
    const { email, recoveryCodes, member } = await withSecondFactor('lost@shop.example')
    const [code = ''] = recoveryCodes
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/)
    expect((await logIn(email, code.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await logIn(email, code)).body.error).toBe('invalid_credentials')
    expect((await member.request('GET', '/account/second-factor')).body.recovery_codes).toBe(9)
    const stored = await test.service.db.query<{ hash: Buffer }>({ text: 'select hash from recovery_codes' })
    const second = hashSecret(recoveryCodes[1]!.replaceAll('-', ''))
    expect(stored.rows.some(({ hash }) => hash.equals(second))).toBe(true)
  })

  it('replaces the recovery codes and turns the second factor off only with a code [D145]', async () => {
    const { email, secret, member, recoveryCodes } = await withSecondFactor('renew@shop.example')
    const path = '/account/second-factor'
    expect((await member.request('POST', `${path}/disable`, { code: '000000' })).status).toBe(401)
    const renewed = await member.request('POST', `${path}/recovery-codes`, { code: await nextCode(secret) })
    expect(renewed.body.recovery_codes).toHaveLength(10)
    expect((await logIn(email, recoveryCodes[0])).status).toBe(401)
    const off = await member.request('POST', `${path}/disable`, { code: renewed.body.recovery_codes[3] })
    expect(off.status).toBe(204)
    expect((await logIn(email)).status).toBe(200)
    expect((await member.request('POST', `${path}/disable`, { code: '000000' })).status).toBe(409)
  })

  it('after 10 wrong codes, refuses every code for 15 minutes, even the right code [D144]', async () => {
    const { email, secret } = await withSecondFactor('guessed@shop.example')
    for (let guess = 0; guess < 10; guess++) expect((await logIn(email, '000000')).status).toBe(401)
    const limited = await logIn(email, await nextCode(secret))
    expect([limited.status, limited.body.error]).toEqual([429, 'rate_limited'])
    test.clock.advance(15 * 60_000)
    expect((await logIn(email, await nextCode(secret))).status).toBe(200)
  })

  it('asks for the code when a password link is used, and the link stays valid until the code is right [D144]', async () => {
    const { email, id, secret } = await withSecondFactor('forgot@shop.example')
    const link = await owner.request('POST', `/members/${id}/password-link`)
    const reset = { token: tokenInLink(link.body.link), password: 'a brand new passphrase' }
    const browser = createBrowser(test)
    expect((await browser.request('POST', '/password/reset', reset)).body.error).toBe('second_factor_required')
    const done = await browser.request('POST', '/password/reset', { ...reset, code: await nextCode(secret) })
    expect(done.status).toBe(200)
    expect((await browser.request('GET', '/session')).status).toBe(200)
    expect((await logIn(email, await nextCode(secret), reset.password)).status).toBe(200)
  })

  it('asks for the code when an invitation is accepted with the password', async () => {
    const { email, secret } = await withSecondFactor('invited@shop.example')
    const other = (await test.tenant()).workspace
    const invited = await test.manage('POST', `/workspaces/${other}/invitations`, { email, role: 'viewer' })
    const accept = { token: tokenInLink(invited.body.link), password: PASSWORD }
    const browser = createBrowser(test)
    expect((await browser.request('POST', '/invitation/accept', accept)).body.error).toBe('second_factor_required')
    const code = await nextCode(secret)
    expect((await browser.request('POST', '/invitation/accept', { ...accept, code })).status).toBe(200)
  })

  it('only an operator can remove the second factor of another account, and the sessions of this account then end [D145]', async () => {
    const { member, id, email } = await withSecondFactor('reset@shop.example')
    expect((await member.request('DELETE', `/members/${id}/second-factor`)).status).toBe(403)
    const listed = (await owner.request('GET', `/members?q=${email}`)).body.data
    expect(listed).toEqual([expect.objectContaining({ email, second_factor: true })])
    expect((await owner.request('DELETE', `/members/${id}/second-factor`)).status).toBe(204)
    expect((await member.request('GET', '/session')).status).toBe(401)
    expect((await logIn(email)).status).toBe(200)
    expect((await owner.request('DELETE', `/members/${id}/second-factor`)).status).toBe(409)
  })

  it('a session that a process of 0.1.0 opens without the code ends at once [D146]', async () => {
    const { id } = await withSecondFactor('older@shop.example')
    const now = test.clock.now()
    await test.service.db.query({
      text: `insert into sessions (member_id, hash, device, address, created_at, last_seen_at, expires_at)
             values ($1, $2, 'Firefox', '127.0.0.1', $3, $3, $4)`,
      values: [id, hashSecret('opened by 0.1.0'), now, new Date(now.getTime() + 86_400_000)],
    })
    const browser = createBrowser(test)
    browser.cookie = 'carillon_session=opened by 0.1.0'
    expect((await browser.request('GET', '/session')).body.error).toBe('invalid_token')
  })

  it('the audit log records the set-up of a second factor and each sign-in with a right or wrong code, but contains no code', async () => {
    const { email, secret } = await withSecondFactor('log@shop.example')
    await logIn(email, '111111')
    const code = await nextCode(secret)
    await logIn(email, code)
    const lines = (await test.manage('GET', '/audit-log?limit=20')).body.data as { action: string; change: object }[]
    const signIn = lines.find(({ action }) => action === 'signIn')
    expect(signIn).toMatchObject({ change: { second_factor: 'app' } })
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['signInFailed', 'confirmSecondFactor', 'beginSecondFactor']),
    )
    expect(JSON.stringify(lines)).not.toContain(code)
    expect(JSON.stringify(lines)).not.toContain(secret)
  })

  it('a member can end all sessions of the own account, and an operator can end all sessions of another account', async () => {
    const email = 'everywhere@shop.example'
    const member = await addMember(test, workspace, 'viewer', email)
    const { id } = (await member.request('GET', '/session')).body.actor
    const other = createBrowser(test)
    await other.request('POST', '/login', { email, password: PASSWORD })
    const cookie = member.cookie
    expect((await member.request('POST', '/account/sessions/revoke-all')).status).toBe(204)
    expect(member.cookie).toBeUndefined()
    member.cookie = cookie
    for (const browser of [member, other]) expect((await browser.request('GET', '/session')).status).toBe(401)
    await member.request('POST', '/login', { email, password: PASSWORD })
    expect((await owner.request('POST', `/members/${id}/sign-out`)).status).toBe(204)
    expect((await member.request('GET', '/session')).status).toBe(401)
  })
})
