// Tests of channel connections in a browser: forms, secrets, conflicts, order and pauses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overflows } from '../harness/layout.ts'
import { numberField, numberSettings } from '../harness/number-form.ts'
import { startTestPortal, type TestPortal } from '../harness/portal.ts'
import type { Tenant, TestService } from '../harness/service.ts'

const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>'

let portal: TestPortal
let test: TestService
let tenant: Tenant

beforeAll(async () => {
  portal = await startTestPortal()
  ;({ test, tenant } = portal)
}, 120_000)
afterAll(() => portal.stop())

const managed = (path: string) => `/workspaces/${tenant.workspace}/sources/${path}`

describe('the connections of a source', { timeout: 180_000 }, () => {
  it('connects a channel, marks an invalid field, and keeps a secret that is not changed', async () => {
    const { page, faults, axe } = await portal.open(`sources/${tenant.source}/connections/discord`)
    const field = page.getByRole('textbox', { name: /^Webhook url/i })
    await field.fill('http://')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.locator('[id$="-error"]').waitFor()
    expect(await axe()).toEqual([])

    await field.fill('http://127.0.0.1:9/api/webhooks/1/secret-of-discord')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('Connection saved').waitFor()
    await page.getByText('The check found problems').waitFor()
    expect(await field.inputValue()).toBe('')
    expect(await page.content()).not.toContain('secret-of-discord')

    await page.getByRole('textbox', { name: 'Username' }).fill('Shop')
    await page.getByRole('button', { name: 'Save' }).click()
    const settings = await test.until(async () => {
      const { body } = await test.manage('GET', managed(`${tenant.source}/connections/discord`))
      return body.settings.username === 'Shop' && body.settings
    })
    expect(settings.webhook_url).toBe('••••')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('keeps the input and offers a choice when another member saved the connection', async () => {
    const connection = managed(`${tenant.source}/connections/whatsapp`)
    const settings = numberSettings('101')
    expect((await test.manage('PUT', connection, { settings })).status).toBe(200)
    const { page, faults, axe } = await portal.open(`sources/${tenant.source}/connections/whatsapp`)
    const number = numberField(page)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await number.fill('202')
    const theirs = { settings: numberSettings('102') }
    expect((await test.manage('PUT', connection, theirs)).status).toBe(200)
    await save.click()
    await page.getByText('Another change was saved after you opened this page.').waitFor()
    await page.getByText('Saved version, Phone number ID: 102').waitFor()
    expect(await number.inputValue()).toBe('202')
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Use saved version' }).click()
    await test.until(async () => (await number.inputValue()) === '102')
    await number.fill('202')
    expect((await test.manage('PUT', connection, theirs)).status).toBe(200)
    await save.click()
    await page.getByRole('button', { name: 'Overwrite saved version' }).click()
    await page.getByText('Connection saved').waitFor()
    expect((await test.manage('GET', connection)).body.settings.phone_number_id).toBe('202')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it.each([
    {
      locale: 'en-US',
      rare: 'Advanced settings',
      labels: { base: /^API base/, token: /^Bot token/ },
      title: 'Enter the secrets again',
      save: 'Save',
    },
    {
      locale: 'it-IT',
      rare: 'Impostazioni avanzate',
      labels: { base: /^Base dell’API/, token: /^Token del bot/ },
      title: 'Inserisci di nuovo i segreti',
      save: 'Salva',
    },
  ])(
    'requires the secrets again when the destination changed, in $locale [D67]',
    async ({ locale, rare, labels, title, save }) => {
      const { body } = await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name: locale })
      const connection = managed(`${body.id}/connections/telegram`)
      const first = { bot_token: '1:first', api_base: 'http://127.0.0.1:9' }
      await test.manage('PUT', connection, { settings: first })
      const opened = await portal.open(`sources/${body.id}/connections/telegram`, { locale })
      const { page, faults, axe } = opened
      await page.getByRole('button', { name: rare }).click()
      const base = page.getByRole('textbox', { name: labels.base })
      await base.fill('http://127.0.0.1:10')
      await page.getByText(title, { exact: true }).waitFor()
      expect(await axe()).toEqual([])
      // The browser refuses the empty required field, so no request is sent.
      await page.getByRole('button', { name: save, exact: true }).click()
      expect((await test.manage('GET', connection)).body.settings.api_base).toBe(first.api_base)
      await base.fill(`${first.api_base}/`)
      await page.getByText(title, { exact: true }).waitFor({ state: 'detached' })
      await base.fill('http://127.0.0.1:10')
      await page.getByRole('textbox', { name: labels.token }).fill('1:second')
      await page.getByText(title, { exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: save, exact: true }).click()
      await test.until(
        async () => (await test.manage('GET', connection)).body.settings.api_base === 'http://127.0.0.1:10',
      )
      expect(faults).toEqual([])
      await page.context().close()
    },
  )

  it('lists the connections of a channel in order, and adds, moves and removes them', async () => {
    const { body: source } = await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name: 'Ordered' })
    const at = managed(`${source.id}/connections/email`)
    const mail = (from: string) => ({ url: 'smtp://user:secret@127.0.0.1:2525', from })
    await test.manage('PUT', at, { settings: mail('first@shop.example') })
    const { page, faults, axe } = await portal.open(`sources/${source.id}/connections/email`)
    await page.getByRole('button', { name: 'Add a connection' }).click()
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Add a connection' }) })
    await form.getByRole('textbox', { name: 'Host' }).fill('127.0.0.2')
    await form.getByRole('textbox', { name: 'From' }).fill('second@shop.example')
    await form.getByRole('button', { name: 'Add a connection' }).click()
    await page.getByText('From: second@shop.example').waitFor()
    expect(await axe()).toEqual([])
    expect(await overflows(page)).toBe(false)
    await page.getByRole('button', { name: 'Move up connection 2: SMTP' }).click()
    await test.until(async () => (await test.manage('GET', at)).body.settings.from === 'second@shop.example')
    await page.locator('ol > li').first().getByText('second@shop.example').waitFor()
    await page.getByRole('button', { name: 'Remove connection 2: SMTP' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('From: first@shop.example').waitFor({ state: 'detached' })
    expect((await test.manage('GET', `${at}/providers`)).body.data).toHaveLength(1)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('shows the reason why a connection is paused, and resumes the connection', async () => {
    await test.manage('PUT', managed(`${tenant.source}/connections/telegram`), {
      settings: { bot_token: '1:a', api_base: 'http://127.0.0.1:9' },
    })
    await test.service.db.pool.query(
      `update connections set paused_until = 'infinity', pause_reason = $1 where channel = 'telegram'`,
      [HOSTILE],
    )
    const { page, faults, axe } = await portal.open(`sources/${tenant.source}`, { colorScheme: 'dark' })
    const card = page.getByRole('region', { name: 'Telegram' })
    await card.getByText(HOSTILE).waitFor()
    expect(await axe()).toEqual([])
    await card.getByRole('link', { name: 'Configure' }).click()
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'The check found problems' }).waitFor()
    expect(await page.getByText(HOSTILE).count()).toBe(1)
    await page.goBack()
    await card.getByRole('button', { name: 'Resume' }).click()
    await card.getByText('Connected').waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('the waiting messages of a channel link to a list with the same messages, also those that quiet hours defer', async () => {
    const clockTime = (hours: number) =>
      new Date(test.clock.now().getTime() + hours * 3_600_000).toISOString().slice(11, 16)
    await test.manage('PUT', managed(`${tenant.source}/connections/telegram`), {
      settings: { bot_token: '1:a', api_base: 'http://127.0.0.1:9' },
    })
    await test.manage('PATCH', `/workspaces/${tenant.workspace}`, {
      quiet_hours: { from: clockTime(-2), to: clockTime(2), time_zone: 'UTC' },
    })
    const send = async (chat: string, more: object = {}): Promise<number> => {
      const recipient = { name: chat, telegram_chat_id: chat }
      const message = { recipient, template: 'hello', vars: { name: 'Ada' }, channel: 'telegram', ...more }
      return (await test.send(tenant.liveKey, message)).body.delivery_id
    }
    const deferred = await send('deferred-1')
    await send('scheduled-2', { scheduled_for: new Date(test.clock.now().getTime() + 86_400_000).toISOString() })
    await test.until(async () => {
      const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${deferred}`)
      return body.state === 'deferred'
    })
    const { page, faults } = await portal.open(`sources/${tenant.source}/connections/telegram`)
    await page.getByText('Scheduled for later, or in quiet hours').waitFor()
    const { pending } = (await test.manage('GET', managed(`${tenant.source}/connections/telegram/activity`))).body
    expect(pending).toMatchObject({ due: 0, retrying: 0, paused: 0, scheduled: 2, throttled: 0 })
    await page.getByRole('link', { name: 'Show these messages' }).click()
    const rows = page.getByRole('region', { name: 'Deliveries, newest first' }).locator('tbody').getByRole('row')
    for (const name of ['deferred-1', 'scheduled-2']) await rows.filter({ hasText: name }).first().waitFor()
    expect(await rows.count()).toBe(2)
    expect(faults).toEqual([])
    await page.context().close()
  })
})
