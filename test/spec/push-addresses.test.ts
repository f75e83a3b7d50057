// Which addresses a device may have, and how often it may register: in a service that keeps to the public network.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileUrls } from '../harness/hostile-urls.ts'
import { browserKeys } from '../harness/push.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe('push in a service that keeps to the public network', () => {
  let test: TestService
  let tenant: Tenant
  let token: string
  beforeAll(async () => {
    test = await startTestService('embedded', { ALLOW_PRIVATE_NETWORK: '0' })
    tenant = await test.tenant()
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/push`
    await test.manage('PUT', at, { settings: { vapid: { subject: 'mailto:push@shop.example' } } })
    const body = { recipient: { email: 'ada@example.com' } }
    token = (await test.call('POST', '/push/tokens', { key: tenant.liveKey, body })).body.token
  })
  afterAll(() => test.stop())

  it('lets nobody register an address that must not be asked', async () => {
    for (const [endpoint, why] of hostileUrls) {
      const device = { kind: 'web', endpoint, keys: browserKeys().keys }
      const { status, body } = await test.manage('POST', `/workspaces/${tenant.workspace}/recipients`, {
        name: why,
        push: [device],
      })
      expect([status, body.details?.['push.0.endpoint']?.length], `${endpoint}: ${why}`).toEqual([422, 1])
    }
    for (const [index, [endpoint, why]] of hostileUrls.entries()) {
      // The limit per address is for the next test.
      if (index % 50 === 49) test.clock.advance(61_000)
      const device = { kind: 'web', endpoint, keys: browserKeys().keys }
      const { status, body } = await test.call('POST', '/push/devices', { key: token, body: device })
      expect([status, body.details?.endpoint?.length], `${endpoint}: ${why}`).toEqual([422, 1])
    }
  })

  it('lets one address register sixty times a minute', async () => {
    test.clock.advance(61_000)
    const answers: number[] = []
    for (let index = 0; index < 61; index++)
      answers.push((await test.call('DELETE', '/push/devices', { key: token, body: { token: 't' } })).status)
    expect(answers.slice(0, 60).every((status) => status === 204)).toBe(true)
    expect(answers[60]).toBe(429)
    test.clock.advance(61_000)
    expect((await test.call('DELETE', '/push/devices', { key: token, body: { token: 't' } })).status).toBe(204)
  })
})
