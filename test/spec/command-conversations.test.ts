// carillon conversations, carillon recipients telegram-link and carillon inbound: chats, chat links, stored webhooks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsIn } from '../harness/command.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { type BotServer, chatMessage, startBotServer } from '../harness/telegram.ts'

let test: TestService
let bot: BotServer
beforeAll(async () => {
  test = await startTestService('postgres')
  bot = await startBotServer()
})
afterAll(async () => {
  await test.stop()
  await bot.stop()
})

const { run, json } = commandsIn(() => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir }))

describe('carillon conversations', () => {
  it('`conversations list` prints a hint while there is no conversation', async () => {
    expect(await run('conversations', 'list')).toEqual({ code: 0, out: '', err: 'There are no replies yet.\n' })
    expect(await run('conversations', 'show', '1')).toMatchObject({ code: 1, out: '' })
  })

  it('`conversations list` and `show` print a chat after a person wrote to the bot', async () => {
    const connected = await run(
      'connection',
      'set',
      'telegram',
      'bot_token=1:abc',
      `api_base=${bot.url}`,
      'mode=polling',
    )
    expect(connected.code).toBe(0)
    bot.queueUpdates(chatMessage(701, 'Where is\nmy order?'))
    const [{ id, recipient }] = await test.until(async () => {
      const { body } = await test.manage('GET', '/workspaces/1/conversations')
      return body.data.length > 0 && body.data
    })
    const listed = await run('conversations', 'list', '--channel', 'telegram')
    expect(listed.out).toMatch(
      new RegExp(`^${id}\t20\\S+ \\S+Z\ttelegram\tAda Lovelace \\(${recipient.id}\\)\tWhere is my order\\?\n$`),
    )
    expect((await json('conversations', 'list', '--recipient', '999')).data).toEqual([])
    const { out } = await run('conversations', 'show', String(id))
    expect(out).toMatch(
      /^Ada Lovelace on telegram, recipient \d+\n\n20\S+ \S+Z {2}Ada Lovelace\nWhere is\nmy order\?\n$/,
    )
    expect((await json('conversations', 'show', String(id), '--limit', '1')).messages).toHaveLength(1)
  })

  it('`recipients telegram-link` prints the link with which a recipient connects a Telegram chat', async () => {
    const { id } = await json('recipients', 'create', 'Grace')
    const { code, out, err } = await run('recipients', 'telegram-link', String(id))
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^The link expires at 20\S+ \S+Z\.\n$/) })
    expect(out).toMatch(/^https:\/\/t\.me\/ShopBot\?start=\S+\n$/)
    expect(await json('recipients', 'telegram-link', String(id), '--source', 'Demo')).toHaveProperty('expires_at')
    expect(await run('recipients', 'telegram-link', '999999')).toMatchObject({ code: 1, out: '' })
  })
})

describe('carillon inbound', () => {
  it('`inbound list` and `show` print stored inbound webhooks, and `inbound apply` accepts only a webhook with a problem', async () => {
    const [request] = (await json('inbound', 'list', '--channel', 'telegram', '--limit', '1')).data
    expect(request).toMatchObject({ status: 'done', problem: null })
    const { out } = await run('inbound', 'list')
    expect(out).toMatch(new RegExp(`^${request.id}\t20\\S+ \\S+Z\tdone\ttelegram\t${request.source_id}\t`))
    expect((await run('inbound', 'list', '--status', 'set_aside')).err).toContain('There were no matching webhooks')
    expect((await run('inbound', 'show', String(request.id))).out).toContain('"update_id"')
    const refused = await run('inbound', 'apply', String(request.id))
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('only a request with a problem can be applied again'),
    ])
    await test.service.db.query({
      text: `update inbound_requests set problem = 'what was it' where id = $1`,
      values: [request.id],
    })
    expect((await run('inbound', 'apply', String(request.id))).out).toContain(`inbound show ${request.id}`)
  })
})
