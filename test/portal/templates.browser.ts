// Tests of the template editor in a browser: live preview, warnings, languages, versions and edit conflicts.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { overflows } from '../harness/layout.ts'
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

const managed = (slug?: string) =>
  ['/workspaces', tenant.workspace, 'templates', slug].filter((part) => part !== undefined).join('/')
const create = (slug: string, body: string) =>
  test.manage('POST', managed(), { slug, name: slug, locales: { en: { subject: 'Hi {{name}}', body } } })

async function publish(page: Page, version: number): Promise<void> {
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText(`Published as version ${version}`).waitFor()
}

describe('the template editor', { timeout: 180_000 }, () => {
  it('the editor completes placeholders, warns about invalid ones and updates the preview', async () => {
    await create('shipped', `Hello {{name}}, order {{order}} left. ${HOSTILE}`)
    const { page, faults, axe } = await portal.open(`templates/shipped`)
    const mail = page.frameLocator('iframe')
    await mail.getByRole('paragraph').filter({ hasText: 'Hello Ada, order {{order}} left.' }).waitFor()
    expect(await axe()).toEqual([])

    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Bye {{na')
    await page.getByRole('option', { name: 'name' }).click()
    await mail.getByRole('paragraph').filter({ hasText: 'Bye Ada' }).waitFor()

    await page.keyboard.type(' {{odrer}} {{ not one }}')
    await page.getByText('{{ not one }} is not a valid placeholder').waitFor()
    await page.getByRole('button', { name: 'Replace with {{order}}' }).click()
    await page.getByText('No other text of this template uses {{odrer}}.').waitFor({ state: 'detached' })

    for (const channel of ['WhatsApp', 'Telegram', 'Push', 'Discord', 'Slack', 'Messenger']) {
      await page.getByRole('combobox', { name: 'Preview as' }).click()
      await page.getByRole('option', { name: channel }).click()
      const drawn = page.getByRole('figure', { name: `Preview of the message on ${channel}` })
      await drawn.getByText(HOSTILE).waitFor()
    }
    expect(await axe()).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('the editor keeps the input when another member saved the template, and names the member', async () => {
    await create('raced', 'First {{name}}')
    const { page, axe } = await portal.open(`templates/raced`)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('Mine {{name}}')
    const admin = await addMember(test, tenant.workspace, 'admin', 'bob@shop.example')
    const theirs = { name: 'raced', locales: { en: { body: 'Theirs {{name}}' } } }
    expect((await admin.request('PUT', `${managed('raced')}/draft`, theirs)).status).toBe(200)

    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Another member saved this template while you were editing').waitFor()
    await page
      .getByRole('region', { name: /Differences/ })
      .getByText('Theirs {{name}}')
      .waitFor()
    expect(await text.innerText()).toBe('Mine {{name}}')
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Overwrite saved version' }).click()
    await page.getByText('Draft saved').waitFor()
    const { body } = await test.manage('GET', `${managed('raced')}/draft`)
    expect(body.locales.en.body).toBe('Mine {{name}}')
    await page.context().close()
  })

  it('the template editor shows the changes since an older version and restores the older version', async () => {
    await create('changed', 'Old words')
    await test.manage('PUT', managed('changed'), { name: 'changed', locales: { en: { body: 'New words' } } })
    const { page, faults, axe } = await portal.open(`templates/changed/versions`, { colorScheme: 'dark' })
    await page.getByRole('button', { name: /Version 1/ }).click()
    await page.getByText('Old words').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Restore and publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore and publish' }).click()
    await page.getByText('Published as version 3').waitFor()
    expect((await test.manage('GET', managed('changed'))).body.locales.en.body).toBe('Old words')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('a viewer sees a mask instead of a variable that the editor marked as sensitive', async () => {
    await create('login', 'Your code is {{code}}')
    const { page, faults, axe } = await portal.open('templates/login', { viewport: sizes.phone })
    await page.getByRole('button', { name: 'Settings' }).click()
    const marks = page.getByRole('combobox', { name: 'Sensitive variables' })
    await marks.fill('{{code}}')
    await marks.press('Enter')
    await marks.press('Escape')
    await page.getByRole('listbox', { name: 'Sensitive variables' }).waitFor({ state: 'hidden' })
    expect(await axe()).toEqual([])
    expect(await overflows(page)).toBe(false)
    await publish(page, 2)
    expect((await test.manage('GET', managed('login'))).body.sensitive).toEqual(['code'])
    expect(faults).toEqual([])
    await page.context().close()

    const sent = await test.send(tenant.testKey, {
      recipient: { name: 'Ada', email: 'ada@example.com' },
      template: 'login',
      vars: { name: 'Ada', code: '471182' },
      channel: 'email',
    })
    const viewer = await addMember(test, tenant.workspace, 'viewer', 'eve@shop.example')
    const seen = await portal.open(`deliveries/${sent.body.delivery_id}`, { as: viewer })
    const message = seen.page.locator('iframe').contentFrame()
    await message.getByRole('paragraph').filter({ hasText: 'Your code is ••••' }).waitFor()
    expect(await seen.page.content()).not.toContain('471182')
    await seen.page.context().close()
  })

  it('creates a template, adds a language and sends a test message on a phone [WHAT-16]', async () => {
    const phone = { viewport: sizes.phone, colorScheme: 'dark' } as const
    const { page, faults, axe } = await portal.open('templates', phone)
    await page.getByRole('button', { name: 'Create template' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Réminder!')
    await page.getByRole('dialog').getByRole('button', { name: 'Create template' }).click()
    await page.getByRole('heading', { level: 1, name: 'Réminder!' }).waitFor()
    await page.getByRole('button', { name: 'Add language' }).click()
    await page.getByRole('textbox', { name: 'New language' }).fill('de')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('tab', { name: 'German (de)', selected: true }).waitFor()
    await publish(page, 1)

    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send test' }).click()
    await page.getByText('Test message accepted').waitFor()
    expect(await axe()).toEqual([])
    const inbox = await test.until(async () => {
      const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/test-inbox`)
      return body.data.length > 0 && body.data
    })
    expect(inbox[0].template_slug).toBe('reminder')
    expect(await overflows(page)).toBe(false)
    expect(faults).toEqual([])
    await page.context().close()
  })
})
