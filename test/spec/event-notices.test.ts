// Notices to owners when no mail server is configured, and invalid settings of the mail server.
import { describe, expect, it } from 'vitest'
import { startTestService } from '../harness/service.ts'
import { startSubscriber } from '../harness/subscriber.ts'

describe('notices without a mail server', () => {
  it('stores notices to owners in the test inbox if no mail server is configured [SUBS-11]', async () => {
    const test = await startTestService('postgres')
    const tenant = await test.tenant()
    await test.manage('PATCH', `/workspaces/${tenant.workspace}`, { notice_email: 'owner@shop.example' })
    const subscriber = await startSubscriber(test, tenant, ['delivery.queued'])
    try {
      subscriber.receiver.reply(() => ({ status: 410 }))
      await test.send(tenant.testKey, {
        recipient: { email: 'ada@example.com' },
        template: 'hello',
        vars: { name: 'A' },
      })
      const inbox = await test.until(async () => {
        const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/test-inbox`)
        return body.notices?.length > 0 && body
      })
      expect(inbox.notices).toMatchObject([
        {
          mail: 'kept',
          recipients: ['owner@shop.example'],
          subject: expect.stringContaining('webhook endpoint was disabled'),
        },
      ])
      const listed = async (mail: string) =>
        (await test.manage('GET', `/workspaces/${tenant.workspace}/notices?mail=${mail}`)).body.data
      expect(await listed('kept')).toEqual(inbox.notices)
      expect(await listed('sent')).toEqual([])
    } finally {
      await test.stop()
      await subscriber.receiver.stop()
    }
  })

  it('refuses to start with an invalid setting of the mail server, and the error names the setting', async () => {
    await expect(startTestService('postgres', { SMTP_URL: 'smtp://mail.example?tls=maybe' })).rejects.toThrow(
      /SMTP_URL/,
    )
    await expect(
      startTestService('postgres', { SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'two@a.example, b@b.example' }),
    ).rejects.toThrow(/SMTP_FROM/)
  })
})
