// The pages of sources in a real browser: keys shown once and revoked, connections drawn from their schemas and checked.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overflows, sizes } from '../harness/browser.ts'
import { action, click, sendButtons } from '../harness/buttons.ts'
import { addMember } from '../harness/members.ts'
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

describe('sources', { timeout: 180_000 }, () => {
  it('are created with a hostile name that is shown and not run [WHAT-18]', async () => {
    const { page, faults, axe } = await portal.open('sources')
    await page.getByRole('button', { name: 'Create source' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(HOSTILE)
    await page.getByRole('dialog').getByRole('button', { name: 'Create source' }).click()
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor()
    await page.getByText('Nothing is connected yet').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Remove source' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill(HOSTILE)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove source' }).click()
    await page.getByRole('link', { name: 'App' }).waitFor()
    await page.getByText(HOSTILE, { exact: true }).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('give a key once, and revoke it for good [WHAT-19, AUTH-03]', async () => {
    const { page, faults, axe } = await portal.open(`sources/${tenant.source}?tab=keys`, {
      viewport: sizes.phone,
      colorScheme: 'dark',
    })
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click()
    const key = await page.getByText(/^svc_test_/).innerText()
    const sent = () =>
      test.send(key, {
        recipient: { name: 'Bo', email: 'bo@x.example' },
        channel: 'email',
        template: 'hello',
        vars: { name: 'Bo' },
      })
    expect((await sent()).status).toBe(202)
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(/^svc_test_/).waitFor({ state: 'detached' })

    const hint = `…${key.slice(-4)}`
    await page.getByRole('button', { name: `Revoke ${hint}` }).click()
    await page
      .getByRole('dialog', { name: `Revoke the key ${hint}?` })
      .getByRole('button', { name: 'Revoke' })
      .click()
    await page.getByText('The key is revoked').waitFor()
    expect((await sent()).status).toBe(403)
    expect(await overflows(page)).toBe(false)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('a key is created with name, scopes and expiry, listed with id and last use, and edited [D66, D66e]', async () => {
    const { page, faults, axe } = await portal.open(`sources/${tenant.source}?tab=keys`)
    await page.getByRole('button', { name: 'Create API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^Name/ }).fill(HOSTILE)
    await dialog.getByRole('checkbox', { name: 'Send' }).uncheck()
    await dialog.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: 'In 90 days' }).click()
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    const key = await page.getByText(/^svc_test_/).innerText()
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect((await test.send(key, {})).body.error).toBe('forbidden')
    expect((await test.call('GET', '/usage', { key })).status).toBe(200)

    await page.reload()
    const { data } = (await test.manage('GET', managed(`${tenant.source}/api-keys`))).body
    const hint = `…${key.slice(-4)}`
    const made = data.find((one: { hint: string }) => one.hint === hint)
    expect(made).toMatchObject({ name: HOSTILE, scopes: ['read'] })
    const row = page.getByRole('row', { name: new RegExp(`${key.slice(-4)}\\b`) })
    await row.getByText(HOSTILE, { exact: true }).waitFor()
    await row.getByRole('cell', { name: String(made.id), exact: true }).waitFor()
    await row.getByRole('cell', { name: 'Read', exact: true }).waitFor()
    await row.getByRole('cell', { name: /^in (3 months|90 days)/ }).waitFor()
    expect(await row.getByText('Not used yet').count()).toBe(0)

    await page.getByRole('button', { name: `Edit ${hint}` }).click()
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Report')
    await dialog.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: 'Never', exact: true }).click()
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The key is changed').waitFor()
    await row.getByText('Report', { exact: true }).waitFor()
    const changed = (await test.manage('GET', managed(`${tenant.source}/api-keys`))).body.data
    expect(changed.find(({ id }: { id: number }) => id === made.id)).toMatchObject({ name: 'Report', expires_at: null })

    await page.getByRole('button', { name: `Edit ${hint}` }).click()
    await dialog.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: 'At a time of your choice' }).click()
    await dialog.getByLabel('Expires at').fill('2020-01-01T00:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('must be in the future').first().waitFor()
    expect(await axe()).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('a key that expires soon and a key that expired have a badge [D66]', async () => {
    const of = await test.tenant()
    const at = `/workspaces/${of.workspace}/sources/${of.source}/api-keys`
    const HOUR = 3_600_000
    for (const [name, hours] of [
      ['Short', 1],
      ['Soon', 72],
    ] as const) {
      const expires_at = new Date(test.clock.now().getTime() + hours * HOUR).toISOString()
      await test.manage('POST', at, { mode: 'live', name, expires_at })
    }
    test.clock.advance(HOUR)
    const { page, faults, axe } = await portal.open(`../${of.workspace}/sources/${of.source}?tab=keys`, {
      viewport: sizes.phone,
      colorScheme: 'dark',
    })
    await page.getByRole('row', { name: /Short/ }).getByText('Expired', { exact: true }).waitFor()
    await page.getByRole('row', { name: /Soon/ }).getByText('Expires soon').waitFor()
    expect(await page.getByText(/Expired|Expires soon/).count()).toBe(2)
    expect(await axe()).toEqual([])
    expect(await overflows(page)).toBe(false)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('make a trigger address that is shown once, and revoke it [WHAT-20, TRIG-03]', async () => {
    const { page, faults } = await portal.open(`sources/${tenant.source}?tab=keys`)
    await page.getByRole('button', { name: 'Create trigger key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create trigger key' }).click()
    const path = new URL(await page.getByText(/^http.*\/wh\//).innerText()).pathname.replace(/^\/v1/, '')
    const body = { recipient: { name: 'Bo', email: 'bo@x.example' }, template: 'hello', vars: { name: 'Bo' } }
    expect((await test.call('POST', path, { body })).status).toBe(202)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(/\/wh\//).waitFor({ state: 'detached' })

    const section = page.getByRole('region', { name: 'Trigger keys' })
    await section.getByRole('button', { name: /^Revoke/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The key is revoked').waitFor()
    expect((await test.call('POST', path, { body })).status).toBe(401)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('set how many requests a key may make in an hour [LIM-38]', async () => {
    const busy = await test.tenant()
    const { page, faults } = await portal.open(`../${busy.workspace}/sources/${busy.source}?tab=settings`)
    await page.getByRole('textbox', { name: 'Rate limit' }).fill('2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const body = { recipient: { email: 'bo@x.example', name: 'Bo' }, template: 'hello', vars: { name: 'Bo' } }
    const statuses: number[] = []
    for (let sent = 0; sent < 3; sent++) statuses.push((await test.send(busy.testKey, body)).status)
    expect(statuses).toEqual([202, 202, 429])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('advise to ask first where two buttons of a message were taken within two seconds [D25d]', async () => {
    const { links } = await sendButtons(test, tenant.testKey, [action('yes'), action('no')])
    const { page, faults, axe } = await portal.open(`sources/${tenant.source}?tab=clicks`)
    await page.getByRole('switch', { name: 'Ask before a button is taken' }).waitFor()
    expect(await page.getByText('Asking first is advised').count()).toBe(0)
    await Promise.all(links.map((link) => click(link)))
    await page.reload()
    await page.getByText('Asking first is advised').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('switch', { name: 'Ask before a button is taken' }).click()
    await page.getByText('Asking first is advised').waitFor({ state: 'detached' })
    await test.until(async () => (await test.manage('GET', managed(String(tenant.source)))).body.confirm_click)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('connect a channel, say at the field what is wrong, and keep a secret that is left alone', async () => {
    const { page, faults, axe } = await portal.open(`sources/${tenant.source}/connections/discord`)
    const field = page.getByRole('textbox', { name: /^Webhook url/i })
    await field.fill('http://')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.locator('[id$="-error"]').waitFor()
    expect(await axe()).toEqual([])

    await field.fill('http://127.0.0.1:9/api/webhooks/1/secret-of-discord')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('The connection is saved').waitFor()
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

  it('keep what was typed when another member saved the connection, and leave the choice to the person', async () => {
    const connection = managed(`${tenant.source}/connections/email`)
    const settings = { url: 'smtp://127.0.0.1:9?tls=off', from: 'hello@shop.example' }
    expect((await test.manage('PUT', connection, { settings })).status).toBe(200)
    const { page, faults, axe } = await portal.open(`sources/${tenant.source}/connections/email`)
    const from = page.getByRole('textbox', { name: /^From/ })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await from.fill('mine@shop.example')
    const theirs = { settings: { from: 'theirs@shop.example' } }
    expect((await test.manage('PUT', connection, theirs)).status).toBe(200)
    await save.click()
    await page.getByText('Another change was saved after you opened this.').waitFor()
    await page.getByText('from is theirs@shop.example in theirs').waitFor()
    expect(await from.inputValue()).toBe('mine@shop.example')
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await test.until(async () => (await from.inputValue()) === 'theirs@shop.example')
    await from.fill('mine@shop.example')
    expect((await test.manage('PUT', connection, theirs)).status).toBe(200)
    await save.click()
    await page.getByRole('button', { name: 'Save mine over it' }).click()
    await page.getByText('The connection is saved').waitFor()
    expect((await test.manage('GET', connection)).body.settings.from).toBe('mine@shop.example')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it.each([
    {
      locale: 'en-US',
      rare: 'Rarely needed settings',
      labels: { base: /^API base/, token: /^Bot token/ },
      title: 'Enter the secrets again',
      save: 'Save',
    },
    {
      locale: 'it-IT',
      rare: 'Impostazioni che servono di rado',
      labels: { base: /^Base dell’API/, token: /^Token del bot/ },
      title: 'Inserisci di nuovo i segreti',
      save: 'Salva',
    },
  ])(
    'ask for the secrets again when the destination changed, in $locale [D67]',
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
      // The browser itself holds an empty required field back: nothing is sent.
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

  it('list several connections of a channel in their order, which a person adds to, changes and shortens', async () => {
    const { body: source } = await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name: 'Ordered' })
    const at = managed(`${source.id}/connections/email`)
    const mail = (from: string) => ({ url: 'smtp://user:secret@127.0.0.1:2525', from })
    await test.manage('PUT', at, { settings: mail('first@shop.example') })
    const { page, faults, axe } = await portal.open(`sources/${source.id}/connections/email`)
    await page.getByRole('button', { name: 'Add a connection' }).click()
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Add a connection' }) })
    await form.locator('input[type="password"]').first().fill('smtp://user:secret@127.0.0.2:2525')
    await form.getByRole('textbox', { name: 'From' }).fill('second@shop.example')
    await form.getByRole('button', { name: 'Add a connection' }).click()
    await page.getByText('from: second@shop.example').waitFor()
    expect(await axe()).toEqual([])
    expect(await overflows(page)).toBe(false)
    await page.getByRole('button', { name: 'Move up connection 2: SMTP' }).click()
    await test.until(async () => (await test.manage('GET', at)).body.settings.from === 'second@shop.example')
    await page.locator('ol > li').first().getByText('second@shop.example').waitFor()
    await page.getByRole('button', { name: 'Remove connection 2: SMTP' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('from: first@shop.example').waitFor({ state: 'detached' })
    expect((await test.manage('GET', `${at}/providers`)).body.data).toHaveLength(1)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('name why a connection is paused, and resume it', async () => {
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
    await card.getByRole('link', { name: 'Settings and check' }).click()
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'The check found problems' }).waitFor()
    expect(await page.getByText(HOSTILE).count()).toBe(1)
    await page.goBack()
    await card.getByRole('button', { name: 'Resume' }).click()
    await card.getByText('Connected').waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('keep what was typed when the connection is lost', async () => {
    const { page } = await portal.open(`sources/${tenant.source}?tab=settings`)
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Checkout')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The service could not be reached').first().waitFor()
    expect(await name.inputValue()).toBe('Checkout')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor()
    await page.context().close()
  })

  it('leave alone what somebody else changed meanwhile', async () => {
    const { page, faults } = await portal.open(`sources/${tenant.source}?tab=settings`)
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Till')
    await test.manage('PATCH', managed(String(tenant.source)), { rate_limit: 777 })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Till' }).waitFor()
    const { body } = await test.manage('GET', managed(String(tenant.source)))
    expect(body).toMatchObject({ name: 'Till', rate_limit: 777 })
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('show a viewer everything and let them change nothing', async () => {
    const viewer = await addMember(test, tenant.workspace, 'viewer', 'vi@shop.example')
    const { page, faults, axe } = await portal.open(`sources/${tenant.source}?tab=settings`, { as: viewer })
    await page.getByRole('textbox', { name: 'Name', disabled: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Remove source' }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Keys' }).click()
    await page.getByRole('heading', { name: 'Trigger keys' }).waitFor()
    expect(await page.getByRole('button', { name: /Create|Revoke/ }).count()).toBe(0)
    expect(await axe()).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })
})
