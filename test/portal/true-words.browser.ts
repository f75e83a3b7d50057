// Tests of error texts in a browser: problems on the overview, failed deliveries and refused requests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { expectNoFaults, heading, startTestPortal, type TestPortal } from '../harness/portal.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { PROMISES_AN_ATTEMPT } from '../harness/remedies.ts'

const HOUR = 3_600_000
const unauthorized: Reply = { status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } }
const blocked: Reply = {
  status: 403,
  body: { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' },
}
const unavailable: Reply = { status: 500, body: { ok: false } }
const taken: Reply = { body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } }

let portal: TestPortal
let provider: Provider
let at: string
let chats = 0

beforeAll(async () => {
  ;[portal, provider] = await Promise.all([startTestPortal(), startProvider()])
  at = `/workspaces/${portal.tenant.workspace}`
  await portal.test.manage('PUT', `${at}/sources/${portal.tenant.source}/connections/telegram`, {
    settings: { bot_token: '1:abc', api_base: provider.url },
  })
})
afterAll(async () => {
  await portal?.stop()
  await provider?.stop()
})

const send = async (reply: Reply, more: object = {}): Promise<number> => {
  provider.reply(() => reply)
  const recipient = { name: 'Ada', telegram_chat_id: `chat-${++chats}` }
  const message = { recipient, template: 'hello', vars: { name: 'Ada' }, ...more }
  return (await portal.test.send(portal.tenant.liveKey, message)).body.delivery_id
}
/**
 * Resumes the connection, and waits until the message that paused it is sent. If this message fails again, the
 * connection is paused again.
 */
const resume = async (paused: number) => {
  provider.reply(() => taken)
  await portal.test.manage('POST', `${at}/sources/${portal.tenant.source}/connections/telegram/resume`)
  await portal.test.settled(portal.tenant, paused, 'sent')
}
const conditions = async () => (await portal.test.manage('GET', `${at}/overview`)).body.conditions
const inHours = (hours: number) => new Date(portal.test.clock.now().getTime() + hours * HOUR).toISOString()

describe('deliveries', () => {
  it('the delivery list shows the scheduled time of a delivery, and hides a scheduled time that has passed', async () => {
    const later = inHours(72.5)
    await send(taken, { scheduled_for: later })
    const past = await send(unauthorized, { scheduled_for: '2019-01-31T09:00:00Z' })
    await portal.test.until(async () => (await conditions()).length > 0)
    const opened = await portal.open('deliveries')
    const row = opened.page.getByRole('row').filter({ hasText: 'Scheduled' })
    await row.locator(`time[datetime="${later}"]`).waitFor()
    await opened.page.getByText('Connection paused').waitFor()
    expect(await opened.page.locator('main').innerText()).not.toContain('2019')
    await expectNoFaults(opened)
    const story = await portal.open(`deliveries/${past}`, { locale: 'en-GB', timezoneId: 'Europe/Rome' })
    await heading(story.page, `Delivery ${past}`).waitFor()
    await story.page.getByText('Reason for the delay').waitFor()
    const facts = await story.page.locator('main').innerText()
    expect(facts).toMatch(/Scheduled for\s+31 Jan 2019, 10:00/)
    expect(facts).toContain('Times are in your time zone, Europe/Rome.')
    // The API returns times in UTC. The page shows only the time zone of the reader.
    expect(facts).not.toMatch(/\d{4}-\d\d-\d\dT|UTC/)
    expect(facts).toMatch(/Reason for the delay/)
    expect(facts).toMatch(/The Telegram connection of the source "App" has been paused since/)
    await expectNoFaults(story)
    await resume(past)
  })

  it('a failed delivery shows its remedy once and does not repeat an error code', async () => {
    const id = await send(blocked)
    await portal.test.settled(portal.tenant, id, 'failed')
    const opened = await portal.open(`deliveries/${id}`)
    await opened.page.getByText('Reason for the failure').waitFor()
    const mainText = await opened.page.locator('main').innerText()
    expect(mainText.match(/Ask the recipient to start the bot again/g)).toHaveLength(1)
    expect(mainText).not.toMatch(PROMISES_AN_ATTEMPT)
    expect(mainText).not.toContain('403 · 403')
    await expectNoFaults(opened)
  })
})

describe('the overview', () => {
  it('the overview of a workspace without problems shows “No problems”', async () => {
    const calm = await portal.test.tenant()
    const opened = await portal.open(`../${calm.workspace}`)
    await opened.page.getByText('No problems').waitFor()
    await expectNoFaults(opened)
  })

  it.each([
    ['en-GB', ['Telegram is paused', 'High failure rate', 'Open connection'], 'No problems'],
    ['it-IT', ['Telegram è in pausa', 'Tasso di errore elevato', 'Apri il collegamento'], 'Nessun problema'],
  ])(
    'in the locale %s, the overview lists the problems and does not show “No problems”',
    async (locale, expected, well) => {
      for (let n = 0; n < 20; n++) {
        await portal.test.settled(portal.tenant, await send(n % 4 === 0 ? blocked : taken), 'sent', 'failed')
      }
      const paused = await send(unauthorized)
      await portal.test.until(async () => (await conditions()).length > 1)
      const opened = await portal.open('', { locale })
      for (const text of expected) await opened.page.getByText(text, { exact: false }).first().waitFor()
      expect(await opened.page.locator('main').innerText()).not.toContain(well)
      await expectNoFaults(opened)
      await resume(paused)
    },
  )
})

