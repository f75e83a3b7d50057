// A source connected to a WhatsApp account on loopback, which lists templates and sends webhooks with Meta's signature.
import { graphSettings, signBody, templatePage, whatsappAccepted } from './graph.ts'
import { type Provider, type Reply, startProvider } from './provider.ts'
import type { Tenant, TestService } from './service.ts'

export interface WhatsappAccount {
  provider: Provider
  /** Sets the response of the template list. */
  setTemplates(reply: Reply): void
  /** Sends a signed webhook. Throws if the service refuses it. */
  sendWebhook(notice: unknown): Promise<void>
  stop(): Promise<void>
}

/** Connects the account. Its template list is empty at first. */
export async function startWhatsappAccount(test: TestService, tenant: Tenant): Promise<WhatsappAccount> {
  const provider = await startProvider()
  let list = templatePage([])
  provider.reply(({ path }) => (path.includes('message_templates') ? list : whatsappAccepted))
  const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/whatsapp`
  const { body } = await test.manage('PUT', at, { settings: graphSettings(provider.url).whatsapp })
  // Wait until the service has read the template list of the new connection, which it does automatically. This read
  // must not run after the test has set its templates.
  await test.until(async () => (await test.manage('GET', `${at}/templates`)).body.read_at !== null, 90)
  const inbound = body.inbound_url.replace(/^.*\/v1/, '')
  return {
    provider,
    setTemplates(reply) {
      list = reply
    },
    async sendWebhook(notice) {
      const text = JSON.stringify(notice)
      const { status } = await test.call('POST', inbound, {
        body: text,
        headers: { 'x-hub-signature-256': signBody(text) },
      })
      if (status !== 200) throw new Error(`the webhook was answered ${status}`)
    },
    stop: () => provider.stop(),
  }
}
