// Members of a workspace: invitations, roles, the last owner and emails to members.
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser, createBrowser, PASSWORD, setUpOwner, tokenInLink } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'
import { startSubscriber } from '../harness/subscriber.ts'

describe.each(databases)('members on %s', (kind) => {
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

  const invite = async (email: string, role = 'admin', by = owner) =>
    by.request('POST', `${at}/invitations`, { email, role })
  const accept = (browser: Browser, token: string, more: object = { name: 'Bob', password: PASSWORD }) =>
    browser.request('POST', '/invitation/accept', { token, ...more })

  it('an invitation link is shown once, belongs to the invited address and can be used once [D40]', async () => {
    const invited = await invite('bob@shop.example')
    expect([invited.status, invited.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        email: 'bob@shop.example',
        role: 'admin',
        invited_by: 'Ada',
        created_at: expect.any(String),
        expires_at: expect.any(String),
        state: 'open',
        mail: null,
        link: expect.stringMatching(/\/invitation\?token=[\w-]{43}$/),
        mailed: false,
      },
    ])
    const { link: _, mailed: __, ...shown } = invited.body
    expect((await owner.request('GET', `${at}/invitations`)).body.data).toEqual([shown])
    const token = tokenInLink(invited.body.link)
    const bob = createBrowser(test)
    expect((await bob.request('POST', '/invitation/read', { token })).body).toMatchObject({
      workspace: { id: tenant.workspace, name: 'Test' },
      email: 'bob@shop.example',
      role: 'admin',
      has_account: false,
    })
    expect((await accept(bob, token, {})).body.details).toEqual({ name: [expect.stringContaining('no account yet')] })
    expect((await accept(bob, token, { name: 'Bob', password: '123' })).status).toBe(422)
    const joined = await accept(bob, token)
    expect([joined.status, joined.body.actor.operator, joined.body.workspaces]).toEqual([
      200,
      false,
      [expect.objectContaining({ id: tenant.workspace, role: 'admin' })],
    ])
    expect((await accept(createBrowser(test), token)).status).toBe(403)
    expect((await bob.request('POST', '/invitation/read', { token })).body.error).toBe('forbidden')
    expect((await invite('BOB@shop.example')).status).toBe(409)
    expect((await owner.request('GET', `${at}/members`)).body.data).toEqual([
      expect.objectContaining({ name: 'Bob', role: 'admin', operator: false, last_seen_at: expect.any(String) }),
    ])
  })

  it('finds members by a part of their name or address, in upper or lower case', async () => {
    const other = await test.tenant()
    await addMember(test, other.workspace, 'viewer', 'grace@navy.example')
    await addMember(test, other.workspace, 'viewer', 'Linus@kernel.example')
    const found = async (q: string) => {
      const { body } = await owner.request('GET', `/workspaces/${other.workspace}/members?q=${encodeURIComponent(q)}`)
      return body.data.map(({ name }: { name: string }) => name)
    }
    expect(await found('NAVY')).toEqual(['grace'])
    expect(await found('lin')).toEqual(['Linus'])
    expect(await found('%')).toEqual([])
  })

  it('only the invited account can accept an invitation, with a session or with the password of the account', async () => {
    const other = await test.tenant()
    const carol = await addMember(test, other.workspace, 'viewer', 'carol@shop.example')
    const token = tokenInLink((await invite('carol@shop.example', 'viewer')).body.link)
    const bob = createBrowser(test)
    await bob.request('POST', '/login', { email: 'bob@shop.example', password: PASSWORD })
    const taken = await accept(bob, token)
    expect([taken.status, taken.body.message]).toEqual([
      403,
      'This invitation is for carol@shop.example, and you are signed in as bob@shop.example. Sign out first.',
    ])
    const stranger = createBrowser(test)
    expect((await accept(stranger, token, { name: 'Not Carol', password: 'a password of my own' })).status).toBe(401)
    expect(stranger.cookie).toBeUndefined()
    const before = carol.cookie
    const joined = await carol.request('POST', '/invitation/accept', { token })
    expect(joined.body.workspaces).toHaveLength(2)
    expect(carol.cookie).toBe(before)
    const second = tokenInLink((await invite('dora@shop.example', 'viewer')).body.link)
    await accept(createBrowser(test), second, { name: 'Dora', password: PASSWORD })
    const third = await test.manage('POST', `/workspaces/${other.workspace}/invitations`, {
      email: 'dora@shop.example',
      role: 'owner',
    })
    const dora = createBrowser(test)
    const again = await accept(dora, tokenInLink(third.body.link), { password: PASSWORD })
    expect([again.status, again.body.actor.name, again.body.workspaces.length]).toEqual([200, 'Dora', 2])
  })

  it('refuses to accept an invitation that was revoked, was replaced or is more than a week old', async () => {
    const revoked = await invite('eve@shop.example')
    expect((await owner.request('DELETE', `${at}/invitations/${revoked.body.id}`)).status).toBe(204)
    expect((await owner.request('DELETE', `${at}/invitations/${revoked.body.id}`)).status).toBe(404)
    const replaced = await invite('eve@shop.example')
    const last = await invite('eve@shop.example', 'viewer')
    for (const { body } of [revoked, replaced])
      expect((await accept(createBrowser(test), tokenInLink(body.link))).status).toBe(403)
    test.clock.advance(7 * 86_400_000 + 1)
    expect((await owner.request('GET', `${at}/invitations`)).body.data).toEqual([
      expect.objectContaining({ email: 'eve@shop.example', role: 'viewer', state: 'expired' }),
    ])
    expect((await accept(createBrowser(test), tokenInLink(last.body.link))).status).toBe(403)
  })

  it('the last owner of a workspace cannot leave, be removed or change role [D37b]', async () => {
    const ownerOf = await addMember(test, tenant.workspace, 'owner', 'frank@shop.example')
    const { actor } = (await ownerOf.request('GET', '/session')).body
    for (const [method, path, body] of [
      ['PATCH', `${at}/members/${actor.id}`, { role: 'admin' }],
      ['DELETE', `${at}/members/${actor.id}`, undefined],
      ['POST', `${at}/leave`, undefined],
    ] as const) {
      const answer = await ownerOf.request(method, path, body)
      expect([method, answer.status, answer.body.message]).toEqual([
        method,
        409,
        'frank is the last owner of this workspace; make another member an owner first.',
      ])
    }
    expect((await owner.request('DELETE', `/members/${actor.id}`)).body.message).toContain('the last owner of Test')
    const { body: members } = await ownerOf.request('GET', `${at}/members`)
    const bob = members.data.find(({ name }: { name: string }) => name === 'Bob')
    expect((await ownerOf.request('PATCH', `${at}/members/${bob.id}`, { role: 'owner' })).body.role).toBe('owner')
    expect((await ownerOf.request('POST', `${at}/leave`)).status).toBe(204)
  })

  it('operators delete accounts and appoint operators, but the last operator cannot be removed', async () => {
    const { body } = await owner.request('GET', '/members?q=carol')
    expect(body.data).toEqual([
      expect.objectContaining({ email: 'carol@shop.example', workspaces: [expect.anything(), expect.anything()] }),
    ])
    const carol = body.data[0].id
    const { actor } = (await owner.request('GET', '/session')).body
    expect((await owner.request('PATCH', `/members/${actor.id}`, { operator: false })).status).toBe(409)
    expect((await owner.request('DELETE', `/members/${actor.id}`)).status).toBe(409)
    expect((await owner.request('PATCH', `/members/${carol}`, { operator: true })).body.operator).toBe(true)
    expect((await owner.request('PATCH', `/members/${carol}`, { operator: false })).body.operator).toBe(false)
    expect((await owner.request('DELETE', `/members/${carol}`)).status).toBe(204)
    const gone = await createBrowser(test).request('POST', '/login', {
      email: 'carol@shop.example',
      password: PASSWORD,
    })
    expect(gone.status).toBe(401)
  })

  it('sends the notice about a disabled subscription once to each owner and to no viewer', async () => {
    const shop = await test.tenant()
    await test.manage('PATCH', `/workspaces/${shop.workspace}`, { notice_email: 'Gina@shop.example' })
    await addMember(test, shop.workspace, 'owner', 'gina@shop.example')
    await addMember(test, shop.workspace, 'owner', 'hans@shop.example')
    await addMember(test, shop.workspace, 'viewer', 'ida@shop.example')
    const { receiver } = await startSubscriber(test, shop, ['delivery.queued'])
    try {
      receiver.reply(() => ({ status: 410 }))
      const recipient = { name: 'Ada', email: 'ada@example.com', locale: 'en' }
      await test.send(shop.testKey, { recipient, template: 'hello', vars: { name: 'Ada' } })
      const notices = await test.until(async () => {
        const { data } = (await test.manage('GET', `/workspaces/${shop.workspace}/notices`)).body
        return data.length > 0 && data
      })
      expect(notices[0].recipients.map((address: string) => address.toLowerCase())).toEqual([
        'gina@shop.example',
        'hans@shop.example',
      ])
    } finally {
      await receiver.stop()
    }
  })
})

