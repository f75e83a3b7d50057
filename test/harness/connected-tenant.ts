// Creates a tenant with Telegram, WhatsApp and Discord connections. A provider that records requests receives their
// messages.
import { lengths } from '../../src/limits.ts'
import type { Provider } from './provider.ts'
import type { Tenant, TestService } from './service.ts'

export async function createConnectedTenant(
  test: TestService,
  provider: Provider,
  limits: Parameters<TestService['tenant']>[0] = {},
): Promise<Tenant> {
  const tenant = await test.tenant(limits)
  const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections`
  const settings = {
    telegram: { bot_token: '1:abc', api_base: provider.url },
    whatsapp: {
      phone_number_id: '10',
      access_token: 'token',
      app_secret: 's',
      verify_token: 'v',
      api_base: provider.url,
    },
    discord: { webhook_url: `${provider.url}/api/webhooks/1/secret` },
  }
  for (const [channel, body] of Object.entries(settings)) {
    const { status, body: answer } = await test.manage('PUT', `${at}/${channel}`, { settings: body })
    if (status !== 200) throw new Error(`${channel} was not connected: ${JSON.stringify(answer)}`)
  }
  return tenant
}

/** Sends `count` messages to one channel, so that they wait in its queue. */
export async function queueMessages(
  test: TestService,
  tenant: Tenant,
  count: number,
  channel: 'discord' | 'telegram' = 'discord',
): Promise<void> {
  const messages = Array.from({ length: count }, (_, index) => ({
    recipient: { telegram_chat_id: `${index}` },
    template: 'hello',
    vars: { name: 'Ada' },
    channel,
  }))
  for (let queued = 0; queued < count; queued += lengths.batch) {
    const body = { messages: messages.slice(queued, queued + lengths.batch) }
    const { status, body: answer } = await test.call('POST', '/send/batch', { key: tenant.liveKey, body })
    if (answer.failed !== 0) throw new Error(`not queued: ${status} ${JSON.stringify(answer)}`)
  }
}
