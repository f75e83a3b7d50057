// What an operator reads in the log when the database goes away, and when a process stops in the middle of work.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInstallation, type Installation, post, until } from '../harness/installation.ts'
import { startProvider } from '../harness/provider.ts'

let installation: Installation
beforeAll(async () => {
  installation = await createInstallation('postgres')
})
afterAll(() => installation.remove())

const lines = (said: string) => said.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))

it('each reason for which the database is away is said once, by however many loops it is noticed', async () => {
  const provider = await startProvider()
  const service = await installation.start('start', { LOG_LEVEL: 'warn' })
  const site = await installation.site(service.address, provider.url)
  const message = { recipient: { email: 'a@b.example' }, template: 'hello', vars: { name: 'x' } }
  installation.server!.kill('SIGINT')
  // Ten looks of the quickest loop, and as many refusals, after the server has ended.
  await until(20, async () => lines(service.said()).some(({ reason }) => reason.includes('ECONNREFUSED')))
  for (let refused = 0; refused < 10; refused++) {
    await until(20, async () => (await post(service.address, site.testKey, message)).status === 503)
    await until(5, async () => (await fetch(`${service.address}/readyz`)).status === 503)
  }
  await installation.server!.restart()
  await until(20, async () => (await post(service.address, site.testKey, message)).status === 202)
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  const reasons = lines(service.said()).map(({ reason }) => reason)
  expect(reasons.length).toBeGreaterThan(0)
  expect(reasons).toEqual([...new Set(reasons)])
  // What was accepted last is told to the other processes before the database is closed: no error of ours is left.
  expect(lines(service.said()).filter(({ level }) => level > 40)).toEqual([])
  await provider.stop()
})
