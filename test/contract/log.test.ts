// The operator's log during a database outage, and after a process is stopped while it works.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInstallation, type Installation, post, until } from '../harness/installation.ts'
import { startProvider } from '../harness/provider.ts'

/** The installation needs these secrets from its first start on. */
const secrets = { MASTER_KEY: 'the-master-key-of-this-test', METRICS_TOKEN: 'the-token-of-the-metrics' }

let installation: Installation
beforeAll(async () => {
  installation = await createInstallation('postgres')
})
afterAll(() => installation.remove())

const lines = (output: string) => output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))

it('logs each reason of a database outage once, although several loops notice it', async () => {
  const provider = await startProvider()
  const service = await installation.start('start', { LOG_LEVEL: 'warn', ...secrets })
  const site = await installation.createSite(service.address, provider.url)
  const message = { recipient: { email: 'a@b.example' }, template: 'hello', vars: { name: 'x' } }
  installation.server!.kill('SIGINT')
  // Waits until ten requests are refused after the database server has stopped. During this wait, the fastest loop
  // scans about ten times.
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
  // Pending notifications are flushed before the database is closed, so the log contains no error.
  expect(lines(service.output()).filter(({ level }) => level > 40)).toEqual([])
  await provider.stop()
})

it('logs no key, token, credential, address or message content, even on errors', async () => {
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
  // The log contains the stack of an unexpected error, but not the row in the `detail` of PostgreSQL's error. The
  // answer has the request id of the log line.
  await withDatabase(installation, (db) =>
    db.query({ text: `alter table deliveries add constraint unforeseen check (address <> '990077') not valid` }),
  )
  const failed = await fetch(`${service.address}/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
  expect(failed.status).toBe(500)
  await withDatabase(installation, (db) => db.query({ text: 'alter table deliveries drop constraint unforeseen' }))
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

async function withDatabase(
  of: Installation,
  work: (db: Awaited<ReturnType<Installation['open']>>) => Promise<unknown>,
) {
  const db = await of.open()
  await work(db).finally(() => db.close())
}
