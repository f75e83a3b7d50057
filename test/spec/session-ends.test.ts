// Sessions end when a member is removed, loses rights or is deleted. Pending requests of an ended session end too.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser, createBrowser, PASSWORD, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('ends of sessions, %s', (kind) => {
  let test: TestService
  let owner: Browser
  let tenant: Tenant
  let at: string

  beforeAll(async () => {
    test = await startTestService(kind)
    owner = await setUpOwner(test)
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}`
  })
  afterAll(() => test.stop())

  const idOf = async (browser: Browser) => (await browser.request('GET', '/session')).body.actor.id as number
  const stateOf = async (browser: Browser) => (await browser.request('GET', '/session')).status
  /** Signs in the member with another browser. */
  const signedIn = async (email: string) => {
    const browser = createBrowser(test)
    expect((await browser.request('POST', '/login', { email, password: PASSWORD })).status).toBe(200)
    return browser
  }

  it('ends every session of a member when an owner removes the member, and the next sign-in finds no workspace', async () => {
    const first = await addMember(test, tenant.workspace, 'admin', 'removed@shop.example')
    const second = await signedIn('removed@shop.example')
    expect((await owner.request('DELETE', `${at}/members/${await idOf(first)}`)).status).toBe(204)
    expect([await stateOf(first), await stateOf(second)]).toEqual([401, 401])
    const again = await signedIn('removed@shop.example')
    expect((await again.request('GET', '/session')).body.workspaces).toEqual([])
  })

  it('ends the sessions of a member whose role is lowered, and keeps the sessions when the role is raised', async () => {
    const browser = await addMember(test, tenant.workspace, 'viewer', 'lowered@shop.example')
    const id = await idOf(browser)
    expect((await owner.request('PATCH', `${at}/members/${id}`, { role: 'admin' })).body.role).toBe('admin')
    expect(await stateOf(browser)).toBe(200)
    expect((await owner.request('PATCH', `${at}/members/${id}`, { role: 'viewer' })).body.role).toBe('viewer')
    expect(await stateOf(browser)).toBe(401)
  })

  it('ends the sessions of an operator who loses the rights of an operator', async () => {
    const browser = await addMember(test, tenant.workspace, 'viewer', 'operator@shop.example')
    const id = await idOf(browser)
    await owner.request('PATCH', `/members/${id}`, { operator: true })
    expect(await stateOf(browser)).toBe(200)
    expect((await owner.request('PATCH', `/members/${id}`, { operator: false })).body.operator).toBe(false)
    expect(await stateOf(browser)).toBe(401)
  })

  it('ends the sessions of a deleted account', async () => {
    const browser = await addMember(test, tenant.workspace, 'viewer', 'gone@shop.example')
    expect((await owner.request('DELETE', `/members/${await idOf(browser)}`)).status).toBe(204)
    expect(await stateOf(browser)).toBe(401)
  })

  it('does not end the session of a member who leaves a workspace', async () => {
    const browser = await addMember(test, tenant.workspace, 'viewer', 'leaver@shop.example')
    expect((await browser.request('POST', `${at}/leave`)).status).toBe(204)
    expect(await stateOf(browser)).toBe(200)
  })

  it('when a session ends, ends its pending requests for delivery changes and for dev listener events', async () => {
    const browser = await addMember(test, tenant.workspace, 'admin', 'waiting@shop.example')
    const id = await idOf(browser)
    const listener = (await browser.request('POST', `${at}/listeners`, {})).body.id as number
    const pending = [
      browser.request('GET', `${at}/deliveries/changes?wait=25&watch=`),
      browser.request('POST', `${at}/listeners/${listener}/hear`, { wait: 30 }),
    ]
    expect((await owner.request('DELETE', `${at}/members/${id}`)).status).toBe(204)
    await test.send(tenant.testKey, { recipient: { email: 'a@example.com' }, template: 'hello', vars: { name: 'A' } })
    const answers = await Promise.all(pending)
    expect(answers.map(({ status, body }) => [status, body.data])).toEqual([
      [401, undefined],
      [401, undefined],
    ])
  })
})
