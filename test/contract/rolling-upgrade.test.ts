// A rolling upgrade to the next schema version. A process of the next version migrates the database and starts while
// this version still serves requests.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, startProcess } from '../harness/processes.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Statements that a migration of the next version may contain: a column, a table, an index. */
const NEXT = `
alter table deliveries add column flavour text;
alter table keys add column note text not null default '';
create table flavours (id bigint generated always as identity primary key, name text not null);
create index deliveries_by_flavour on deliveries (flavour) where flavour is not null;
`

describe('rolling upgrade', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-next-'))
  const next = path.join(folder, 'carillon')
  const running: Running[] = []
  let test: TestService
  let provider: Provider
  let tenant: Tenant

  beforeAll(async () => {
    mkdirSync(next)
    for (const part of ['dist', 'bin', 'migrations', 'package.json'])
      cpSync(path.join(root, part), path.join(next, part), { recursive: true })
    for (const part of ['node_modules', 'web', 'docs']) symlinkSync(path.join(root, part), path.join(next, part))
    writeFileSync(path.join(next, 'migrations', '9998_next.sql'), NEXT)
    test = await startTestService('postgres', { MASTER_KEY: 'a master key that all share' }, 'api')
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
    tenant = await test.tenant()
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`
    await test.manage('PUT', at, { settings: { bot_token: '1:a', api_base: provider.url } })
  })
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
    await provider.stop()
    await test.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (role: string, version?: string) => {
    const env = {
      ...test.databaseSettings,
      DATA_DIR: test.dataDir,
      MASTER_KEY: 'a master key that all share',
      ALLOW_PRIVATE_NETWORK: '1',
    }
    const process = startProcess(role, env, [], version)
    running.push(process)
    return process
  }
  const stop = async (process: Running) => {
    process.child.kill('SIGTERM')
    running.splice(running.indexOf(process), 1)
    return process.ended
  }
  const send = async (url: string) => {
    const answer = await fetch(`${url}/v1/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.liveKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        recipient: { telegram_chat_id: '7' },
        template: 'hello',
        vars: { name: 'Ada' },
        channel: 'telegram',
      }),
    })
    expect(answer.status).toBe(202)
    return ((await answer.json()) as { delivery_id: number }).delivery_id
  }

  it('loses no message while old processes serve requests, the database is migrated and new processes start', async () => {
    const [oldApi, oldWorker] = [start('api'), start('worker')]
    const oldUrl = await oldApi.url
    const ids = [await send(oldUrl)]

    // 1. The next version migrates the database while the old processes serve requests.
    expect(await start('migrate', next).ended).toBe(0)
    ids.push(await send(oldUrl))
    for (const id of ids) await test.settled(tenant, id, 'sent')
    expect((await fetch(`${oldUrl}/readyz`)).status).toBe(200)

    // 2. Processes of both versions run. Each version accepts messages, and sends messages that the other version
    // accepted.
    const newUrl = await start('api', next).url
    ids.push(await send(oldUrl), await send(newUrl))
    const newWorker = start('worker', next)
    await test.until(async () => /delivering/i.test(newWorker.output()))
    expect(await stop(oldWorker)).toBe(0)
    ids.push(await send(oldUrl), await send(newUrl))
    for (const id of ids) await test.settled(tenant, id, 'sent')
    expect(await stop(oldApi)).toBe(0)
    ids.push(await send(newUrl))
    for (const id of ids) await test.settled(tenant, id, 'sent')
    expect(provider.received.filter(({ path: at }) => at.endsWith('/sendMessage'))).toHaveLength(ids.length)

    // 3. An old process that starts after the migration is refused with an explanation.
    const late = start('worker')
    expect(await late.ended).toBe(1)
    expect(late.output()).toContain('This database was migrated by a newer version (it has 9998_next)')
  })
})
