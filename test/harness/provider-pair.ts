// Two email connections for tests of failover: the primary fails in one way, and the secondary always works.
import { type HttpFault, startHttpPair } from './http-pair.ts'
import type { Installation, Site } from './installation.ts'
import { faults, mailSettings, type ReceivedMessage, startMailPair } from './mail-pair.ts'

export interface ProviderPair {
  /** The email connections in their order. */
  connections: { provider: string; settings: object }[]
  /** Returns the messages that the primary received completely, in their order. */
  atPrimary(): ReceivedMessage[]
  atSecondary(): ReceivedMessage[]
  fail(): Promise<void>
  recover(): Promise<void>
  stop(): Promise<void>
}

/** Starts two mail servers. */
export async function startSmtp(fault: keyof typeof faults): Promise<ProviderPair> {
  const mail = await startMailPair()
  const connections = [mail.primaryUrl, mail.secondaryUrl].map((url) => ({
    provider: 'smtp',
    settings: mailSettings(url),
  }))
  return { ...mail, connections, fail: () => mail.fail(faults[fault]) }
}

/** Starts two providers with an HTTP API. */
export async function startHttp(fault: HttpFault): Promise<ProviderPair> {
  const pair = await startHttpPair()
  const connections = [pair.primaryUrl, pair.secondaryUrl].map((api_base) => ({
    provider: 'postmark',
    settings: { server_token: 'token', from: 'Shop <hello@shop.example>', api_base },
  }))
  return { ...pair, connections, fail: () => pair.fail(fault) }
}

/** Creates a site with the two email connections. */
export async function createMailSite(
  installation: Installation,
  address: string,
  { connections }: ProviderPair,
): Promise<Site> {
  const site = await installation.createSite(address, 'http://127.0.0.1:1')
  const at = `/workspaces/${site.workspace}/sources/${site.source}/connections/email/providers`
  for (const connection of connections) await installation.manage(address, 'POST', at, connection)
  return site
}
