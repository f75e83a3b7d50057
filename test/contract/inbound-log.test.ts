// The service accepts a provider's unreadable request and logs a warning. If the service refused the request, the
// provider would repeat it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInstallation, type Installation, until } from '../harness/installation.ts'
import { type BotServer, chatMessage, startBotServer } from '../harness/telegram.ts'

describe('log of unreadable inbound requests', () => {
  let installation: Installation
  let bot: BotServer
  let service: Awaited<ReturnType<Installation['start']>>
  let workspace: number
  let at: string
  beforeAll(async () => {
    installation = await createInstallation('embedded')
    bot = await startBotServer()
    service = await installation.start('start', { LOG_LEVEL: 'warn', PUBLIC_URL: 'https://carillon.example' })
    const site = await installation.createSite(service.address, bot.url)
    workspace = site.workspace
    at = bot.webhook()!.url.replace('https://carillon.example', service.address)
  })
  afterAll(async () => {
    await installation.remove()
    await bot.stop()
  })

  const post = async (body: string) => {
    const headers = { 'x-telegram-bot-api-secret-token': bot.webhook()!.secret_token }
    return (await fetch(at, { method: 'POST', body, headers })).status
  }
  const lines = () =>
    service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  it('logs an unreadable body and an undocumented update, and applies all later updates', async () => {
    expect(await post('{"update_id":')).toBe(200)
    expect(await post(JSON.stringify({ update_id: 7, message: { chat: 'nowhere' } }))).toBe(200)
    expect(await post(JSON.stringify({ update_id: 8, ...chatMessage(55, 'hello') }))).toBe(200)
    await until(20, async () => {
      const { data } = await installation.manage(service.address, 'GET', `/workspaces/${workspace}/conversations`)
      return data.length === 1
    })
    await until(10, async () => lines().length >= 2)
    expect(lines()).toMatchObject([
      {
        level: 40,
        channel: 'telegram',
        bytes: 13,
        msg: 'a provider sent an unreadable body; the service responded but did not store the body',
      },
      {
        level: 40,
        channel: 'telegram',
        what: expect.stringContaining('an update'),
        msg: 'an inbound request has unreadable parts',
      },
    ])
    expect(service.output()).not.toContain(bot.webhook()!.secret_token)
  })
})
