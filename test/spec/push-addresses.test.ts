// Push devices without ALLOW_PRIVATE_NETWORK: permitted endpoints and the limit of wrong registration tokens.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileUrls } from '../harness/hostile-urls.ts'
import { browserKeys } from '../harness/push.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe('push devices without ALLOW_PRIVATE_NETWORK', () => {
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

  it('refuses to register a device whose push endpoint has a private, local or otherwise forbidden address', async () => {
    for (const [endpoint, why] of hostileUrls) {
      const device = { kind: 'web', endpoint, keys: browserKeys().keys }
      const { status, body } = await test.manage('POST', `/workspaces/${tenant.workspace}/recipients`, {
        name: why,
        push: [device],
      })
      expect([status, body.details?.['push.0.endpoint']?.length], `${endpoint}: ${why}`).toEqual([422, 1])
    }
    for (const [endpoint, why] of hostileUrls) {
      const device = { kind: 'web', endpoint, keys: browserKeys().keys }
      const { status, body } = await test.call('POST', '/push/devices', { key: token, body: device })
      expect([status, body.details?.endpoint?.length], `${endpoint}: ${why}`).toEqual([422, 1])
    }
  })

  it('accepts 61 device registrations with a valid token in a minute, and returns 429 after 60 wrong tokens', async () => {
    test.clock.advance(61_000)
    const register = (key: string, name: string) =>
      test.call('POST', '/push/devices', { key, body: { kind: 'fcm', token: name } })
    for (let index = 0; index < 61; index++)
      expect((await register(token, `device-${index}`)).status, String(index)).toBe(201)
    for (let index = 0; index < 60; index++) expect((await register('wrong', 'x')).status, String(index)).toBe(401)
    const refused = await register('wrong', 'x')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('access-control-expose-headers')).toMatch(/retry-after/)
    expect((await register(token, 'device-0')).status).toBe(201)
  })
})
