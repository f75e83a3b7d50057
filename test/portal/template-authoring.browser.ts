// Tests of authoring in a browser: drafts, errors, HTML and MJML, Liquid, languages side by side, layouts.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { overflows } from '../harness/layout.ts'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'
import type { Tenant, TestService } from '../harness/service.ts'

let portal: TestPortal
let test: TestService
let tenant: Tenant

beforeAll(async () => {
  portal = await startTestPortal()
  ;({ test, tenant } = portal)
}, 120_000)
afterAll(() => portal.stop())

const at = (path: string) => `/workspaces/${tenant.workspace}/${path}`
const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function create(path: string, body: object): Promise<void> {
  const answer = await test.manage('POST', at(path), body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
}

const receipt = {
  slug: 'receipt',
  name: 'Receipt',
  engine: 'liquid',
  locales: { en: { subject: 'Receipt', body: '{% for item in data.items %}{{ item.name }} {% endfor %}' } },
}

describe('authoring of templates', () => {
  it('an error in Liquid is marked in its line, and a template with this error can be saved but not published', async () => {
    await create('templates', receipt)
    const opened = await portal.open('templates/receipt')
    const { page } = opened
    await text(page, 'Text').fill('Fine\n{% for item in data.items %}{{ item.name }}')
    await page.getByText('1 error prevents publishing').waitFor()
    await page.getByRole('button', { name: 'Line 2' }).first().waitFor()
    expect(await page.locator('.cm-lintRange-error').count()).toBeGreaterThan(0)
    expect(await opened.axe()).toEqual([])

    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 error prevents publishing').waitFor()
    expect(await dialog.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
    expect(await opened.axe()).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await text(page, 'Text').fill('{% for item in data.items %}{{ item.name }}! {% endfor %}')
    await page.getByText('1 error prevents publishing').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByRole('region', { name: /Differences/ }).waitFor()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published as version 2').waitFor()
    expect((await test.manage('GET', at('templates/receipt'))).body.locales.en.body).toContain('item.name }}!')
    await expectNoFaults(opened)
  })

  it('a test message of the draft contains the values that the member enters in the dialog', async () => {
    await create('templates', { ...receipt, slug: 'till' })
    const draft = {
      name: 'Receipt',
      engine: 'liquid',
      locales: { en: { body: 'Draft for {{ name }}: {{ data.total }}' } },
    }
    expect((await test.manage('PUT', at('templates/till/draft'), draft)).status).toBe(200)
    const { page, axe, faults } = await portal.open('templates/till')
    await page.getByRole('button', { name: 'Send test' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'name', exact: true }).fill('Grace')
    await dialog.getByRole('textbox', { name: 'data (JSON)' }).fill('{"total": 42}')
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Send test' }).click()
    await dialog.getByText('Test message accepted').waitFor()
    const inbox = await test.until(async () => {
      const { body } = await test.manage('GET', at('test-inbox'))
      return body.data.length > 0 && body.data
    })
    expect(inbox[0].message.body).toContain('Draft for Grace: 42')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('the preview of HTML loads nothing from the network, and shows the styles of the dark scheme', async () => {
    const html =
      '<style>p{color:rgb(1,2,3)}@media (prefers-color-scheme: dark){p{color:rgb(4,5,6)}}</style><p>Hello {{name}}</p><img src="https://pixel.example/a.png" alt="Logo">'
    const locales = { en: { subject: 'Hi', body: 'Hello {{name}}', channels: { email: { html } } } }
    await create('templates', { slug: 'designed', name: 'Designed', locales })
    const opened = await portal.open('templates/designed')
    const { page, axe } = opened
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const color = () => page.frames()[1]?.evaluate(`getComputedStyle(document.querySelector('p')).color`)
    await page.frameLocator('iframe').getByText('Hello Ada').waitFor()
    expect(await color()).toBe('rgb(1, 2, 3)')
    await page.getByText('Dark', { exact: true }).click()
    await expect.poll(color).toBe('rgb(4, 5, 6)')
    await page.getByText('Phone', { exact: true }).click()
    expect(await axe()).toEqual([])
    expect(requests.filter((url) => url.includes('pixel.example'))).toEqual([])
    await expectNoFaults(opened)
  })

  it('the editor starts the MJML of an email with the text of the template, and fits the width of a phone', async () => {
    await create('templates', { slug: 'plain', name: 'Plain', locales: { en: { body: 'Hello {{name}} & co' } } })
    const { page, axe } = await portal.open('templates/plain', { viewport: sizes.phone, colorScheme: 'dark' })
    await page.getByRole('button', { name: /^Design the email/ }).click()
    await page.getByText('MJML', { exact: true }).click()
    await page.frameLocator('iframe').getByText('Hello Ada & co').first().waitFor()
    expect(await text(page, 'MJML source').innerText()).toContain('<mj-text>Hello {{name}} &amp; co</mj-text>')
    expect(await axe()).toEqual([])
    expect(await overflows(page)).toBe(false)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    const { body } = await test.manage('GET', at('templates/plain/draft'))
    expect(body.locales.en.channels.email.mjml).toContain('<mj-section>')
    await page.context().close()
  })

  it('two languages stand side by side, and Arabic is edited from right to left', async () => {
    const locales = { ar: { body: 'مرحبا {{name}}' }, en: { body: 'Hello {{name}}' } }
    await create('templates', { slug: 'two', name: 'Two', locales })
    const opened = await portal.open('templates/two')
    const { page } = opened
    await page.getByRole('tab', { name: 'English (en)' }).click()
    await page.getByRole('button', { name: 'Side by side' }).click()
    const arabic = page
      .getByRole('tabpanel', { name: 'Texts in ar' })
      .getByRole('textbox', { name: 'Text', exact: true })
    await arabic.waitFor()
    expect(await arabic.getAttribute('dir')).toBe('rtl')
    expect(await text(page, 'Text').first().getAttribute('dir')).toBe('ltr')
    await expectNoFaults(opened)
  })

  it('the list finds a template by its tag, and a copy of the template is a draft', async () => {
    await create('templates', { slug: 'tagged', name: 'Tagged', tags: ['spring'], locales: { en: { body: 'Hi' } } })
    const { page, axe, faults } = await portal.open('templates')
    await page.getByRole('button', { name: 'Show only templates with the tag spring' }).first().click()
    await page.getByRole('link', { name: 'Plain' }).waitFor({ state: 'detached' })
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Actions: Tagged' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tagged (copy)' }).waitFor()
    await page.getByText('Never published').waitFor()
    expect((await test.manage('GET', at('templates/tagged-copy'))).body.published).toBe(false)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('a member creates a layout, sees its preview, and selects the layout for a template', async () => {
    await create('templates', { slug: 'letter', name: 'Letter', locales: { en: { body: 'Hi' } } })
    const { page, axe, faults } = await portal.open('layouts')
    await page.getByRole('button', { name: 'Create layout' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Newsletter')
    await dialog.getByRole('button', { name: 'Create layout' }).click()
    await page.getByRole('heading', { level: 1, name: 'Newsletter' }).waitFor()
    await page.frameLocator('iframe').getByText('Unsubscribe').waitFor()
    expect(await axe()).toEqual([])
    await text(page, 'Plain text footer').fill('Shop, Main Street 1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved as version 2').waitFor()

    await page.goto(`${test.url}/w/${tenant.workspace}/templates/letter`)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('combobox', { name: 'Layout' }).click()
    await page.getByRole('option', { name: 'Newsletter' }).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    expect((await test.manage('GET', at('templates/letter/draft'))).body.layout).toBe('newsletter')
    expect(faults).toEqual([])
    await page.context().close()
  })
})
