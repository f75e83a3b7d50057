// An exchange of the master key. Processes with the old key and processes with the new key work together until the old
// key can be removed.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { opensInstallation } from '../../src/installation/installation.ts'
import { countSealed } from '../../src/installation/sealed-walk.ts'
import { createLogger } from '../../src/lib/log.ts'
import { createSeal } from '../../src/lib/seal.ts'
import type { ProcessRole } from '../../src/process-role.ts'
import { type Service, startService } from '../../src/service.ts'
import { carillon } from '../harness/command.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { preparedCopy } from '../harness/engines.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const OLD = 'the master key until now'
const NEW = 'the master key from now on'

describe('exchange of the master key, postgres', () => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  const running: Service[] = []
  beforeAll(async () => {
    test = await startTestService('postgres', { MASTER_KEY: OLD, MASTER_KEY_NEXT: NEW })
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 1 } } } }))
    tenant = await createConnectedTenant(test, provider)
  })
  afterAll(async () => {
    for (const service of running) await service.stop()
    await provider.stop()
    await test.stop()
  })

  const envOf = (keys: Record<string, string>) => ({
    ...test.databaseSettings,
    DATA_DIR: test.dataDir,
    PORT: '0',
    ALLOW_PRIVATE_NETWORK: '1',
    LOG_LEVEL: 'silent',
    ...keys,
  })
  const start = async (role: ProcessRole, keys: Record<string, string>) => {
    const config = readConfig(envOf(keys))
    const service = await startService({ config, role, log: createLogger('silent'), clock: test.clock })
    running.push(service)
    return service
  }
  const stop = async (service: Service) => {
    running.splice(running.indexOf(service), 1)
    await service.stop()
  }
  const message = {
    recipient: { telegram_chat_id: '1' },
    template: 'hello',
    vars: { name: 'Ada' },
    channel: 'telegram',
    actions: [{ slug: 'yes', label: 'Yes', callback_url: 'http://127.0.0.1:2/' }],
  }
  const sendAt = async (url: string, key = tenant.liveKey) => {
    const answer = await fetch(`${url}/v1/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    expect(answer.status).toBe(202)
    return (await answer.json()) as { delivery_id: number; actions: { url: string }[] }
  }
  const sealedWithOld = async () => (await countSealed(test.service.db, createSeal(NEW), false)).others
  const doctor = async (keys: Record<string, string>) => {
    const { out } = await carillon(['doctor', '--json'], { ...envOf(keys), CARILLON_URL: 'http://127.0.0.1:2' })
    const { checks } = JSON.parse(out) as { checks: { what: string; level: string; says: string }[] }
    return checks.find(({ what }) => what === 'master key')!
  }

  it('refuses to start with a master key that decrypts no stored secret, and reports the reason', async () => {
    await expect(start('worker', { MASTER_KEY: NEW })).rejects.toThrow(
      'This database was set up with another master key',
    )
    await expect(start('worker', { MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: 'some third master key' })).rejects.toThrow(
      'do not match either',
    )
    expect(() => readConfig({ MASTER_KEY_PREVIOUS: OLD })).toThrow('set MASTER_KEY too')
    expect(() => readConfig({ MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD, MASTER_KEY_NEXT: OLD })).toThrow(
      'set only one of them',
    )
  })

  it('processes with the old and the new master key work together until all secrets are encrypted with the new key [D53]', async () => {
    const before = await sealedWithOld()
    expect(before).toBeGreaterThan(4)
    expect(await doctor({ MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD })).toMatchObject({
      level: 'warn',
      says: `Secrets that are not encrypted with MASTER_KEY yet: ${before} of ${before}.`,
    })
    const old = await sendAt(test.url)
    const api = await start('api', { MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD })
    // The old process decrypts the secrets that the new process encrypted, and sends the message.
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`
    const token = readFileSync(`${test.dataDir}/admin-token`, 'utf8').trim()
    const changed = await fetch(`${api.url}/v1/manage${at}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ settings: { bot_token: '2:new', api_base: provider.url } }),
    })
    expect(changed.status).toBe(200)
    const next = await sendAt(api.url!)
    for (const { delivery_id } of [old, next]) await test.settled(tenant, delivery_id, 'sent')
    // A start without the previous key is refused until all secrets are encrypted with the new key.
    await expect(start('api', { MASTER_KEY: NEW })).rejects.toThrow('This database was set up with another master key')

    const worker = await start('worker', { MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD })
    await test.until(async () => (await sealedWithOld()) === 0)
    await test.until(async () => (await doctor({ MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD })).level === 'ok')
    // The old process still sends messages. The new process accepts the action links of these messages.
    await test.settled(tenant, (await sendAt(test.url)).delivery_id, 'sent')
    const page = await fetch(`${api.url}${new URL(old.actions[0]!.url).pathname}`, {
      headers: { accept: 'application/json' },
    })
    expect(page.status).toBe(200)
    await stop(worker)
    await stop(api)
  })

  it('a process with only the new master key can start and send after all secrets were encrypted with the new key', async () => {
    // The old process encrypted another secret after all secrets were converted to the new key. A new worker converts
    // this secret too.
    const { body: key } = await test.manage(
      'POST',
      `/workspaces/${tenant.workspace}/sources/${tenant.source}/api-keys`,
      {
        mode: 'live',
      },
    )
    expect(await sealedWithOld()).toBe(1)
    const worker = await start('worker', { MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD })
    await test.until(async () => (await sealedWithOld()) === 0)
    await stop(worker)
    const alone = await start('start', { MASTER_KEY: NEW })
    const { delivery_id } = await sendAt(alone.url!, key.key)
    await test.settled(tenant, delivery_id, 'sent')
    await expect(start('worker', { MASTER_KEY: OLD })).rejects.toThrow(
      'This database was set up with another master key',
    )
  })
})

describe('exchange of the master key, embedded', () => {
  it('exchanges the master key of an embedded installation with one restart', async () => {
    const first = await startTestService('embedded', { MASTER_KEY: OLD, DATA_DIR: await preparedCopy() })
    try {
      await first.tenant()
      const before = await countSealed(first.service.db, createSeal(NEW), false)
      expect(before.others).toBe(before.all)
      await first.service.stop()
      const config = readConfig({
        DATA_DIR: first.dataDir,
        PORT: '0',
        LOG_LEVEL: 'silent',
        MASTER_KEY: NEW,
        MASTER_KEY_PREVIOUS: OLD,
      })
      const second = await startService({ config, role: 'start', log: createLogger('silent') })
      // The stored check value of the master key is replaced last.
      await first.until(async () => (await opensInstallation(second.db, createSeal(NEW))) === true)
      expect((await countSealed(second.db, createSeal(NEW), false)).others).toBe(0)
      await second.stop()
      const third = await startService({
        config: { ...config, masterKeyPrevious: undefined },
        role: 'start',
        log: createLogger('silent'),
      })
      await third.stop()
    } finally {
      await first.stop().catch(() => {})
    }
  })
})