describe('the overview of messages that do not arrive', () => {
  it.each([
    ['en-GB', '1 message failed', 'in the last hour', 'No problems'],
    ['it-IT', '1 messaggio non riuscito', 'nell’ultima ora', 'Nessun problema'],
  ])(
    'in the locale %s, the overview shows the number of failed messages when there is no other problem',
    async (locale, number, when, well) => {
      const tenant = await createConnectedTenant(portal.test, provider)
      provider.reply(() => blocked)
      const message = { recipient: { telegram_chat_id: `chat-${++chats}` }, template: 'hello', vars: { name: 'Ada' } }
      const { body } = await portal.test.send(tenant.liveKey, message)
      await portal.test.settled(tenant, body.delivery_id, 'failed')
      const opened = await portal.open(`../${tenant.workspace}`, { locale })
      const figures = opened.page.locator('section').filter({ hasText: number }).first()
      await figures.getByText(number, { exact: true }).waitFor()
      await figures.getByText(when, { exact: true }).waitFor()
      expect(await opened.page.locator('main').innerText()).not.toContain(well)
      await expectNoFaults(opened)
    },
  )

  it.each([
    ['en-GB', 'Attempts on Telegram are failing', '3 messages of the source “App” are pending'],
    ['it-IT', 'Tentativi non riusciti su Telegram', 'Sorgente “App”: 3 messaggi in attesa'],
  ])(
    'in the locale %s, the overview names the connection whose provider is unavailable',
    async (locale, title, text) => {
      portal.test.clock.advance(2 * HOUR)
      const ids = [await send(unavailable), await send(unavailable), await send(unavailable)]
      await portal.test.until(async () => {
        const found: { kind: string; count: number | null }[] = await conditions()
        return found.find(({ kind }) => kind === 'attempts_failing')?.count === 3
      })
      const opened = await portal.open('', { locale })
      await opened.page.getByText(title).waitFor()
      await opened.page.getByText(text, { exact: false }).waitFor()
      await expectNoFaults(opened)
      // A delivery cannot be cancelled during an attempt.
      const cancel = async (id: number) =>
        (await portal.test.manage('POST', `${at}/deliveries/${id}/cancel`)).status === 200
      for (const id of ids) await portal.test.until(() => cancel(id))
    },
  )
})

describe('a refusal', () => {
  it('shows the reason of a refusal at the field, and shows no API name of the field', async () => {
    const opened = await portal.open(`sources/${portal.tenant.source}/connections/discord`)
    await opened.page.getByRole('textbox', { name: 'Webhook URL' }).fill('no address')
    await opened.page.getByRole('button', { name: 'Connect' }).click()
    await opened.page.getByText('Correct the highlighted fields.').waitFor()
    const mainText = await opened.page.locator('main').innerText()
    expect(mainText).not.toMatch(/settings\.|webhook_url/)
    await opened.page.context().close()
  })

  it('shows the times of a refusal in the time zone of the reader', async () => {
    const opened = await portal.open(`sources/${portal.tenant.source}/connections/discord`, {
      locale: 'en-GB',
      timezoneId: 'Europe/Rome',
    })
    const since = 'paused since 2019-01-31T09:00:00Z'
    const details = { channel: [since], source: [since] }
    const refusal = { error: 'validation_failed', message: 'Invalid request', details }
    await opened.page.route('**/connections/discord', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 422, json: refusal }) : route.continue(),
    )
    await opened.page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://discord.com/api/webhooks/1/x')
    await opened.page.getByRole('button', { name: 'Connect' }).click()
    await opened.page.getByText(/Channel: paused since 31 Jan 2019, 10:00/).waitFor()
    await opened.page.context().close()
  })

  it('shows the times of a check result in the time zone of the reader', async () => {
    const opened = await portal.open(`sources/${portal.tenant.source}/connections/telegram`, {
      locale: 'en-GB',
      timezoneId: 'Europe/Rome',
    })
    const checked = { ok: true, checked: ['provider'], problems: {}, paused: false, pause_reason: null }
    const found = ['the access token expires at 2019-01-31T09:00:00Z']
    await opened.page.route('**/connections/telegram/check', (route) =>
      route.fulfill({ status: 200, json: { ...checked, found } }),
    )
    await opened.page.getByRole('button', { name: 'Check', exact: true }).click()
    await opened.page.getByText(/the access token expires at 31 Jan 2019, 10:00/).waitFor()
    await opened.page.context().close()
  })

  it('the refusal of a field without an input names the field by its label in the portal', async () => {
    await portal.test.manage('PATCH', at, { plan: 'free', quota: 500 })
    for (const channel of ['discord', 'slack'])
      await portal.test.manage('PUT', `${at}/sources/${portal.tenant.source}/connections/${channel}`, {
        settings: { webhook_url: `${provider.url}/${channel === 'slack' ? 'services/T/B/x' : 'api/webhooks/1/x'}` },
      })
    const opened = await portal.open(`sources/${portal.tenant.source}/connections/email`)
    await opened.page.getByLabel(/^Host/).fill('127.0.0.1')
    await opened.page.getByLabel('From', { exact: false }).first().fill('shop@shop.example')
    await opened.page.getByRole('button', { name: 'Connect' }).click()
    await opened.page.getByText(/Channel: the Free plan allows 3 channels/).waitFor()
    expect((await opened.page.locator('main').innerText()).match(/the Free plan allows/g)).toHaveLength(1)
    await opened.page.context().close()
  })
})
