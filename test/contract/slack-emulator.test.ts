// Sends Slack messages through the whole service to an independent emulator of Slack with channels, tokens and scopes.

import { createEmulator, type Emulator } from 'emulate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const RICH = 'xoxb-may-write'
const POOR = 'xoxb-may-not'
const HOOK = '/services/T000000001/B000000001/X000000001'

describe('emulated Slack', () => {
  let test: TestService
  let emulator: Emulator
  let orders: string
  beforeAll(async () => {
    test = await startTestService('embedded')
    const tokens = [
      { token: RICH, scopes: ['chat:write', 'channels:read', 'channels:history'] },
      { token: POOR, scopes: ['users:read'] },
    ]
    const seed = { slack: { strict_scopes: true, channels: [{ name: 'orders' }], tokens } }
    emulator = await createEmulator({ service: 'slack', port: 0, seed })
    const { channels } = await callSlack('conversations.list', {})
    orders = channels.find(({ name }: { name: string }) => name === 'orders').id
  })
  afterAll(async () => {
    await test.stop()
    await emulator.close()
  })

  const callSlack = async (method: string, body: object): Promise<Answer['body']> => {
    const headers = { authorization: `Bearer ${RICH}`, 'content-type': 'application/json' }
    const answer = await fetch(`${emulator.url}/api/${method}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.json()
  }
  const newest = async (channel: string) =>
    (await callSlack('conversations.history', { channel, limit: 1 })).messages[0]
  const connectionPath = ({ workspace, source }: Tenant) =>
    `/workspaces/${workspace}/sources/${source}/connections/slack`
  const connected = async (settings: object): Promise<Tenant> => {
    const tenant = await test.tenant()
    const { status, body } = await test.manage('PUT', connectionPath(tenant), { settings })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return tenant
  }
  const bot = (bot_token: string) => connected({ bot_token, channel: orders, api_base: `${emulator.url}/api` })
  const send = async (tenant: Tenant, request: object = {}, slack_channel?: string) => {
    const stored = { mode: 'live', name: 'Ada', slack_channel }
    const { id } = (await test.manage('POST', `/workspaces/${tenant.workspace}/recipients`, stored)).body
    const message = { recipient: { id }, channel: 'slack', template: 'hello', vars: { name: 'Ada & co' }, ...request }
    const { status, body } = await test.send(tenant.liveKey, message)
    expect(status, JSON.stringify(body)).toBe(202)
    return body.delivery_id as number
  }

  it("posts a message with its links in the Slack connection's channel", async () => {
    const tenant = await bot(RICH)
    const actions = [{ slug: 'yes', label: 'Yes <please>', callback_url: 'https://example.com/cb' }]
    const delivery = await test.settled(tenant, await send(tenant, { actions }), 'sent')
    const message = await newest(orders)
    expect(delivery.external_id).toBe(`${orders}:${message.ts}`)
    expect(message.text).toBe('Ciao Ada &amp; co')
    expect(message.blocks[0].text.text).toBe('Ciao Ada &amp; co')
    expect(message.blocks[1].text.text).toMatch(/^<http:\/\/[^|]+\/action\/\w{64}\|Yes &lt;please&gt;>$/)
  })

  it("posts a message in the recipient's Slack channel if the recipient has one", async () => {
    const tenant = await bot(RICH)
    const general = 'C000000001'
    const delivery = await test.settled(tenant, await send(tenant, {}, general), 'sent')
    expect(delivery.external_id).toBe(`${general}:${(await newest(general)).ts}`)
  })

  it("marks a recipient's unknown Slack channel as unusable", async () => {
    const tenant = await bot(RICH)
    const delivery = await test.settled(tenant, await send(tenant, {}, 'C999999999'), 'failed')
    expect(delivery.attempts).toMatchObject([{ outcome: 'recipient_gone', code: 'channel_not_found' }])
  })

  it('pauses a Slack connection whose token lacks a required scope, and names the scope', async () => {
    const tenant = await bot(POOR)
    const id = await send(tenant)
    const connection = await test.until(async () => {
      const { body } = await test.manage('GET', connectionPath(tenant))
      return body.paused && body
    })
    expect(connection.pause_reason).toContain('chat:write')
    expect((await test.manage('POST', `${connectionPath(tenant)}/check`)).body).toMatchObject({ ok: false })
    await test.manage('PUT', connectionPath(tenant), {
      settings: { bot_token: RICH, channel: orders, api_base: `${emulator.url}/api` },
    })
    await test.settled(tenant, id, 'sent')
  })

  it('sends through an incoming Slack webhook, and changes the connection to a bot token', async () => {
    const tenant = await connected({ webhook_url: `${emulator.url}${HOOK}` })
    expect((await test.settled(tenant, await send(tenant), 'sent')).external_id).toBeNull()
    const toBot = { bot_token: RICH, channel: orders, api_base: `${emulator.url}/api` }
    expect((await test.manage('PUT', connectionPath(tenant), { settings: toBot })).body.settings).toMatchObject({
      channel: orders,
    })
    expect((await test.manage('POST', `${connectionPath(tenant)}/check`)).body).toMatchObject({ ok: true })
    expect((await test.settled(tenant, await send(tenant), 'sent')).external_id).toContain(`${orders}:`)
  })

  it('refuses a message to a recipient with a Slack channel when the connection is a webhook', async () => {
    const tenant = await connected({ webhook_url: `${emulator.url}${HOOK}` })
    const stored = { mode: 'live', name: 'Ada', slack_channel: 'D1' }
    const { id } = (await test.manage('POST', `/workspaces/${tenant.workspace}/recipients`, stored)).body
    const message = { recipient: { id }, channel: 'slack', template: 'hello', vars: { name: 'Ada' } }
    const { status, body } = await test.send(tenant.liveKey, message)
    expect([status, body.details.channel]).toEqual([422, [expect.stringContaining('connect a bot token to reach D1')]])
  })
})
