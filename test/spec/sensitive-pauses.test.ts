// Pause reasons that a process of 0.1.0 stores while this version also runs. Version 0.1.0 does not store which message
// caused the pause.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LOCALES, MASK, type SensitiveTest, startSensitiveTest } from '../harness/sensitive.ts'
import { databases } from '../harness/service.ts'

/** The statement with which 0.1.0 stores a pause (132ee01, store/settling.ts). */
const PAUSE_OF_0_1_0 = `update connections set paused_until = greatest(paused_until, $3::timestamptz),
  pause_reason = case when paused_until > $3::timestamptz then pause_reason else $4 end
where id = $1 and version = $2`
/** The statement with which 0.1.0 ends a pause (132ee01, store/connections.ts). */
const RESUME_OF_0_1_0 = 'update connections set paused_until = null, pause_reason = null where id = $1'
const REASON = 'Telegram does not accept 71-Quince'

describe.each(databases)('pause reasons of 0.1.0, %s', (kind) => {
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

  const pauseBy010 = (until: Date | 'infinity', reason = REASON) =>
    s.test.service.db.query({ text: PAUSE_OF_0_1_0, values: [connection.id, connection.version, until, reason] })
  const resumeBy010 = () => s.test.service.db.query({ text: RESUME_OF_0_1_0, values: [connection.id] })
  const connectionFor = async (role: 'viewer' | 'admin') => s.readAs(role, path)
  const conditionFor = async (role: 'viewer' | 'admin') =>
    (await s.readAs(role, '/overview')).conditions.find(({ kind }: { kind: string }) => kind === 'connection_paused')

  let chat = 8300
  /** Pauses the connection through a message that Telegram refuses with 401. Returns the id of the message. */
  const pauseByThisVersion = async () => {
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

  it('shows a pause reason of 0.1.0 to viewers of a workspace that never marked a variable', async () => {
    await s.newTemplate({ sensitive: [] })
    await pauseBy010('infinity')
    expect(await connectionFor('viewer')).toMatchObject({ paused: true, pause_reason: REASON })
  })

  it('does not show viewers a pause reason of 0.1.0 if a template of their workspace marks or once marked a variable as sensitive', async () => {
    const slug = await s.newTemplate()
    await pauseBy010('infinity')
    const seenBy = async (role: 'viewer' | 'admin') => [await connectionFor(role), await conditionFor(role)]
    expect(await seenBy('viewer')).toMatchObject([{ paused: true, pause_reason: MASK }, { reason: MASK }])
    expect(await seenBy('admin')).toMatchObject([{ pause_reason: REASON }, { reason: REASON }])
    await s.test.manage('PUT', `${s.at}/templates/${slug}`, { name: 'Login', locales: LOCALES, sensitive: [] })
    expect(await seenBy('viewer')).toMatchObject([{ pause_reason: MASK }, { reason: MASK }])
  })

  it('does not show viewers a pause reason of 0.1.0 that replaced a pause reason of this version', async () => {
    const id = await pauseByThisVersion()
    const before = await connectionFor('viewer')
    expect(before).toMatchObject({ paused: true, paused_since: expect.any(String) })
    expect(before.pause_reason).toContain('token is not valid')
    await pauseBy010('infinity')
    expect(await connectionFor('viewer')).toMatchObject({ paused: true, paused_since: null, pause_reason: MASK })
    expect(await conditionFor('viewer')).toMatchObject({ since: null, reason: MASK })
    expect(await conditionFor('admin')).toMatchObject({ since: null, reason: REASON })
    await cancel(id)
  })

  it('shows viewers a mask instead of the reason of a pause by 0.1.0 that follows a pause by this version', async () => {
    const id = await pauseByThisVersion()
    await resumeBy010()
    expect(await connectionFor('viewer')).toMatchObject({ paused: false, paused_since: null, pause_reason: null })
    await pauseBy010(new Date(s.test.clock.now().getTime() + 3_600_000))
    const { remedy } = await conditionFor('admin')
    expect(remedy).toMatch(/^No action is needed\./)
    expect(await connectionFor('viewer')).toMatchObject({ paused: true, paused_since: null, pause_reason: MASK })
    await cancel(id)
  })

  it('the error of an expired message omits the pause reason if another message caused the pause and the workspace has sensitive variables', async () => {
    const { test, tenant, send, newTemplate, readAs } = s
    await newTemplate()
    const first = await pauseByThisVersion()
    const recipient = { name: 'Ida', telegram_chat_id: `${chat++}`, locale: 'en' }
    const second = await send(await newTemplate({ sensitive: [] }), { recipient, channel: 'telegram' }, tenant.liveKey)
    test.clock.advance(25 * 3_600_000)
    for (const id of [first, second]) await test.settled(tenant, id, 'failed')
    expect((await readAs('viewer', `/deliveries/${second}`)).error_message).toMatch(
      /: the Telegram connection of the source "App" has been paused since [^ ]+Z$/,
    )
    expect((await readAs('admin', `/deliveries/${first}`)).error_message).toContain('token is not valid')
  })

  it('shows viewers the reason of a pause after this version replaced a pause that 0.1.0 had stored', async () => {
    await pauseBy010(new Date(s.test.clock.now().getTime() - 1000))
    const id = await pauseByThisVersion()
    const shown = await connectionFor('viewer')
    expect(shown).toMatchObject({ paused: true, paused_since: expect.any(String) })
    expect(shown.pause_reason).toContain('token is not valid')
    await cancel(id)
  })
})
