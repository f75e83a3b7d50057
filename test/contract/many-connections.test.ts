// One scan returns 64 connections. A worker also starts the deliveries of further connections, without waiting for its
// next poll.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorker } from '../../src/delivery/worker.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Consumer } from '../../src/lib/scheduling/consumer.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type TestService } from '../harness/service.ts'

/** The number of connections is larger than the 64 connections that one scan returns. */
const CONNECTIONS = 70

/** A clock without timers, so that the worker never polls. */
const withoutTimers: Clock = { now: () => new Date(), after: () => () => {} }

let api: TestService
let provider: Provider
let worker: Consumer | undefined
beforeAll(async () => {
  api = await startTestService('postgres', {}, 'api')
  provider = await startProvider()
})
afterAll(async () => {
  const stopped = worker?.stop()
  provider.closeConnections()
  await stopped
  await api.stop()
  await provider.stop()
})

async function queueOneMessage(workspace: number, name: string): Promise<void> {
  const sources = `/workspaces/${workspace}/sources`
  const { id } = (await api.manage('POST', sources, { name })).body
  const settings = { webhook_url: `${provider.url}/api/webhooks/1/${name}` }
  await api.manage('PUT', `${sources}/${id}/connections/discord`, { settings })
  const { key } = (await api.manage('POST', `${sources}/${id}/api-keys`, { mode: 'live' })).body
  const message = { recipient: { email: 'ada@example.com' }, channel: 'discord', template: 'hello', vars: { name } }
  const { status, body } = await api.send(key, message)
  expect([status, body.error]).toEqual([202, undefined])
}

it('a worker starts a delivery of each of 70 connections while all earlier attempts are still in flight', async () => {
  const { workspace } = await api.tenant()
  for (let index = 0; index < CONNECTIONS; index++) await queueOneMessage(workspace, `source-${index}`)
  const replies: (() => void)[] = []
  provider.reply(async () => {
    await new Promise<void>((resolve) => replies.push(resolve))
    return { body: { id: '1', channel_id: '1' } }
  })
  const { db, seal } = api.service
  worker = startWorker({
    db,
    seal,
    clock: withoutTimers,
    process: 'many-connections',
    slots: 4 * CONNECTIONS,
    publicUrl: () => api.url,
    allowPrivateNetwork: true,
    onEventsWritten: () => {},
    onError: (error) => {
      throw error
    },
  })
  await api.until(async () => replies.length === CONNECTIONS)
  for (const reply of replies) reply()
  await api.until(async () => {
    const { rows } = await db.query<{ count: number }>({
      text: `select count(*) from deliveries where status = 'sent'`,
    })
    return rows[0]!.count === CONNECTIONS
  })
})
