// Weak passwords are refused in every request that sets a password, and accepted in sign-ins of existing accounts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/members/passwords.ts'
import { addMember, type Browser, createBrowser, PASSWORD, setUpOwner, tokenInLink } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const GUESSED = [
  'password12',
  'Passw0rd!23',
  'P@$$w0rd2024',
  'passwordpassword',
  'qwertyuiop',
  'poiuytrewq',
  '1q2w3e4r5t',
  '1234567890',
  '0987654321ab',
  'abcdefghij12',
  'abcabcabcabc',
  'aabbccddee',
  'Summer2024!',
  'forzanapoli1',
  'iloveyou2023',
  'letmein1234!',
  'admin12345',
  'administrator',
  'Carillon2024',
  'ｐａｓｓｗｏｒｄ１２',
]

/** Passwords that consist of the name or the address of Zoe Quartz, zquartz@finch.example. */
const PERSONAL = [
  'zquartz@finch.example',
  'ZQUARTZ@finch.example',
  'Zoe Quartz',
  'zoequartz12',
  'quartzfinch1',
  'zquartz1234',
]

describe.each(databases)('weak passwords, %s', (kind) => {
  let test: TestService
  let owner: Browser
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    owner = await setUpOwner(test)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const invitation = async (email: string) => {
    const { body } = await owner.request('POST', `/workspaces/${tenant.workspace}/invitations`, {
      email,
      role: 'viewer',
    })
    return tokenInLink(body.link)
  }
  const outcomeOf = (answer: { status: number; body: { details?: Record<string, string[]> } }, field: string) => [
    answer.status,
    answer.body.details?.[field]?.length,
  ]

  it('refuses a weak password when an invitation is accepted', async () => {
    const token = await invitation('zquartz@finch.example')
    for (const password of [...GUESSED, ...PERSONAL]) {
      test.clock.advance(3_600_000 / 2)
      const answer = await createBrowser(test).request('POST', '/invitation/accept', {
        token,
        name: 'Zoe Quartz',
        password,
      })
      expect([password, ...outcomeOf(answer, 'password')]).toEqual([password, 422, 1])
    }
    const answer = await createBrowser(test).request('POST', '/invitation/accept', {
      token,
      name: 'Zoe Quartz',
      password: 'violet tramway 9',
    })
    expect(answer.status).toBe(200)
  })

  it("refuses a weak password in a password change, including a password that consists of the member's address", async () => {
    const member = await addMember(test, tenant.workspace, 'viewer', 'heron@lake.example')
    for (const password of ['password12', 'heron@lake.example', 'heronlake123']) {
      const answer = await member.request('POST', '/account/password', {
        current_password: PASSWORD,
        new_password: password,
      })
      expect([password, ...outcomeOf(answer, 'new_password')]).toEqual([password, 422, 1])
    }
  })

  it('refuses a weak password in a password reset, and the link stays valid', async () => {
    const member = await addMember(test, tenant.workspace, 'viewer', 'walnut@tree.example')
    const { id } = (await member.request('GET', '/session')).body.actor
    const { body } = await test.manage('POST', `/members/${id}/password-link`)
    const token = tokenInLink(body.link)
    for (const password of ['password12', 'walnut@tree.example', 'walnuttree12']) {
      const answer = await createBrowser(test).request('POST', '/password/reset', { token, password })
      expect([password, ...outcomeOf(answer, 'password')]).toEqual([password, 422, 1])
    }
    const answer = await createBrowser(test).request('POST', '/password/reset', { token, password: 'violet tramway 9' })
    expect(answer.status).toBe(200)
  })

  it('accepts a sign-in with a weak password that was set before weak passwords were refused', async () => {
    await addMember(test, tenant.workspace, 'viewer', 'early@bird.example')
    await test.service.db.query({
      text: 'update members set password = $2 where email = $1',
      values: ['early@bird.example', await hashPassword('password12')],
    })
    const answer = await createBrowser(test).request('POST', '/login', {
      email: 'early@bird.example',
      password: 'password12',
    })
    expect(answer.status).toBe(200)
  })

  it('accepts a new password that is a phrase or random characters', async () => {
    const good = [
      'violet tramway 9',
      'correct horse battery',
      'k9$Vq2!xLm',
      'perché no domani?',
      '8c7f1e5b2d',
      'due gatti neri',
    ]
    for (const [index, password] of good.entries()) {
      const token = await invitation(`good${index}@finch.example`)
      const answer = await createBrowser(test).request('POST', '/invitation/accept', { token, name: 'Bo', password })
      expect([password, answer.status]).toEqual([password, 200])
    }
  })
})
