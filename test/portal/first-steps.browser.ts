// Tests of a new workspace in a browser: first steps, settings, searchable pickers, unusual browsers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookiesOf } from '../harness/browser.ts'
import { expectNoFaults, heading, startTestPortal, type TestPortal } from '../harness/portal.ts'
import { type Provider, startProvider } from '../harness/provider.ts'

let portal: TestPortal
let provider: Provider
let at: string

beforeAll(async () => {
  ;[portal, provider] = await Promise.all([startTestPortal(), startProvider()])
  at = `/workspaces/${portal.tenant.workspace}`
})
afterAll(async () => {
  await portal?.stop()
  await provider?.stop()
})

describe('the first steps', () => {
  it('the first steps show a request for the connected channel, and show no button for a live key if one already exists', async () => {
    const opened = await portal.open('')
    const { page } = opened
    await page.getByRole('button', { name: 'Send a live message' }).click()
    await page.getByText('First connect a channel').waitFor()
    await portal.test.manage('PUT', `${at}/sources/${portal.tenant.source}/connections/discord`, {
      settings: { webhook_url: `${provider.url}/api/webhooks/1/secret` },
    })
    await page.getByText('The message appears in the connected channel.').waitFor()
    provider.reply(() => ({ status: 400, body: { code: 50_035, message: 'Invalid Form Body' } }))
    const { body } = await portal.test.send(portal.tenant.liveKey, {
      recipient: { email: 'ada@example.com' },
      template: 'hello',
      vars: { name: 'Ada' },
      channel: 'discord',
    })
    await portal.test.settled(portal.tenant, body.delivery_id, 'failed')
    const failed = page.getByRole('link', { name: 'Open failed delivery' })
    await failed.waitFor()
    expect(await failed.getAttribute('href')).toContain(`/deliveries/${body.delivery_id}`)
    const call = await page.getByRole('region', { name: 'curl' }).last().innerText()
    expect(call).toContain('"channel":"discord"')
    expect(await page.getByRole('link', { name: 'Create live key' }).count()).toBe(0)
    await page.getByRole('link', { name: 'View keys' }).click()
    await page.getByRole('tab', { name: 'Keys', selected: true }).waitFor()
    await expectNoFaults(opened)
  })

  it('the first steps of a second workspace create the missing source in a dialog', async () => {
    const { id } = (await portal.test.manage('POST', '/workspaces', { name: 'Second' })).body
    const opened = await portal.open('')
    const { page } = opened
    await page.goto(`${portal.test.url}/w/${id}`)
    await page.getByText('This workspace has no source yet.').waitFor()
    await page.getByRole('button', { name: 'Create source' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill('Shop')
    await page.getByRole('dialog').getByRole('button', { name: 'Create source' }).click()
    await heading(page, 'Shop').waitFor()
    await page.goto(`${portal.test.url}/w/${id}`)
    await page.getByText('A message needs a template.').waitFor()
    await expectNoFaults(opened)
  })
})

describe('the settings of a workspace', () => {
  it('the workspace settings change the name, the default language and the notification email', async () => {
    const opened = await portal.open('workspace')
    const { page } = opened
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Trattoria')
    await page.getByLabel('Default language').fill('en')
    await page.getByLabel('Notification email').fill('ops@shop.example')
    await page.getByRole('region', { name: 'General' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    const { body } = await portal.test.manage('GET', at)
    expect(body).toMatchObject({ name: 'Trattoria', default_locale: 'en', notice_email: 'ops@shop.example' })
    await expectNoFaults(opened)
  })
})

describe('the demo source', () => {
  it('the settings of the demo source explain its raised rate limit until an operator changes the limit', async () => {
    const opened = await portal.open('')
    const { page } = opened
    const settings = `${portal.test.url}/w/1/sources/1?tab=settings`
    await page.goto(settings)
    await page.getByText('The limit of this demo source is 10,000').waitFor()
    await portal.test.manage('PATCH', '/workspaces/1/sources/1', { rate_limit: 1_000_000 })
    await page.goto(settings)
    await page.getByLabel('Rate limit').waitFor()
    expect(await page.getByLabel('Rate limit').inputValue()).toBe('1,000,000')
    expect(await page.getByText('The limit of this demo source').count()).toBe(0)
    await expectNoFaults(opened)
  })
})

describe('a picker of a long list', () => {
  it('the template picker finds the last of 201 templates by its name', async () => {
    for (let number = 1; number <= 200; number++) {
      const body = { slug: `letter-${number}`, name: `Letter ${number}`, locales: { it: { body: 'x' } } }
      expect((await portal.test.manage('POST', `${at}/templates`, body)).status).toBe(201)
    }
    const opened = await portal.open('deliveries?mode=test')
    const { page } = opened
    await page.getByRole('button', { name: 'More filters' }).click()
    const field = page.getByRole('combobox', { name: 'Template' })
    await field.click()
    await page.getByText('Type to find more…').waitFor()
    await field.fill('letter 200')
    await page.getByRole('option', { name: 'Letter 200' }).click()
    await page.waitForURL(/template=letter-200/)
    expect(await field.inputValue()).toContain('letter-200')
    await expectNoFaults(opened)
  })
})

describe('the test inbox', () => {
  it('the test inbox shows only notices that were not emailed, also when emailed notices are newer, and loads older notices on request', async () => {
    const insert = (mail: string, count: number) =>
      portal.test.service.db.pool.query(
        `insert into notices (workspace_id, kind, recipients, subject, body, at, mail, next_at)
         select $1, 'subscription_disabled', '{}', $2 || ' notice ' || n, 'x', now(), $2, now() from generate_series(1, $3::int) n`,
        [portal.tenant.workspace, mail, count],
      )
    await insert('kept', 25)
    await insert('sent', 30)
    const opened = await portal.open('test-inbox')
    const { page } = opened
    await page.getByText('kept notice 25', { exact: true }).waitFor()
    expect(await page.getByText('sent notice 30', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show older notices' }).click()
    await page.getByText('kept notice 1', { exact: true }).waitFor()
    await expectNoFaults(opened)
  })
})

describe('a browser', () => {
  it('shows dates and numbers in a browser whose locale has a POSIX suffix', async () => {
    await portal.test.send(portal.tenant.testKey, {
      recipient: { name: 'Ada', email: 'ada@example.com' },
      template: 'hello',
      vars: { name: 'Ada' },
    })
    const opened = await portal.browser.open()
    const { page } = opened
    await page.addInitScript(`Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix'] })`)
    await page.context().addCookies(cookiesOf(portal.test.url, portal.owner.cookie))
    for (const [path, title] of [
      ['', 'Overview'],
      ['deliveries?mode=test', 'Deliveries'],
      ['test-inbox', 'Test inbox'],
    ] as const) {
      await page.goto(`${portal.test.url}/w/${portal.tenant.workspace}/${path}`)
      await heading(page, title).waitFor()
      expect(await page.getByText('An error occurred on this page').count()).toBe(0)
    }
    await page.getByText('Ada').first().waitFor()
    await expectNoFaults(opened)
  })

  it('the Tab key reaches the button that shows the password', async () => {
    const { page } = await portal.browser.open()
    await page.goto(`${portal.test.url}/sign-in`)
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('a secret')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await password.getAttribute('type')).toBe('text')
    await page.context().close()
  })
})
