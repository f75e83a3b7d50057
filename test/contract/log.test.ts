// What an operator reads in the log when the database goes away, and when a process stops in the middle of work.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInstallation, type Installation, post, until } from '../harness/installation.ts'
import { startProvider } from '../harness/provider.ts'

/** From the first start on: an installation keeps the key that it was set up with. */
const secrets = { MASTER_KEY: 'the-master-key-of-this-test', METRICS_TOKEN: 'the-token-of-the-metrics' }

let installation: Installation
beforeAll(async () => {
  installation = await createInstallation('postgres')
})
afterAll(() => installation.remove())

const lines = (output: string) => output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))

it('each reason for which the database is away is said once, by however many loops it is noticed', async () => {
  const provider = await startProvider()
  const service = await installation.start('start', { LOG_LEVEL: 'warn', ...secrets })
  const site = await installation.createSite(service.address, provider.url)
  const message = { recipient: { email: 'a@b.example' }, template: 'hello', vars: { name: 'x' } }
  installation.server!.kill('SIGINT')
  // Ten looks of the quickest loop, and as many refusals, after the server has ended.
  await until(120, async () => lines(service.output()).some(({ reason }) => reason.includes('ECONNREFUSED')))
  for (let refused = 0; refused < 10; refused++) {
    await until(120, async () => (await post(service.address, site.testKey, message)).status === 503)
    await until(60, async () => (await fetch(`${service.address}/readyz`)).status === 503)
  }
  await installation.server!.restart()
  await until(120, async () => (await post(service.address, site.testKey, message)).status === 202)
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  const reasons = lines(service.output()).map(({ reason }) => reason)
  expect(reasons.length).toBeGreaterThan(0)
  expect(reasons).toEqual([...new Set(reasons)])
  // What was accepted last is told to the other processes before the database is closed: no error of ours is left.
  expect(lines(service.output()).filter(({ level }) => level > 40)).toEqual([])
  await provider.stop()
})

it('no line holds a key, a token, a credential, an address or what a message says, whatever goes wrong', async () => {
  const provider = await startProvider()
  provider.reply(() => ({ status: 500, body: { secret: 'of-the-provider' } }))
  const service = await installation.start('start', { LOG_LEVEL: 'trace', ...secrets })
  const site = await installation.createSite(service.address, provider.url)
  const message = {
    recipient: { telegram_chat_id: '990077', name: 'Ada' },
    template: 'hello',
    vars: { name: 'words-of-the-message' },
    channel: 'telegram',
  }
  expect((await post(service.address, site.liveKey, message)).status).toBe(202)
  await until(120, async () => provider.received.length > 0)
  const wrong = 'svc_live_someWrongKey1234567890'
  expect((await post(service.address, wrong, message)).status).toBe(401)
  // An unforeseen error is logged with its stack and without the row that PostgreSQL tells beside it; the answer carries the
  // id that the line does.
  await using(installation, (db) =>
    db.query({ text: `alter table deliveries add constraint unforeseen check (address <> '990077') not valid` }),
  )
  const failed = await fetch(`${service.address}/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
  expect(failed.status).toBe(500)
  await using(installation, (db) => db.query({ text: 'alter table deliveries drop constraint unforeseen' }))
  const id = failed.headers.get('x-request-id')
  await until(10, async () => lines(service.output()).some(({ requestId }) => requestId === id))
  service.child.kill('SIGTERM')
  await service.ended
  const logText = lines(service.output())
    .map((line) => JSON.stringify(line))
    .join('\n')
  expect(logText.length).toBeGreaterThan(0)
  for (const secret of [
    ...Object.values(secrets),
    site.liveKey,
    wrong,
    '990077',
    'words-of-the-message',
    '1:a"',
    'of-the-provider',
  ])
    expect(logText).not.toContain(secret)
  await provider.stop()
})

async function using(of: Installation, work: (db: Awaited<ReturnType<Installation['open']>>) => Promise<unknown>) {
  const db = await of.open()
  await work(db).finally(() => db.close())
}
