// A callback is sent even if the service is killed with SIGKILL between the click and the receiver's answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outgoing } from '../../src/limits.ts'
import { createInstallation, type Installation, post, type Site, until } from '../harness/installation.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases } from '../harness/service.ts'

describe.concurrent.each(databases)('callbacks of a killed service, %s', (kind) => {
  let receiver: Provider
  let installation: Installation
  let current: Awaited<ReturnType<Installation['start']>>
  let site: Site
  beforeAll(async () => {
    receiver = await startProvider()
    installation = await createInstallation(kind)
    current = await installation.start()
    site = await installation.createSite(current.address, receiver.url)
  })
  afterAll(async () => {
    await installation.remove()
    await receiver.stop()
  })

  it('after a SIGKILL and a restart, sends the callback of every answered click with the original id of the callback', async () => {
    receiver.reply((_request, count) => (count <= 5 ? { hang: true } : { status: 201 }))
    const actions = Array.from({ length: 5 }, (_, n) => ({ slug: `a${n}`, callback_url: `${receiver.url}/${n}` }))
    const { body } = await post(current.address, site.testKey, {
      recipient: { email: 'ada@example.com' },
      template: 'hello',
      vars: { name: 'Ada' },
      actions,
    })
    const links = (body.actions as { url: string }[]).map(({ url }) => new URL(url).pathname)
    const clicks = await Promise.all(links.map((link) => fetch(current.address + link)))
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    // Callbacks of one delivery are sent one after the other. The first call hangs, so the others have not started.
    await until(240, async () => receiver.received.length > 0)
    current.child.kill('SIGKILL')
    await current.ended
    // On PostgreSQL the callback stays claimed until its lease ends.
    if (kind === 'postgres') installation.advanceClock(outgoing.lease)
    receiver.reply(() => ({ status: 201 }))
    current = await installation.start()
    await until(240, async () => {
      const { data } = await installation.manage(
        current.address,
        'GET',
        `/workspaces/${site.workspace}/callbacks?mode=test&status=received`,
      )
      return data.length === 5
    })
    const ids = new Map<string, Set<unknown>>()
    for (const { path, headers } of receiver.received) {
      ids.set(path, (ids.get(path) ?? new Set()).add(headers['x-service-delivery-id']))
    }
    expect([...ids.keys()].sort()).toEqual(['/0', '/1', '/2', '/3', '/4'])
    expect([...ids.values()].every((set) => set.size === 1)).toBe(true)
    expect(receiver.received.length).toBeGreaterThan(5)
    for (const link of links) expect((await fetch(current.address + link)).status).toBe(410)
  })
})
