// Large inbound webhooks, templates and files of recipients do not block the main thread.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatMessage, startBotServer } from '../../harness/telegram.ts'
import {
  filled,
  MAX_BLOCKED_MILLISECONDS,
  MB,
  startWatchedService,
  type WatchedService,
  type WatchedTenant,
} from '../../harness/watched-service.ts'

const languages = 'it en de fr es pt nl sv da fi pl cs hu ro el tr ru uk ja'.split(' ')

describe('main thread with large files', () => {
  let service: WatchedService
  let tenant: WatchedTenant
  beforeAll(async () => {
    service = await startWatchedService()
    tenant = await service.newTenant()
  })
  afterAll(() => service?.stop())

  it("does not block the main thread while the service stores and reads a provider's request of 4 MB", async () => {
    const bot = await startBotServer()
    try {
      const at = `/workspaces/${tenant.ws}/sources/${tenant.source}/connections/telegram`
      const settings = { bot_token: '1:abc', api_base: bot.url }
      const { inbound_url } = await service.manage('PUT', at, { settings })
      const secret = bot.webhook()!.secret_token
      const update = {
        update_id: 1,
        ...chatMessage(700, 'as large as may be'),
        numbers: Array.from({ length: 190_000 }, () => 0),
        text: '\ud83d'.repeat(500_000),
      }
      const body = filled(JSON.stringify(update).slice(0, -1), ' ', '}', 4 * MB)
      const blockedFor = await service.longestBlock(async () => {
        const answer = await fetch(`${service.url}${new URL(inbound_url).pathname}`, {
          method: 'POST',
          headers: { 'x-telegram-bot-api-secret-token': secret },
          body,
        })
        expect(answer.status).toBe(200)
        const conversations = `/v1/manage/workspaces/${tenant.ws}/conversations`
        await expect
          .poll(async () => (await service.request('GET', conversations, service.token)).text, { timeout: 120_000 })
          .toContain('as large as may be')
      })
      expect(blockedFor).toBeLessThan(MAX_BLOCKED_MILLISECONDS)
    } finally {
      await bot.stop()
    }
  })

  it('does not block the main thread with a template of 2 MB', async () => {
    const body = '{{name}} '.repeat(11_000)
    const locales = Object.fromEntries(languages.map((language) => [language, { subject: 'x', body }]))
    const saved = JSON.stringify({ slug: 'large', name: 'Large', locales })
    let status = 0
    const blockedFor = await service.longestBlock(async () => {
      ;({ status } = await service.request(
        'POST',
        `/v1/manage/workspaces/${tenant.ws}/templates`,
        service.token,
        saved,
      ))
    })
    expect(status).toBe(201)
    expect(blockedFor).toBeLessThan(MAX_BLOCKED_MILLISECONDS)
  })

  const upload = async (count: number, cell: number) => {
    const rows = Array.from({ length: count }, (_, at) => `P ${at},p${at}@example.com,"${'m'.repeat(cell)}"\n`)
    const at = `/v1/manage/workspaces/${tenant.ws}/recipients/import?dry_run=true`
    const file = `name,email,metadata.city\n${rows.join('')}`
    const accepted = await service.request('POST', at, service.token, file, 'text/csv')
    expect([accepted.status, accepted.text.slice(0, 200)]).toEqual([202, expect.any(String)])
    const { id } = JSON.parse(accepted.text) as { id: number }
    return `/workspaces/${tenant.ws}/recipients/imports/${id}`
  }

  it('does not block the main thread while the service stores a 50 MB file of recipients', async () => {
    let importPath = ''
    const blockedFor = await service.longestBlock(async () => {
      importPath = await upload(12_900, 4_000)
    })
    await service.manage('POST', `${importPath}/cancel`, {})
    expect(blockedFor).toBeLessThan(MAX_BLOCKED_MILLISECONDS)
  })

  it.each([
    ['longest', 40, 250_000],
    ['many short', 20_000, 10],
  ])(
    'does not block the main thread while the service stores and applies a file with the %s rows',
    async (_title, ...rows) => {
      const blockedFor = await service.longestBlock(async () => {
        const at = `/v1/manage${await upload(...rows)}`
        await expect
          .poll(async () => (await service.request('GET', at, service.token)).text, { timeout: 120_000 })
          .toContain('"state":"done"')
      })
      expect(blockedFor).toBeLessThan(MAX_BLOCKED_MILLISECONDS)
    },
  )
})
