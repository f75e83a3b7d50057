// A tenant whose source is connected to a recording provider: telegram, whatsapp and discord.
import type { Provider } from './provider.ts'
import type { Tenant, TestService } from './service.ts'

export async function connectedTenant(
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
