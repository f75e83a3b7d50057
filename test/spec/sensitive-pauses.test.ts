// Reasons of pauses whose message is not known, because a process of 0.1.0 wrote them beside this version.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LOCALES, MASK, type SensitiveTest, startSensitiveTest } from '../harness/sensitive.ts'
import { databases } from '../harness/service.ts'

/** As 132ee01 writes a pause: store/settling.ts. */
const PAUSE_OF_0_1_0 = `update connections set paused_until = greatest(paused_until, $3::timestamptz),
  pause_reason = case when paused_until > $3::timestamptz then pause_reason else $4 end
where id = $1 and version = $2`
/** As 132ee01 ends a pause: store/connections.ts. */
const RESUME_OF_0_1_0 = 'update connections set paused_until = null, pause_reason = null where id = $1'
const REASON = 'Telegram does not accept 71-Quince'

describe.each(databases)('reasons of pauses that a process of 0.1.0 wrote, on %s', (kind) => {
  let s: SensitiveTest
  let connection: { id: number; version: number }
  let path: string

  beforeAll(async () => {
    s = await startSensitiveTest(kind)
  })
  afterAll(() => s.stop())
  beforeEach(async () => {
    path = `/sources/${s.tenant.source}/connections/telegram`
    await s.test.manage('POST', `${s.at}${path}/resume`)
    connection = await s.readAs('admin', path)
  })

  const pauseByOld = (until: Date | 'infinity', reason = REASON) =>
    s.test.service.db.query({ text: PAUSE_OF_0_1_0, values: [connection.id, connection.version, until, reason] })
  const resumeByOld = () => s.test.service.db.query({ text: RESUME_OF_0_1_0, values: [connection.id] })
  const connectionFor = async (role: 'viewer' | 'admin') => s.readAs(role, path)
  const conditionFor = async (role: 'viewer' | 'admin') =>
    (await s.readAs(role, '/overview')).conditions.find(({ kind }: { kind: string }) => kind === 'connection_paused')

  let chat = 8300
  /** Pauses the connection through a message that Telegram answers with 401, and returns its id. */
  const pauseByNew = async () => {
    const { test, tenant, bot, send, newTemplate } = s
    bot.setReply('sendMessage', () => ({
      status: 401,
      body: { ok: false, error_code: 401, description: 'Unauthorized' },
    }))
    const recipient = { name: 'Ida', telegram_chat_id: `${chat++}`, locale: 'en' }
    const id = await send(await newTemplate({ sensitive: [] }), { recipient, channel: 'telegram' }, tenant.liveKey)
    await test.until(async () => (await connectionFor('admin')).paused)
    bot.setReply('sendMessage', undefined)
    return id
  }
  const cancel = (id: number) => s.test.manage('POST', `${s.at}/deliveries/${id}/cancel`)

  it('are shown to viewers of a workspace that has never marked a variable', async () => {
    await s.newTemplate({ sensitive: [] })
    await pauseByOld('infinity')
    expect(await connectionFor('viewer')).toMatchObject({ paused: true, pause_reason: REASON })
  })

  it('are hidden from viewers of a workspace that marks or once marked a variable', async () => {
    const slug = await s.newTemplate()
    await pauseByOld('infinity')
    const seenBy = async (role: 'viewer' | 'admin') => [await connectionFor(role), await conditionFor(role)]
    expect(await seenBy('viewer')).toMatchObject([{ paused: true, pause_reason: MASK }, { reason: MASK }])
    expect(await seenBy('admin')).toMatchObject([{ pause_reason: REASON }, { reason: REASON }])
    await s.test.manage('PUT', `${s.at}/templates/${slug}`, { name: 'Login', locales: LOCALES, sensitive: [] })
    expect(await seenBy('viewer')).toMatchObject([{ pause_reason: MASK }, { reason: MASK }])
  })

  it('are hidden from viewers where they replace the reason of a pause that this version wrote', async () => {
    const id = await pauseByNew()
    const before = await connectionFor('viewer')
    expect(before).toMatchObject({ paused: true, paused_since: expect.any(String) })
    expect(before.pause_reason).toContain('token is not valid')
    await pauseByOld('infinity')
    expect(await connectionFor('viewer')).toMatchObject({ paused: true, paused_since: null, pause_reason: MASK })
    expect(await conditionFor('viewer')).toMatchObject({ since: null, reason: MASK })
    expect(await conditionFor('admin')).toMatchObject({ since: null, reason: REASON })
    await cancel(id)
  })

  it('are hidden from viewers where a process of 0.1.0 ended the pause before and began another', async () => {
    const id = await pauseByNew()
    await resumeByOld()
    expect(await connectionFor('viewer')).toMatchObject({ paused: false, paused_since: null, pause_reason: null })
    await pauseByOld(new Date(s.test.clock.now().getTime() + 3_600_000))
    const { remedy } = await conditionFor('admin')
    expect(remedy).toMatch(/^No action is needed\./)
    expect(await connectionFor('viewer')).toMatchObject({ paused: true, paused_since: null, pause_reason: MASK })
    await cancel(id)
  })

  it('are left out of what other messages keep that expired in a workspace with marks', async () => {
    const { test, tenant, send, newTemplate, readAs } = s
    await newTemplate()
    const first = await pauseByNew()
    const recipient = { name: 'Ida', telegram_chat_id: `${chat++}`, locale: 'en' }
    const second = await send(await newTemplate({ sensitive: [] }), { recipient, channel: 'telegram' }, tenant.liveKey)
    test.clock.advance(25 * 3_600_000)
    for (const id of [first, second]) await test.settled(tenant, id, 'failed')
    expect((await readAs('viewer', `/deliveries/${second}`)).error_message).toMatch(
      /: the Telegram connection of the source "App" has been paused since [^ ]+Z$/,
    )
    expect((await readAs('admin', `/deliveries/${first}`)).error_message).toContain('token is not valid')
  })

  it('a pause of this version replaces one of 0.1.0, and its message is known again', async () => {
    await pauseByOld(new Date(s.test.clock.now().getTime() - 1000))
    const id = await pauseByNew()
    const shown = await connectionFor('viewer')
    expect(shown).toMatchObject({ paused: true, paused_since: expect.any(String) })
    expect(shown.pause_reason).toContain('token is not valid')
    await cancel(id)
  })
})
