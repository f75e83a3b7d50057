// Cloud metadata services return credentials. Every URL field refuses their URLs, even with ALLOW_PRIVATE_NETWORK.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metadataUrls } from '../harness/hostile-urls.ts'
import { browserKeys } from '../harness/push.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe('URLs of cloud metadata services', () => {
  let test: TestService
  let tenant: Tenant
  let at: string
  beforeAll(async () => {
    test = await startTestService('postgres', { ALLOW_PRIVATE_NETWORK: '1' })
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}`
  })
  afterAll(() => test.stop())

  const refusedFields = async (answer: Promise<{ status: number; body: { details?: object } }>) => {
    const { status, body } = await answer
    return [status, Object.keys(body.details ?? {})]
  }
  const send = (more: object) =>
    test.send(tenant.testKey, {
      recipient: { name: 'Ada', email: 'ada@example.com', locale: 'en' },
      template: 'hello',
      vars: { name: 'Ada' },
      channel: 'email',
      ...more,
    })
  const connect = (channel: string, settings: object) =>
    test.manage('PUT', `${at}/sources/${tenant.source}/connections/${channel}`, { settings })

  it.each(metadataUrls)('refuses the cloud metadata URL %s (%s) in every URL field', async (url) => {
    const host = new URL(url).host
    expect(await refusedFields(send({ media: { url } }))).toEqual([422, ['media.url']])
    expect(await refusedFields(send({ attachments: [{ filename: 'a.pdf', url }] }))).toEqual([
      422,
      ['attachments.0.url'],
    ])
    expect(await refusedFields(send({ actions: [{ slug: 'ok', callback_url: url }] }))).toEqual([
      422,
      ['actions.0.callback_url'],
    ])
    const events = ['delivery.sent']
    expect(await refusedFields(test.manage('POST', `${at}/subscriptions`, { url, events }))).toEqual([422, ['url']])
    expect(await refusedFields(connect('telegram', { bot_token: '1:abc', api_base: url }))).toEqual([
      422,
      ['settings.api_base'],
    ])
    expect(await refusedFields(connect('discord', { webhook_url: `${url}api/webhooks/1/x` }))).toEqual([
      422,
      ['settings.webhook_url'],
    ])
    const smtp = `smtp://user:secret@${host.replace(/:\d+$/, '')}:2525`
    expect(await refusedFields(connect('email', { url: smtp, from: 'shop@example.com' }))).toEqual([
      422,
      ['settings.url'],
    ])
    const push = [{ kind: 'web', endpoint: url, keys: browserKeys().keys }]
    expect(await refusedFields(test.manage('POST', `${at}/recipients`, { name: 'Ada', push }))).toEqual([
      422,
      ['push.0.endpoint'],
    ])
  })
})
