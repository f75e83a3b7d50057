// Messages of background work wait in the line of background work for the embedded database.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseSend } from '../../src/admission/parse.ts'
import { createAdmission } from '../../src/admission/sets/group-commit.ts'
import { createSeal } from '../../src/lib/seal.ts'
import { DAY } from '../../src/limits.ts'
import { transaction } from '../../src/store/database.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

let test: TestService
let tenant: Tenant
beforeAll(async () => {
  test = await startTestService('embedded')
  tenant = await test.tenant()
})
afterAll(() => test.stop())

it('accepts a message of background work while requests wait for the embedded database', async () => {
  const { db } = test.service
  const admission = createAdmission({
    db,
    clock: test.clock,
    seal: createSeal('k'.repeat(32)),
    maxAge: DAY,
    publicUrl: () => test.url,
    isUpgraded: async () => true,
    onAccepted: () => {},
    onError: (error) => {
      throw error
    },
  })
  const message = (email: string) => ({ recipient: { email }, template: 'hello', vars: { name: 'Ada' } })
  const { workspace: workspaceId, source: sourceId } = tenant
  const request = (email: string) => ({
    credential: { kind: 'source', workspaceId, sourceId, mode: 'test' } as const,
    messages: [parseSend(message(email), { allowPrivateNetwork: true, now: test.clock.now() })],
  })
  let answered = 0
  const flood = Array.from({ length: 300 }, async () => {
    await transaction(db, (tx) => tx.query({ text: 'select 1' }))
    answered++
  })
  const ofRequest = admission.submit(request('request@example.com')).then(() => answered)
  for (const email of ['ada@example.com', 'bob@example.com', 'cy@example.com']) {
    const { outcomes } = await admission.work.submit(request(email))
    expect(outcomes).toMatchObject([{ kind: 'accepted' }])
  }
  expect(answered).toBeLessThan(100)
  await Promise.all(flood)
  expect(await ofRequest).toBeGreaterThan(200)
  await admission.settled()
})
