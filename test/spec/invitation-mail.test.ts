// Invitations by email: their content, their recipient, their status and their limits.
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser, createBrowser, PASSWORD, setUpOwner, tokenInLink } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'

describe.each(databases)('invitations by email on %s', (kind) => {
  let test: TestService
  let mails: MailServer
  let owner: Browser
  let at: string

  beforeAll(async () => {
    mails = await startMailServer()
    test = await startTestService(kind, { SMTP_URL: mails.url })
    owner = await setUpOwner(test)
    at = `/workspaces/${(await test.tenant()).workspace}`
  })
  afterAll(async () => {
    await test.stop()
    await mails.stop()
  })

  const invite = (email: string, by = owner, to = at) =>
    by.request('POST', `${to}/invitations`, { email, role: 'viewer' })
  const lettersTo = (address: string) => mails.received.filter(({ to }) => to.includes(address))
  const letterTo = async (address: string, place = 0) =>
    PostalMime.parse((await test.until(async () => lettersTo(address)[place])).raw)
  const invitationOf = async (email: string) =>
    (await owner.request('GET', `${at}/invitations`)).body.data.find((row: { email: string }) => row.email === email)

  it('sends the invitation link only to the invited address and reports the status of the email', async () => {
    const invited = await invite('bob@shop.example')
    expect([invited.status, invited.body.link, invited.body.mailed, invited.body.mail]).toEqual([
      201,
      null,
      true,
      'waiting',
    ])
    const { text } = await letterTo('bob@shop.example')
    const token = tokenInLink(/http\S+/.exec(text ?? '')![0])
    expect(JSON.stringify(invited.body)).not.toContain(token)
    await test.until(async () => (await invitationOf('bob@shop.example')).mail === 'sent')
    const bob = createBrowser(test)
    expect((await bob.request('POST', '/invitation/accept', { token, name: 'Bob', password: PASSWORD })).status).toBe(
      200,
    )
    const { data } = (await owner.request('GET', `${at}/audit-log?action=acceptInvitation`)).body
    expect(data[0].change).toMatchObject({ proven_by_mail: true })
  })

  it('the email of an invitation has no text from the caller in its subject, and contains no link except the invitation link', async () => {
    await owner.request('PATCH', '/account', { name: 'Prize at www.evil.example/win' })
    await owner.request('PATCH', at, { name: 'evil.example' })
    await test.service.db.query({
      text: `update workspaces set name = 'https://evil.example/win' where name = 'evil.example'`,
    })
    await invite('target@shop.example')
    const { subject, text } = await letterTo('target@shop.example')
    expect(subject).toBe('Invitation to Carillon')
    const links = (text ?? '').match(/\b(?:https?:\/\/|www\.)\S+|\b[\w-]+\.[a-z]{2,}\b\S*/gi)
    expect(links).toEqual([expect.stringContaining(`${test.service.publicUrl}/invitation?token=`)])
    await owner.request('PATCH', '/account', { name: 'Ada' })
    expect((await owner.request('PATCH', at, { default_locale: 'en', name: 'https://evil.example/win' })).status).toBe(
      200,
    )
    await owner.request('PATCH', at, { name: 'Shop' })
  })

  it('refuses a workspace name that contains a web address or control characters', async () => {
    for (const name of ['https://evil.example', 'Win at www.evil.example', 'two\nlines', 'back\u202ewards']) {
      const changed = await owner.request('PATCH', at, { name })
      expect([name, changed.status, Object.keys(changed.body.details)]).toEqual([name, 422, ['name']])
      expect((await owner.request('POST', '/workspaces', { name })).status).toBe(422)
    }
    expect((await owner.request('PATCH', at, { name: 'Shop.example S.r.l. 👩‍💻' })).status).toBe(200)
  })

  it('does not send the email of an invitation that was revoked or replaced in the meantime', async () => {
    mails.refuse('rcpt', '451 4.3.0 busy')
    const invited = await invite('gone@shop.example')
    await owner.request('DELETE', `${at}/invitations/${invited.body.id}`)
    const first = await invite('twice@shop.example')
    const second = await invite('twice@shop.example')
    expect(second.body.id).toBe(first.body.id)
    const waiting = await test.service.db.query<{ recipient: string }>({
      text: `select recipient from letters where recipient in ('gone@shop.example', 'twice@shop.example')`,
    })
    expect(waiting.rows).toEqual([{ recipient: 'twice@shop.example' }])
    mails.refuse('rcpt', undefined)
    test.clock.advance(10 * 60_000)
    await letterTo('twice@shop.example')
    expect(lettersTo('gone@shop.example')).toEqual([])
  })

  it('reports an invitation email as failed after the mail server refused every attempt', async () => {
    mails.refuse('rcpt', '550 5.1.1 no such user')
    await invite('unknown@shop.example')
    await test.until(async () => {
      test.clock.advance(15 * 60_000)
      return (await invitationOf('unknown@shop.example')).mail === 'failed'
    })
    mails.refuse('rcpt', undefined)
  })

  it('limits the number of invitations per day for each invited address, each inviter and each workspace', async () => {
    for (let time = 0; time < 5; time++) expect((await invite('often@shop.example')).status).toBe(201)
    const refused = await invite('OFTEN@shop.example')
    expect([refused.status, refused.body.error, refused.headers.get('x-ratelimit-limit')]).toEqual([
      429,
      'rate_limited',
      '5',
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    const invited = async (most: number, sendRequest: (time: number) => Promise<{ status: number }>) => {
      for (let time = 0; time < most; time++) if ((await sendRequest(time)).status === 429) return time
      return most
    }
    test.clock.advance(86_400_001)
    expect((await invite('often@shop.example')).status).toBe(201)
    const other = (await owner.request('POST', '/workspaces', { name: 'Second' })).body.id as number
    expect(await invited(110, (time) => invite(`a-${time}@shop.example`, owner, `/workspaces/${other}`))).toBe(100)
    const third = (await owner.request('POST', '/workspaces', { name: 'Third' })).body.id as number
    expect(await invited(110, (time) => invite(`b-${time}@shop.example`, owner, `/workspaces/${third}`))).toBe(99)
  })
})

describe('invitations without a mail server', () => {
  let test: TestService
  let tenant: Tenant

  beforeAll(async () => {
    test = await startTestService('postgres')
    await setUpOwner(test)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  it('shows the invitation link to the inviter if there is no mail server, and the audit log marks the address as unproven', async () => {
    await addMember(test, tenant.workspace, 'owner', 'bob@shop.example')
    const { data } = (await test.manage('GET', `/workspaces/${tenant.workspace}/audit-log?action=acceptInvitation`))
      .body
    expect(data[0].change).toMatchObject({ role: 'owner', proven_by_mail: false })
  })
})
