// Audit log entries for sign-ins, failed sign-ins, sign-outs, password requests, imports and exports.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, createBrowser, PASSWORD, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'

const EMAIL = 'ada@shop.example'
const MINUTE = 60_000

describe.each(databases)('audit log of sign-ins and files on %s', (kind) => {
  let test: TestService
  let mails: MailServer
  let owner: Browser
  let tenant: Tenant
  let at: string
  let member: { kind: string; id: string; name: string }

  beforeAll(async () => {
    mails = await startMailServer()
    test = await startTestService(kind, { SMTP_URL: mails.url, TRUST_PROXY: '1' })
    owner = await setUpOwner(test)
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}`
    member = { kind: 'member', id: String((await owner.request('GET', '/session')).body.actor.id), name: 'Ada' }
  })
  afterAll(async () => {
    await test.stop()
    await mails.stop()
  })

  const entriesOf = async (action: string) =>
    (await test.manage('GET', `/audit-log?limit=100&action=${action}`)).body.data as { change: object | null }[]
  const signIn = (password: string, address: string) =>
    createBrowser(test).request('POST', '/login', { email: EMAIL, password }, { 'x-forwarded-for': address })
  const anonymous = { kind: 'anonymous', id: null, name: 'Not signed in' }
  const ownerActor = () => ({ kind: 'member', id: Number(member.id), name: `Ada <${EMAIL}>` })

  it('records sign-ins and sign-outs in the audit log, but no sign-out without a session', async () => {
    const browser = createBrowser(test)
    await browser.request('POST', '/login', { email: EMAIL, password: PASSWORD }, { 'x-forwarded-for': '203.0.113.1' })
    expect(await entriesOf('signIn')).toEqual([
      expect.objectContaining({
        workspace_id: null,
        actor: ownerActor(),
        address: '203.0.113.1',
        says: 'Sign in',
        object: member,
        outcome: 'done',
      }),
    ])
    expect((await browser.request('POST', '/logout')).status).toBe(204)
    expect((await createBrowser(test).request('POST', '/logout')).status).toBe(204)
    expect(await entriesOf('signOut')).toEqual([expect.objectContaining({ actor: ownerActor(), object: member })])
  })

  it('records the member of the session as the actor of a sign-out, even if the request also has a bearer token', async () => {
    const before = (await entriesOf('signOut')).length
    for (const bearer of ['unknown', readFileSync(path.join(test.dataDir, 'admin-token'), 'utf8').trim()]) {
      const browser = createBrowser(test)
      await browser.request('POST', '/login', { email: EMAIL, password: PASSWORD })
      const { status } = await browser.request('POST', '/logout', undefined, { authorization: `Bearer ${bearer}` })
      expect([status, (await browser.request('GET', '/session')).status]).toEqual([204, 401])
    }
    const entries = (await entriesOf('signOut')).slice(0, -before)
    expect(entries).toEqual([0, 1].map(() => expect.objectContaining({ actor: ownerActor(), object: member })))
  })

  it('writes one audit entry for all failed sign-ins of an account from one network in a time window', async () => {
    for (let time = 0; time < 3; time++) expect((await signIn('wrong', '203.0.113.2')).status).toBe(401)
    const failures = async () => (await entriesOf('signInFailed')).map(({ change }) => change)
    await test.until(async () => {
      test.clock.advance(MINUTE)
      return (await failures()).length > 0
    })
    expect(await entriesOf('signInFailed')).toEqual([
      expect.objectContaining({
        workspace_id: null,
        actor: anonymous,
        address: '203.0.113.2',
        says: 'Fail to sign in',
        object: member,
        change: { failures: 3 },
      }),
    ])
    for (let time = 0; time < 12; time++) await signIn('wrong', '203.0.113.2')
    await test.until(async () => {
      test.clock.advance(10_000)
      return JSON.stringify(await failures()) === '[{"failures":10}]'
    })
    for (let time = 0; time < 2; time++) await signIn('wrong', '2001:db8::1')
    expect((await signIn(PASSWORD, '2001:db8::2')).status).toBe(200)
    expect(await failures()).toEqual([{ failures: 2 }, { failures: 10 }])
  })

  it('records no audit entry for failed sign-ins with an unknown email address', async () => {
    const before = (await entriesOf('signInFailed')).length
    const credentials = { email: 'unknown@shop.example', password: 'wrong' }
    await createBrowser(test).request('POST', '/login', credentials, { 'x-forwarded-for': '203.0.113.3' })
    await signIn('wrong', '203.0.113.4')
    await test.until(async () => {
      test.clock.advance(MINUTE)
      return (await entriesOf('signInFailed')).length > before
    })
    expect((await entriesOf('signInFailed')).length).toBe(before + 1)
  })

  it('records an audit entry for a password request only if the account exists', async () => {
    const requestPassword = (email: string) =>
      createBrowser(test).request('POST', '/password/forgotten', { email }, { 'x-forwarded-for': '203.0.113.5' })
    await requestPassword('unknown@shop.example')
    await requestPassword('ADA@shop.example')
    await test.until(async () => (await entriesOf('forgotPassword')).length > 0)
    expect(await entriesOf('forgotPassword')).toEqual([
      expect.objectContaining({ actor: anonymous, address: '203.0.113.5', object: member, change: null }),
    ])
  })

  it('records each import and each downloaded file in the audit log, with the parameters of the request', async () => {
    const exported = await owner.request('GET', `${at}/recipients/export?mode=test&tag=new`)
    expect(exported.status).toBe(200)
    expect((await entriesOf('exportRecipients'))[0]).toMatchObject({
      workspace_id: tenant.workspace,
      actor: ownerActor(),
      object: { kind: 'recipient', id: null, name: null },
      change: { mode: 'test', tag: 'new' },
      outcome: 'done',
    })
    const imported = await test.call('POST', `/manage${at}/recipients/import?name=people.csv&mode=test`, {
      body: 'name,email\nAda,not-an-address\n',
      headers: { 'content-type': 'text/csv', cookie: owner.cookie!, origin: test.url },
    })
    const id = String(imported.body.id)
    expect((await entriesOf('importRecipients'))[0]).toMatchObject({
      workspace_id: tenant.workspace,
      object: { kind: 'import', id, name: 'people.csv' },
      change: { name: 'people.csv', mode: 'test' },
      outcome: 'done',
    })
    expect((await owner.request('GET', `${at}/recipients/imports/${id}/refused.csv`)).status).toBe(200)
    expect((await entriesOf('downloadRefusedRows'))[0]).toMatchObject({
      object: { kind: 'import', id, name: 'people.csv' },
      outcome: 'done',
    })
    expect((await owner.request('GET', `${at}/recipients/imports/999999/refused.csv`)).status).toBe(404)
    expect(await entriesOf('downloadRefusedRows')).toHaveLength(1)
  })

  it('records the id of a started dev listener in the audit log', async () => {
    const { body } = await owner.request('POST', `${at}/listeners`, {})
    expect((await entriesOf('startListener'))[0]).toMatchObject({
      workspace_id: tenant.workspace,
      object: { kind: 'listener', id: String(body.id) },
    })
  })
})
