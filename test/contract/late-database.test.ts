// The service starts before the database server. All long-running roles wait for the server, for a limited time.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { reachDatabase } from '../../src/store/reach.ts'
import { createInstallation, type Installation, until } from '../harness/installation.ts'
import { startProcess } from '../harness/processes.ts'

const WAITING = /database is not reachable.*waiting for it/is
let installation: Installation
beforeAll(async () => {
  installation = await createInstallation('postgres')
})
afterAll(() => installation.remove())

const settings = () => ({
  DATABASE_URL: installation.server!.url(),
  DATA_DIR: installation.dataDir,
  LOG_LEVEL: 'warn',
})
const stopDatabase = async () => {
  installation.server!.kill('SIGINT')
  const db = await installation.open()
  await until(240, () =>
    db.query({ text: 'select 1' }).then(
      () => false,
      () => true,
    ),
  )
  await db.close()
}

it('the commands `start` and `worker` wait for a database server that starts later, and log that they wait', async () => {
  expect(await startProcess('migrate', settings()).ended).toBe(0)
  await stopDatabase()
  const [service, worker] = [startProcess('start', settings()), startProcess('worker', settings())]
  await until(240, async () => WAITING.test(service.output()) && WAITING.test(worker.output()))
  await installation.server!.restart()
  expect((await fetch(`${await service.url}/readyz`)).status).toBe(200)
  await until(240, async () => /delivering/i.test(worker.output()))
  for (const { child } of [service, worker]) child.kill('SIGTERM')
  expect(await Promise.all([service.ended, worker.ended])).toEqual([0, 0])
})

it('exits with code 0 on SIGTERM while it waits for the database', async () => {
  await stopDatabase()
  const service = startProcess('start', settings())
  await until(240, async () => WAITING.test(service.output()))
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  await installation.server!.restart()
})

it('waits for an unreachable database until the time limit but does not retry a refused login', async () => {
  const open = (url: string) =>
    openDatabase({ url, dataDir: installation.dataDir, poolSize: 1, since: new Date(), onFatal: console.error })
  const unreachable = await open('postgres://postgres@127.0.0.1:1/postgres')
  const errors: unknown[] = []
  await expect(
    reachDatabase(unreachable, { patience: 700, onUnreachable: (error) => errors.push(error) }),
  ).rejects.toThrow('ECONNREFUSED')
  expect(errors.length).toBeGreaterThan(0)
  await unreachable.close()

  const refused = new URL(installation.server!.url())
  refused.password = 'wrong'
  const wrong = await open(refused.href)
  await expect(
    reachDatabase(wrong, {
      onUnreachable: () => {
        throw new Error('waited')
      },
    }),
  ).rejects.toThrow('password authentication failed')
  await wrong.close()
})