describe('emails to members', () => {
  let test: TestService
  let mails: MailServer
  let owner: Browser

  beforeAll(async () => {
    mails = await startMailServer()
    test = await startTestService('postgres', { SMTP_URL: mails.url })
    owner = await setUpOwner(test)
  })
  afterAll(async () => {
    await test.stop()
    await mails.stop()
  })

  const letterTo = (address: string, place: number) =>
    test.until(async () => {
      const letter = mails.received.filter(({ to }) => to.includes(address))[place]
      return letter && PostalMime.parse(letter.raw)
    })
  const tokenOf = (text: string | undefined) => tokenInLink(/http\S+/.exec(text ?? '')![0])
  const forget = (email: string) => createBrowser(test).request('POST', '/password/forgotten', { email })

  it('accepting an invitation from an email adds the member, and the audit log marks the address as proven', async () => {
    const { workspaces } = (await owner.request('GET', '/session')).body
    const invitation = { email: 'bob@shop.example', role: 'viewer' }
    const invited = await owner.request('POST', `/workspaces/${workspaces[0].id}/invitations`, invitation)
    expect([invited.body.mailed, invited.body.mail, invited.body.link]).toEqual([true, 'waiting', null])
    const { subject, text } = await letterTo('bob@shop.example', 0)
    expect(subject).toBe('Invitation to Carillon')
    const bob = createBrowser(test)
    const joined = await bob.request('POST', '/invitation/accept', {
      token: tokenOf(text),
      name: 'Bob',
      password: PASSWORD,
    })
    expect([joined.status, joined.body.actor.email]).toEqual([200, 'bob@shop.example'])
    const { data } = (await owner.request('GET', `/workspaces/${workspaces[0].id}/audit-log?action=acceptInvitation`))
      .body
    expect(data[0].change).toMatchObject({ role: 'viewer', proven_by_mail: true })
  })

  it('emails a password link to an existing account, and gives the same response for an unknown address', async () => {
    const known = await forget('ada@shop.example')
    const unknown = await forget('unknown@shop.example')
    expect([known.status, known.body]).toEqual([202, { mail: true, message: expect.any(String) }])
    expect(unknown.body).toEqual(known.body)
    const { text } = await letterTo('ada@shop.example', 0)
    const browser = createBrowser(test)
    const reset = await browser.request('POST', '/password/reset', {
      token: tokenOf(text),
      password: 'another good one',
    })
    expect([reset.status, reset.body.actor.email]).toEqual([200, 'ada@shop.example'])
    expect((await owner.request('GET', '/session')).status).toBe(401)
    expect(mails.received.filter(({ to }) => to.includes('unknown@shop.example'))).toEqual([])
    const letters = await test.service.db.query<{ n: number }>({ text: 'select count(*) as n from letters' })
    expect(letters.rows[0]!.n).toBe(0)
  })

  it('emails at most three password links an hour to an account, and gives the same response beyond the limit', async () => {
    const linksTo = () => mails.received.filter(({ to }) => to.includes('ada@shop.example')).length
    const before = linksTo()
    const requests = async () =>
      (await test.service.db.query<{ n: number }>({ text: 'select count(*) as n from password_requests' })).rows[0]!.n
    for (let time = 0; time < 5; time++) {
      expect((await forget('ada@shop.example')).status).toBe(202)
      await test.until(async () => (await requests()) === 0)
    }
    await letterTo('ada@shop.example', before + 2)
    expect((await forget('bob@shop.example')).status).toBe(202)
    await letterTo('bob@shop.example', 1)
    expect(linksTo()).toBe(before + 3)
    test.clock.advance(3_600_001)
    expect((await forget('ada@shop.example')).status).toBe(202)
    await letterTo('ada@shop.example', before + 3)
  })
})
