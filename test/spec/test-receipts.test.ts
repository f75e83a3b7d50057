// Receipts of test messages: several numbers of one account, connections with much traffic, and large requests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphSettings, signBody } from '../harness/graph.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('the receipt of a test message, %s', (kind) => {
  let test: TestService
  let graph: Provider
  let place: string
  let inbound: string
  let ids: number[]
  let messages = 0

  beforeAll(async () => {
    test = await startTestService(kind)
    graph = await startProvider()
    // The id contains a slash, because Meta may escape this character in a webhook.
    graph.reply(() => ({
      body: { messaging_product: 'whatsapp', messages: [{ id: `wamid.test/${++messages}==` }], contacts: [] },
    }))
    const tenant = await test.tenant()
    place = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/whatsapp`
    const { whatsapp } = graphSettings(graph.url)
    const first = (await test.manage('POST', `${place}/providers`, { settings: whatsapp })).body
    const second = { ...whatsapp, phone_number_id: '11' }
    ids = [first.id, (await test.manage('POST', `${place}/providers`, { settings: second })).body.id]
    inbound = first.inbound_url.replace(/^.*\/v1/, '')
  })
  afterAll(async () => {
    await test.stop()
    await graph.stop()
  })

  const send = async (connection: number | undefined) => {
    const { status, body } = await test.manage('POST', `${place}/test`, { to: '+393331234567', connection })
    expect([status, body.accepted], JSON.stringify(body)).toEqual([200, true])
    return body
  }
  /** Posts the statuses to the URL of the first number, as Meta does for all numbers of an app. */
  const post = async (number: string, messageIds: string[]) => {
    const timestamp = String(Math.floor(test.clock.now().getTime() / 1000))
    const statuses = messageIds.map((id) => ({ id, status: 'delivered', timestamp, recipient_id: '393331234567' }))
    const value = { metadata: { phone_number_id: number }, statuses }
    const entry = [{ id: '20', changes: [{ field: 'messages', value }] }]
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry }).replaceAll('/', '\\/')
    const headers = { 'x-hub-signature-256': signBody(body) }
    expect((await test.call('POST', inbound, { body, headers })).status).toBe(200)
  }
  const read = ({ connection, external_id, sent_at }: Record<string, string>) => {
    const query = new URLSearchParams({ connection: String(connection), external_id: external_id!, sent_at: sent_at! })
    return test.manage('GET', `${place}/test?${query.toString()}`)
  }

  it('finds the receipt of a test message through the second number, although the receipt arrives at the URL of the first number', async () => {
    const sent = await send(ids[1])
    expect((await read(sent)).body.receipt).toBeNull()
    await post('11', [sent.external_id])
    expect((await read(sent)).body.receipt).toMatchObject({ status: 'delivered' })
  })

  it('finds no receipt for the first number if the test message was sent through the second number', async () => {
    const sent = await send(ids[1])
    await post('11', [sent.external_id])
    expect((await read({ ...sent, connection: String(ids[0]) })).body.receipt).toBeNull()
  })

  it('finds the receipt of a test message after 120 later webhooks about other messages', async () => {
    const sent = await send(ids[0])
    await post('10', [sent.external_id])
    for (let i = 0; i < 120; i++) await post('10', [`wamid.other-${i}`])
    expect((await read(sent)).body.receipt).toMatchObject({ status: 'delivered' })
  })

  it('finds the receipt of a test message in a webhook of more than 64 KB', async () => {
    const sent = await send(ids[0])
    await post('10', [...Array.from({ length: 1000 }, (_, i) => `wamid.large-${i}`), sent.external_id])
    expect((await read(sent)).body.receipt).toMatchObject({ status: 'delivered' })
  })

  it('searches for a receipt only within two hours after the test message, so that a search never reads all stored webhooks', async () => {
    const sent = await send(ids[0])
    test.clock.advance(2 * 3600_000 + 1000)
    const { status, body } = await read(sent)
    expect([status, body.details.sent_at]).toEqual([422, [expect.stringMatching(/2 hours/)]])
  })
})
