// An event is delivered at least once, always with the same id, even if the process that records or sends it is killed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { delivery } from '../../src/limits.ts'
import { killDuringDispatch } from '../harness/event-kills.ts'
import { createInstallation, type Installation, post, type Site, until } from '../harness/installation.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases } from '../harness/service.ts'

describe.concurrent.each(databases)('events of killed processes, %s', (kind) => {
  it('sends every recorded event when the service is killed, and never changes the id of an event', async () => {
    const messages = 90
    // The embedded database has one process, which ends the leases of a killed process when it starts.
    const skipBeforeRestart = kind === 'postgres' ? delivery.lease : 0
    const { recorded, received } = await killDuringDispatch(kind, messages, 2, { skipBeforeRestart })
    expect(recorded.size).toBe(messages * 3)
    expect([...recorded.values()].every((status) => status === 'received')).toBe(true)
    expect(new Set(received.keys())).toEqual(new Set(recorded.keys()))
  })
})

describe.concurrent('events during a database outage', () => {
  let installation: Installation
  let receiver: Provider
  let site: Site
  let address: string
  beforeAll(async () => {
    receiver = await startProvider()
    receiver.reply(() => ({ status: 200 }))
    installation = await createInstallation('postgres')
    address = (await installation.start()).address
    site = await installation.createSite(address, receiver.url)
    await installation.manage(address, 'POST', `/workspaces/${site.workspace}/subscriptions`, {
      url: `${receiver.url}/events`,
      events: ['delivery.queued'],
    })
  })
  afterAll(async () => {
    await installation.remove()
    await receiver.stop()
  })

  it('when the database restarts during the request to the subscriber, loses no event and records that the event was received', async () => {
    let answer: () => void = () => {}
    receiver.reply(async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return { status: 200 }
    })
    const message = { recipient: { telegram_chat_id: 'c' }, template: 'hello', vars: { name: 'x' } }
    const { body } = await post(address, site.testKey, message)
    const request = await until(240, async () => receiver.received[0])
    installation.server!.kill('SIGKILL')
    answer()
    receiver.reply(() => ({ status: 200 }))
    await installation.server!.restart()
    const at = `/workspaces/${site.workspace}/subscriptions`
    const event = await until(240, async () => {
      const { data } = await installation.manage(address, 'GET', at)
      const events = await installation.manage(address, 'GET', `${at}/${data[0].id}/events`)
      return events.data[0].status === 'received' && events.data[0]
    })
    expect(event).toMatchObject({ delivery_id: body.delivery_id, dispatch_id: request.headers['webhook-id'] })
  })
})
