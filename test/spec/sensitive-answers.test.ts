// Provider responses that repeat a sensitive value. The service does not store them. If such a response was stored
// before the variable was marked, viewers see a mask.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../../src/limits.ts'
import { LOCALES, MASK, type SensitiveTest, startSensitiveTest } from '../harness/sensitive.ts'
import { databases } from '../harness/service.ts'

/**
 * Parts of stored failure texts. Tests use these parts as values of variables, so that a failure text repeats a
 * variable.
 */
const REFUSED = 'refused the message'
const INVALID = 'token is not valid'
const ERROR = `Telegram ${REFUSED} (400)`

describe.each(databases)('provider responses with sensitive values, %s', (kind) => {
  let s: SensitiveTest

  beforeAll(async () => {
    s = await startSensitiveTest(kind)
  })
  afterAll(() => s.stop())

  let chat = 900_000
  /**
   * Sends a message that Telegram refuses, and waits for its failure. The variable `code` repeats a part of the failure
   * text.
   */
  const sendRefused = async (template: string) => {
    const { test, tenant, bot, send } = s
    const body = { ok: false, error_code: 400, description: 'Bad Request: message is weird' }
    bot.setReply('sendMessage', () => ({ status: 400, body }))
    const recipient = { name: 'Ada', telegram_chat_id: `${chat++}`, locale: 'en' }
    const vars = { name: 'Ada', code: REFUSED }
    const id = await send(template, { recipient, vars, channel: 'telegram' }, tenant.liveKey)
    await test.settled(tenant, id, 'failed')
    bot.setReply('sendMessage', undefined)
    return id
  }

  it('stores no provider response that repeats a sensitive value, even if the response escapes the value', async () => {
    const { test, bot, tenant, newTemplate, send } = s
    const slug = await newTemplate()
    const secret = '59&31 "x" 77é20'
    const echoes = [
      secret,
      JSON.stringify(secret),
      encodeURIComponent(secret),
      '59&amp;31 &quot;x&quot; 77&#233;20',
      'code=59=2631=20=22x=22=2077=C3=A920',
    ]
    for (const [index, echo] of echoes.entries()) {
      bot.setReply('sendMessage', () => ({
        status: 400,
        body: { ok: false, error_code: 400, description: `Bad Request: can't parse ${echo}` },
      }))
      const recipient = { name: 'Cleo', telegram_chat_id: `${8000 + index}`, locale: 'en' }
      const vars = { name: 'Cleo', code: secret }
      const id = await send(slug, { recipient, vars, channel: 'telegram' }, tenant.liveKey)
      await test.settled(tenant, id, 'failed')
      const { rows } = await test.service.db.query<{ text: string }>({
        text: `select concat_ws(' ', response, reason, remedy, d.error_message, d.error_code) as text
               from attempts a join deliveries d on d.id = a.delivery_id where d.id = $1`,
        values: [id],
      })
      expect(rows[0]!.text, echo).not.toMatch(/59|77/)
      expect(rows[0]!.text).toContain('repeats a sensitive variable')
    }
    bot.setReply('sendMessage', undefined)
  })

  it('stores the response of the provider if it does not repeat the sensitive value', async () => {
    const { test, bot, tenant, newTemplate, send } = s
    const slug = await newTemplate()
    bot.setReply('sendMessage', () => ({
      status: 400,
      body: { ok: false, error_code: 400, description: 'Bad Request: message is weird' },
    }))
    const recipient = { name: 'Dora', telegram_chat_id: '8100', locale: 'en' }
    const id = await send(slug, { recipient, channel: 'telegram' }, tenant.liveKey)
    const { attempts } = await test.settled(tenant, id, 'failed')
    expect(attempts[0].response).toContain('message is weird')
    bot.setReply('sendMessage', undefined)
  })

  it('masks the error text of a delivery for viewers, in lists, live changes and events, if a variable was marked after admission', async () => {
    const { test, at, newTemplate, readAs, textAs } = s
    const subscribed = await test.manage('POST', `${at}/subscriptions`, {
      url: `${s.bot.url}/events`,
      events: ['delivery.failed', 'delivery.status'],
    })
    const slug = await newTemplate({ sensitive: [] })
    const other = await newTemplate({ sensitive: [] })
    const id = await sendRefused(slug)
    const plain = await sendRefused(other)
    const events = await test.until(async () => {
      const { data } = await readAs('admin', `/subscriptions/${subscribed.body.id}/events?delivery=${id}`)
      const names = data.map(({ event }: { event: string }) => event)
      return names.filter((name: string) => name === 'delivery.status').length === 2 && data
    })
    await test.manage('PUT', `${at}/templates/${slug}`, { name: 'Login', locales: LOCALES, sensitive: ['code'] })
    const errorIn = async (role: 'viewer' | 'admin', path: string, deliveryId: number) => {
      const { data } = await readAs(role, path)
      return data.find((row: { id: number }) => row.id === deliveryId).error_message
    }
    for (const path of [
      '/deliveries?mode=live',
      '/deliveries?mode=live&status=failed',
      '/deliveries/changes?mode=live',
      `/deliveries/changes?mode=live&watch=${id}:queued,${plain}:queued`,
    ]) {
      expect(await errorIn('viewer', path, id), path).toBe(MASK)
      expect(await errorIn('viewer', path, plain), path).toBe(ERROR)
      expect(await errorIn('admin', path, id), path).toBe(ERROR)
    }
    expect(await readAs('viewer', `/deliveries/${id}`)).toMatchObject({
      error_message: MASK,
      attempts: [{ reason: MASK }],
    })
    const texts = { viewer: '', admin: '' }
    for (const role of ['viewer', 'admin'] as const)
      for (const event of events)
        texts[role] += await textAs(role, `/subscriptions/${subscribed.body.id}/events/${event.id}`)
    expect(texts.viewer).not.toContain(REFUSED)
    expect(texts.viewer).toContain(`"error":"${MASK}"`)
    expect(texts.viewer).toContain(`"error_message":"${MASK}"`)
    expect(texts.admin).toContain(REFUSED)
  })

  it('masks the error text of a delivery for viewers if the variables of the listed messages are too large to compare with the text', async () => {
    const { test, tenant, newTemplate, send, readAs } = s
    const template = await newTemplate({ locales: { en: { subject: 'Hello', body: 'Hello {{name}}' } } })
    const ids: number[] = []
    for (let n = 0; n < 8; n++) {
      const recipient = { name: 'Ada', email: `bounce+${n}@sandbox.test`, locale: 'en' }
      ids.push(await send(template, { recipient, vars: { name: 'Ada', code: 'x'.repeat(sizes.variable) } }))
    }
    for (const id of ids) await test.settled(tenant, id, 'failed')
    const errorsFor = async (role: 'viewer' | 'admin') =>
      (await readAs(role, '/deliveries?mode=test&limit=100')).data
        .filter(({ id }: { id: number }) => ids.includes(id))
        .map(({ error_message }: { error_message: string }) => error_message === MASK)
    expect(await errorsFor('admin')).toEqual(Array(8).fill(false))
    const hidden = (await errorsFor('viewer')).filter(Boolean).length
    // The variables of five of these messages fit into 384 KB, the maximum for a comparison.
    expect(hidden).toBe(3)
  })

  it('shows viewers a mask instead of the error in an event after the delivery was deleted', async () => {
    const { test, at, newTemplate, readAs, textAs } = s
    const subscribed = await test.manage('POST', `${at}/subscriptions`, {
      url: `${s.bot.url}/events`,
      events: ['delivery.failed'],
    })
    const id = await sendRefused(await newTemplate({ sensitive: [] }))
    const path = `/subscriptions/${subscribed.body.id}/events`
    const event = await test.until(async () => (await readAs('admin', `${path}?delivery=${id}`)).data[0])
    await test.service.db.query({ text: 'delete from deliveries where id = $1', values: [id] })
    expect((await readAs('viewer', `${path}/${event.id}`)).body.delivery.error_message).toBe(MASK)
    expect(await textAs('admin', `${path}/${event.id}`)).toContain(ERROR)
  })

  it('shows viewers the error of a test event', async () => {
    const { test, at, readAs } = s
    const { body } = await test.manage('POST', `${at}/subscriptions`, {
      url: `${s.bot.url}/events`,
      events: ['delivery.failed'],
    })
    await test.manage('POST', `${at}/subscriptions/${body.id}/test`, { event: 'delivery.failed' })
    const event = await test.until(async () => (await readAs('viewer', `/subscriptions/${body.id}/events`)).data[0])
    const shown = await readAs('viewer', `/subscriptions/${body.id}/events/${event.id}`)
    expect(shown.body.delivery.error_message).not.toBe(MASK)
  })

  it('shows viewers a mask instead of a pause reason, in every response, if the reason repeats a sensitive value', async () => {
    const { test, tenant, bot, at, newTemplate, send, textAs } = s
    const slug = await newTemplate({ sensitive: [] })
    bot.setReply('sendMessage', () => ({
      status: 401,
      body: { ok: false, error_code: 401, description: 'Unauthorized' },
    }))
    const recipient = { name: 'Ida', telegram_chat_id: '8300', locale: 'en' }
    const id = await send(
      slug,
      { recipient, vars: { name: 'Ida', code: INVALID }, channel: 'telegram' },
      tenant.liveKey,
    )
    await test.until(async () => (await textAs('admin', '/overview')).includes(INVALID))
    bot.setReply('sendMessage', undefined)
    await test.manage('PUT', `${at}/templates/${slug}`, { name: 'Login', locales: LOCALES, sensitive: ['code'] })
    const connections = `/sources/${tenant.source}/connections`
    for (const path of ['/overview', connections, `${connections}/telegram`, `/deliveries/${id}`]) {
      expect(await textAs('viewer', path), path).not.toContain(INVALID)
      expect(await textAs('viewer', path), path).toContain(MASK)
      expect(await textAs('admin', path), path).toContain(INVALID)
    }
    await test.manage('POST', `${at}${connections}/telegram/resume`)
    await test.settled(tenant, id, 'sent')
  })

  it('shows viewers a mask instead of the reason of failing attempts if the reason repeats a sensitive value', async () => {
    const { test, tenant, bot, newTemplate, send, readAs, at } = s
    const template = await newTemplate({ sensitive: [] })
    bot.setReply('sendMessage', () => ({ status: 500, body: { ok: false, error_code: 500, description: 'Oops' } }))
    for (let n = 0; n < 3; n++) {
      const recipient = { name: 'Ada', telegram_chat_id: `${chat++}`, locale: 'en' }
      const vars = { name: 'Ada', code: 'internal error' }
      const id = await send(template, { recipient, vars, channel: 'telegram' }, tenant.liveKey)
      await test.until(async () => (await readAs('admin', `/deliveries/${id}`)).reason === 'retryable')
    }
    bot.setReply('sendMessage', undefined)
    await test.manage('PUT', `${at}/templates/${template}`, { name: 'Login', locales: LOCALES, sensitive: ['code'] })
    const failing = async (role: 'viewer' | 'admin') =>
      (await readAs(role, '/overview')).conditions.find(({ kind }: { kind: string }) => kind === 'attempts_failing')
    expect(await failing('viewer')).toMatchObject({
      reason: MASK,
      message: expect.not.stringContaining('internal error'),
    })
    expect(await failing('admin')).toMatchObject({ reason: expect.stringContaining('internal error') })
  })

  it('does not show viewers why an address of a recipient is unusable', async () => {
    const { test, tenant, bot, newTemplate, send, readAs, textAs } = s
    bot.setReply('sendMessage', () => ({
      status: 403,
      body: { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' },
    }))
    const recipient = { name: 'Jon', telegram_chat_id: '8400', locale: 'en' }
    const id = await send(await newTemplate(), { recipient, channel: 'telegram' }, tenant.liveKey)
    const { recipient_id } = await test.settled(tenant, id, 'failed')
    bot.setReply('sendMessage', undefined)
    const full = (await readAs('admin', `/recipients/${recipient_id}`)).unusable.telegram
    expect(full.reason).not.toBe(MASK)
    const shown = { ...full, reason: MASK }
    expect((await readAs('viewer', `/recipients/${recipient_id}`)).unusable.telegram).toEqual(shown)
    expect(await textAs('viewer', '/recipients?mode=live&q=Jon')).toContain(JSON.stringify(shown))
  })
})
