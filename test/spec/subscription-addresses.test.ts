// Forbidden URLs of subscriptions are refused when a subscription is saved, and again when an event is sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileUrls } from '../harness/hostile-urls.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe('URLs of subscriptions', () => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService('postgres', { ALLOW_PRIVATE_NETWORK: '0' })
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const at = () => `/workspaces/${tenant.workspace}/subscriptions`

  it.each(hostileUrls)(
    'refuses to create a subscription with the forbidden URL %s (%s) and returns 422 [SUBS-02]',
    async (url) => {
      const { status, body } = await test.manage('POST', at(), { url, events: ['delivery.sent'] })
      expect([status, Object.keys(body.details)]).toEqual([422, ['url']])
    },
  )

  it('refuses to change the URL of a subscription to a forbidden URL and returns 422', async () => {
    const { body } = await test.manage('POST', at(), { url: 'https://example.com/', events: ['delivery.read'] })
    const { status } = await test.manage('PATCH', `${at()}/${body.id}`, { url: 'https://127.0.0.1/' })
    expect(status).toBe(422)
  })

  it('sends no event to a subscription whose stored URL is forbidden, and logs the reason', async () => {
    const made = await Promise.all(
      hostileUrls.map(async ([url], index) => {
        const { body } = await test.manage('POST', at(), {
          url: `https://example.com/${index}`,
          events: ['delivery.queued'],
        })
        await test.service.db.query({ text: 'update subscriptions set url = $2 where id = $1', values: [body.id, url] })
        return { id: body.id as number, url }
      }),
    )
    await test.send(tenant.testKey, {
      recipient: { name: 'Ada', email: 'ada@example.com', locale: 'en' },
      template: 'hello',
      vars: { name: 'Ada' },
    })
    for (const { id, url } of made) {
      const [attempt] = await test.until(async () => {
        const { data } = (await test.manage('GET', `${at()}/${id}/attempts`)).body
        return data.length > 0 && data
      })
      expect([url, attempt.received, attempt.status]).toEqual([url, false, null])
      expect(attempt.reason).toMatch(/^the address (points to|must|uses|is) /)
    }
  })
})
