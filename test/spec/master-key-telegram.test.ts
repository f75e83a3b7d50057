// The webhook secret of a Telegram bot is derived from the master key. A new master key therefore gives the bot a new
// secret.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { countSealed } from '../../src/installation/sealed-walk.ts'
import { createLogger } from '../../src/lib/log.ts'
import { createSeal } from '../../src/lib/seal.ts'
import { type Service, startService } from '../../src/service.ts'
import { readKeyCheck } from '../../src/store/installation/installation.ts'
import { preparedCopy } from '../harness/engines.ts'
import { startTestService } from '../harness/service.ts'
import { chatMessage, startBotServer } from '../harness/telegram.ts'

const OLD = 'the master key until now'
const NEW = 'the master key from now on'

describe('Telegram webhooks during an exchange of the master key', () => {
  it('accepts Telegram webhooks before, during and after an exchange of the master key [D53b]', async () => {
    const PUBLIC_URL = 'https://carillon.example'
    const test = await startTestService('embedded', { MASTER_KEY: OLD, PUBLIC_URL, DATA_DIR: await preparedCopy() })
    const [bot, pollingBot, refusingBot] = await Promise.all([startBotServer(), startBotServer(), startBotServer()])
    let service: Service | undefined
    const startWith = async (keys: Record<string, string>) => {
      await (service ?? test.service).stop()
      const env = { DATA_DIR: test.dataDir, PORT: '0', LOG_LEVEL: 'silent', ALLOW_PRIVATE_NETWORK: '1', PUBLIC_URL }
      service = await startService({
        config: readConfig({ ...env, ...keys }),
        role: 'start',
        log: createLogger('silent'),
      })
    }
    try {
      const tenant = await test.tenant()
      const connect = async (source: number, settings: object) => {
        const at = `/workspaces/${tenant.workspace}/sources/${source}/connections/telegram`
        const { status, body } = await test.manage('PUT', at, { settings })
        expect(status).toBe(200)
        return new URL(body.inbound_url).pathname
      }
      const another = async (name: string) =>
        (await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name })).body.id as number
      // Telegram refuses setWebhook for the first bot. The second bot is polled. The third bot must still get its new
      // secret.
      await connect(await another('Deaf'), { bot_token: '2:def', api_base: refusingBot.url })
      await connect(await another('Asked'), { bot_token: '3:ghi', api_base: pollingBot.url, mode: 'polling' })
      const at = await connect(tenant.source, { bot_token: '1:abc', api_base: bot.url })
      const first = bot.webhook()!.secret_token
      refusingBot.setReply('setWebhook', () => ({ status: 502, text: 'no' }))
      const deletedWebhooks = pollingBot.calls('deleteWebhook').length

      let update = 0
      const sendUpdate = async (secret: string) => {
        const { status } = await fetch(`${service!.url}${at}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
          body: JSON.stringify({ update_id: ++update, ...chatMessage(100, `the ${update}.`) }),
        })
        return status
      }

      await startWith({ MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD })
      expect(await sendUpdate(first)).toBe(200)
      await test.until(() => Promise.resolve(bot.webhook()!.secret_token !== first))
      const second = bot.webhook()!.secret_token
      expect(bot.webhook()!.url).toBe(`${PUBLIC_URL}${at}`)
      // A request that Telegram sent before it received the new secret may arrive late.
      expect(await sendUpdate(second)).toBe(200)
      expect(await sendUpdate(first)).toBe(200)
      await test.until(async () => {
        const { rows } = await service!.db.query<{ n: number }>({
          text: `select count(*)::int as n from inbound_requests where state = 'done'`,
        })
        return rows[0]!.n === 3
      })
      expect((await countSealed(service!.db, createSeal(NEW), false)).others).toBe(0)
      // The stored check value of the master key is replaced only after setWebhook was attempted for every bot.
      await test.until(async () => createSeal(NEW).opensAlone((await readKeyCheck(service!.db))!, 'installation'))
      expect(refusingBot.calls('setWebhook').length).toBe(2)
      expect(pollingBot.calls('deleteWebhook').length).toBe(deletedWebhooks)

      await startWith({ MASTER_KEY: NEW })
      expect(await sendUpdate(second)).toBe(200)
      expect(await sendUpdate(first)).toBe(403)
    } finally {
      await service?.stop()
      await test.stop().catch(() => {})
      await Promise.all([bot.stop(), pollingBot.stop(), refusingBot.stop()])
    }
  })
})
