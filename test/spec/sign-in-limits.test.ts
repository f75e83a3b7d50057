// Limits on password guesses per account and per network. They also apply to unknown addresses, and store few rows in
// the database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSeal } from '../../src/lib/seal.ts'
import { beginAttempt, checkCounted } from '../../src/members/attempts.ts'
import { logFailedSignIns } from '../../src/members/failed-sign-ins.ts'
import { hashPassword } from '../../src/members/passwords.ts'
import { addMember, type Browser, createBrowser, PASSWORD, setUpOwner, tokenInLink } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WRONG = 'not the password'
/** The network from which the accounts of these tests sign in. */
const HOME = '198.51.100.7'

describe.each(databases)('limits on sign-in, %s', (kind) => {
  let test: TestService
  let owner: Browser
  let tenant: Tenant

  beforeAll(async () => {
    test = await startTestService(kind, { TRUST_PROXY: '1' })
    owner = await setUpOwner(test)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const signIn = (email: string, password: string, address: string, browser = createBrowser(test)) =>
    browser.request('POST', '/login', { email, password }, { 'x-forwarded-for': address })
  /** Creates an account that has signed in from HOME. */
  const account = async (email: string) => {
    const browser = await addMember(test, tenant.workspace, 'viewer', email)
    expect((await signIn(email, PASSWORD, HOME, browser)).status).toBe(200)
    return browser
  }
  const fail = async (email: string, times: number, addressOf: (time: number) => string) => {
    const answers = []
    for (let time = 0; time < times; time++) answers.push((await signIn(email, WRONG, addressOf(time))).status)
    return answers
  }
  const countOf = async (table: string) =>
    (await test.service.db.query<{ n: number }>({ text: `select count(*) as n from ${table}` })).rows[0]!.n

  it('ignores the case of an address when it counts failed sign-ins, and finds no account for an address with similar Unicode letters', async () => {
    await account('viewer@shop.example')
    const address = '203.0.113.1'
    expect(await fail('viewer@shop.example', 10, () => address)).toEqual(Array(10).fill(401))
    for (const spelling of ['viewer@shop.example', 'VIEWER@Shop.Example'])
      expect([spelling, (await signIn(spelling, PASSWORD, address)).status]).toEqual([spelling, 429])
    for (const spelling of ['vİewer@shop.example', 'vıewer@shop.example', 'ｖiewer@shop.example'])
      expect([spelling, (await signIn(spelling, PASSWORD, '203.0.113.2')).status]).toEqual([spelling, 401])
  })

  it('refuses the eleventh sign-in from a network with 429, and accepts the owner from another network [D38b]', async () => {
    await account('owner@shop.example')
    expect(await fail('owner@shop.example', 10, () => '203.0.113.10')).toEqual(Array(10).fill(401))
    const refused = await signIn('owner@shop.example', PASSWORD, '203.0.113.10')
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(refused.headers.get('x-ratelimit-limit')).toBe('10')
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect((await signIn('owner@shop.example', PASSWORD, HOME)).status).toBe(200)
    expect((await signIn('owner@shop.example', PASSWORD, '203.0.113.11')).status).toBe(200)
    test.clock.advance(15 * 60_000 + 1)
    expect((await signIn('owner@shop.example', PASSWORD, '203.0.113.10')).status).toBe(200)
  })

  it('gives the same answers to repeated sign-ins whether the email address has an account or not', async () => {
    await account('known@shop.example')
    const answersOf = async (email: string, network: number) => {
      const answers = []
      for (let time = 0; time < 12; time++) {
        const { status, body, headers } = await signIn(email, WRONG, `203.0.113.${network}`)
        answers.push([status, body, headers.get('x-ratelimit-limit')])
      }
      return answers
    }
    expect(await answersOf('unknown@shop.example', 20)).toEqual(await answersOf('known@shop.example', 21))
  })

  it('an attack from 100 networks does not prevent the owner from signing in from a known network or with a password link', async () => {
    await account('famous@shop.example')
    const failures = await fail('famous@shop.example', 100, (time) => `192.0.2.${time}`)
    expect(failures).toEqual(Array(100).fill(401))
    const elsewhere = await signIn('famous@shop.example', PASSWORD, '203.0.113.30')
    expect([elsewhere.status, elsewhere.headers.get('x-ratelimit-limit')]).toEqual([429, '100'])
    expect(Number(elsewhere.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect((await signIn('famous@shop.example', PASSWORD, HOME)).status).toBe(200)
    const { data } = (await owner.request('GET', '/members?q=famous')).body
    const made = await owner.request('POST', `/members/${data[0].id}/password-link`)
    const reset = { token: tokenInLink(made.body.link), password: PASSWORD }
    expect((await createBrowser(test).request('POST', '/password/reset', reset)).status).toBe(200)
    expect((await signIn('famous@shop.example', PASSWORD, '203.0.113.31')).status).toBe(200)
    test.clock.advance(DAY)
  })

  it('forgets a known network after 90 days without a sign-in from it', async () => {
    await account('away@shop.example')
    test.clock.advance(91 * DAY)
    await fail('away@shop.example', 100, (time) => `192.0.2.${time}`)
    expect((await signIn('away@shop.example', PASSWORD, HOME)).status).toBe(429)
    test.clock.advance(DAY)
    expect((await signIn('away@shop.example', PASSWORD, HOME)).status).toBe(200)
  })

  it('stores at most 20 known networks of an account', async () => {
    await account('traveler@shop.example')
    for (let place = 0; place < 25; place++)
      expect((await signIn('traveler@shop.example', PASSWORD, `192.0.2.${100 + place}`)).status).toBe(200)
    const networks = await test.service.db.query<{ n: number }>({
      text: `select count(*) as n from sign_in_networks n join members m on m.id = n.member_id where m.email = 'traveler@shop.example'`,
    })
    expect(networks.rows[0]!.n).toBe(20)
  })

  it('a signed-in member can change the password while sign-ins to the account are refused', async () => {
    const browser = await account('calm@shop.example')
    const home = { 'x-forwarded-for': HOME }
    expect(await fail('calm@shop.example', 11, () => HOME)).toEqual([...Array(10).fill(401), 429])
    const passwords = { current_password: PASSWORD, new_password: `${PASSWORD} 2` }
    expect((await browser.request('POST', '/account/password', passwords, home)).status).toBe(200)
  })

  it('limits wrong passwords in password changes separately from sign-ins', async () => {
    const browser = await account('change@shop.example')
    const home = { 'x-forwarded-for': HOME }
    const wrong = { current_password: WRONG, new_password: `${PASSWORD} 2` }
    for (let time = 0; time < 10; time++)
      expect((await browser.request('POST', '/account/password', wrong, home)).status).toBe(422)
    expect((await browser.request('POST', '/account/password', wrong, home)).status).toBe(429)
    expect((await signIn('change@shop.example', PASSWORD, HOME)).status).toBe(200)
  })

  it('stores nothing for refused sign-ins, and stores a limited number of rows for addresses without an account', async () => {
    await account('flooded@shop.example')
    const network = (host: number) => `2001:db8:aa:1::${host}`
    const answers = await fail('flooded@shop.example', 10, network)
    answers.push(...(await fail('flooded@shop.example', 10, network)))
    expect(answers).toEqual([...Array(10).fill(401), ...Array(10).fill(429)])
    const ofAccount = await test.service.db.query<{ count: number }>({
      text: `select a.count from limited_attempts a join members m on m.id = a.member_id
             where m.email = 'flooded@shop.example' order by a.count`,
    })
    expect(ofAccount.rows.map(({ count }) => count)).toEqual([10, 10])
    const now = test.clock.now()
    /** Returns rows with the transaction that wrote each row. Omits ended windows and audit rows, which may change. */
    const rows = async () =>
      (
        await test.service.db.query({
          text: 'select key, count, xmin::text from limited_attempts where ends_at > $1 and address is null order by key',
          values: [now],
        })
      ).rows
    const before = await rows()
    for (let time = 0; time < 40; time++) await signIn(`made-up-${time}@shop.example`, WRONG, network(time))
    const flooded = await rows()
    expect(flooded.length).toBeLessThanOrEqual(before.length + 60)
    const refused = await Promise.all(
      Array.from({ length: 30 }, (_, time) => signIn(`more-${time}@shop.example`, WRONG, network(time))),
    )
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
    expect(refused[0]!.headers.get('x-ratelimit-limit')).toBe('50')
    expect(await rows()).toEqual(flooded)
    test.clock.advance(2 * DAY)
    await test.until(async () => (await countOf('limited_attempts')) === 0)
  })

  it('checks at most 50 wrong passwords that arrive together from one network, and does not count successful sign-ins', async () => {
    await account('many@shop.example')
    const address = '203.0.113.60'
    for (let time = 0; time < 55; time++)
      expect((await signIn('many@shop.example', PASSWORD, address)).status).toBe(200)
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, time) => signIn(`together-${time}@shop.example`, WRONG, address)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(50)
    expect((await signIn('many@shop.example', PASSWORD, address)).headers.get('x-ratelimit-limit')).toBe('50')
  })

  it('removes a sign-in from the count and from the audit log when the check of the password fails with an error', async () => {
    const { db } = test.service
    await account('busy@shop.example')
    const member = await db.query<{ id: number }>({ text: `select id from members where email = 'busy@shop.example'` })
    const memberId = member.rows[0]!.id
    const guess = { kind: 'sign-in', email: 'busy@shop.example', memberId, address: '203.0.113.70' } as const
    const attempt = await beginAttempt({ db, seal: createSeal('a master key of this test') }, test.clock.now(), guess)
    await logFailedSignIns(db, test.clock.now())
    const counted = async () => {
      const text = 'select count, audit_line from limited_attempts where member_id = $1'
      return (await db.query({ text, values: [memberId] })).rows
    }
    expect(await counted()).toContainEqual({ count: 1, audit_line: expect.any(Number) })
    const check = checkCounted(db, attempt, () => Promise.reject(new Error('busy')))
    await expect(check).rejects.toThrow('busy')
    // One of the three counters is from the sign-in in the function `account`.
    expect(await counted()).toEqual(Array(3).fill({ count: 0, audit_line: null }))
  })

  it('can remove a sign-in from the count even if its time is earlier than the time of the first counted sign-in', async () => {
    const { db } = test.service
    const guess = {
      kind: 'sign-in',
      email: 'late@nowhere.example',
      memberId: undefined,
      address: '203.0.113.71',
    } as const
    const tools = { db, seal: createSeal('another master key of this test') }
    const now = test.clock.now()
    const later = await beginAttempt(tools, new Date(now.getTime() + 5), guess)
    const earlier = await beginAttempt(tools, now, guess)
    const countOfPair = async () =>
      (await db.query({ text: 'select count from limited_attempts where key = $1', values: [later.pair.key] })).rows
    expect(await countOfPair()).toEqual([{ count: 2 }])
    for (const attempt of [earlier, later])
      await expect(checkCounted(db, attempt, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
    expect(await countOfPair()).toEqual([{ count: 0 }])
  })

  it('does not count a sign-in that returns 503 because too many passwords are being checked', async () => {
    const email = 'crowd@shop.example'
    const address = '203.0.113.80'
    await account(email)
    let stopped = false
    const keepBusy = async () => {
      while (!stopped)
        await hashPassword('another password').catch(() => new Promise((resolve) => setImmediate(resolve)))
    }
    const crowd = Array.from({ length: 100 }, keepBusy)
    const eight = () => Promise.all(Array.from({ length: 8 }, () => signIn(email, WRONG, address)))
    const answers = [...(await eight()), ...(await eight())]
    stopped = true
    await Promise.all(crowd)
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(503))
    expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(16).fill('5'))
    expect(await fail(email, 11, () => address)).toEqual([...Array(10).fill(401), 429])
  })

  it('refuses password links from a network after 50 wrong links, and accepts the right link from another network', async () => {
    const read = (token: string, address: string) =>
      createBrowser(test).request('POST', '/invitation/read', { token }, { 'x-forwarded-for': address })
    const invited = await test.manage('POST', `/workspaces/${tenant.workspace}/invitations`, {
      email: 'late@shop.example',
      role: 'viewer',
    })
    const token = tokenInLink(invited.body.link)
    for (let time = 0; time < 60; time++) expect((await read(token, '203.0.113.50')).status).toBe(200)
    for (let time = 0; time < 50; time++) expect((await read(`wrong-${time}`, '203.0.113.50')).status).toBe(403)
    const refused = await read('wrong', '203.0.113.50')
    expect([refused.status, refused.headers.get('x-ratelimit-limit')]).toEqual([429, '50'])
    expect((await read(token, '203.0.113.51')).status).toBe(200)
  })
})
