// Tests of approved WhatsApp templates in a browser: the list, its sync, and the choice of a template in the editor.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { approvedTemplate, templatePage } from '../harness/graph.ts'
import { addMember } from '../harness/members.ts'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'
import type { Tenant, TestService } from '../harness/service.ts'
import { startWhatsappAccount, type WhatsappAccount } from '../harness/whatsapp-account.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'

let portal: TestPortal
let test: TestService
let tenant: Tenant
let account: WhatsappAccount
let list: string

beforeAll(async () => {
  portal = await startTestPortal()
  ;({ test, tenant } = portal)
  account = await startWhatsappAccount(test, tenant)
  list = `sources/${tenant.source}/connections/whatsapp`
  await sync(
    approvedTemplate('order_update', { components: [{ type: 'BODY', text: `Order {{1}} for {{2}} ${HOSTILE}` }] }),
    approvedTemplate('spring_sale', { status: 'PAUSED', category: 'MARKETING' }),
  )
})
afterAll(async () => {
  await account?.stop()
  await portal?.stop()
})

/** Sets the templates of the WhatsApp account, and makes the service sync them. */
async function sync(...templates: object[]): Promise<void> {
  account.setTemplates(templatePage(templates))
  const at = `/workspaces/${tenant.workspace}/${list}/templates/sync`
  expect((await test.manage('POST', at)).status).toBe(200)
}

describe('approved templates', () => {
  it('the connection page links to the list of approved templates, which shows the variables of each template, or the reason why messages cannot use it', async () => {
    const opened = await portal.open(list, { viewport: sizes.phone, colorScheme: 'dark' })
    const { page } = opened
    await page.getByRole('link', { name: 'View list' }).click()
    const cards = page.getByRole('list', { name: 'Approved templates' }).getByRole('listitem')
    const usable = cards.filter({ hasText: 'order_update' })
    await usable.getByText(`Order {{1}} for {{2}} ${HOSTILE}`).waitFor()
    await usable.getByText('Utility · Variables: {{1}}, {{2}}').waitFor()
    await cards.getByText('Messages cannot use this template because it is paused by Meta for low quality.').waitFor()
    await page.getByRole('textbox', { name: 'Search by name' }).fill('order')
    await cards.filter({ hasText: 'spring_sale' }).waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Search by name' }).fill('nothing')
    await page.getByText('No matching templates').waitFor()
    await expectNoFaults(opened)
  })

  it('a sync updates the list of approved templates, and a failed sync shows its error and keeps the list', async () => {
    const opened = await portal.open(`${list}/templates`)
    const { page, axe } = opened
    await page.getByText('order_update').waitFor()
    account.setTemplates({ status: 400, body: { error: { code: 190, message: 'expired' } } })
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page
      .getByRole('alert')
      .getByText(/access token/)
      .waitFor()
    expect(await axe()).toEqual([])
    await page.reload()
    await page.getByText('The last sync failed').waitFor()
    await page.getByText('order_update').waitFor()

    account.setTemplates(
      templatePage([approvedTemplate('order_update'), approvedTemplate('welcome', { language: 'it' })]),
    )
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByText('2 templates synced, 2 usable').waitFor()
    await page.getByText('welcome').waitFor()
    await page.getByText('The last sync failed').waitFor({ state: 'detached' })
    await expectNoFaults(opened)
  })

  it('the template editor offers approved templates, then shows the text and the variables of the chosen template', async () => {
    await sync(
      approvedTemplate('order_update', { components: [{ type: 'BODY', text: 'Order {{1}} for {{2}}' }] }),
      approvedTemplate('spring_sale', { status: 'PAUSED' }),
    )
    const { body: other } = await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name: 'Script' })
    const opened = await portal.open('templates/hello')
    const { page, axe } = opened
    await page.getByRole('combobox', { name: 'Text for' }).click()
    await page.getByRole('option', { name: 'WhatsApp' }).click()
    await page.getByRole('button', { name: 'Choose an approved template' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose an approved template' })
    await dialog.getByRole('combobox', { name: 'Source' }).click()
    await page.getByRole('option', { name: 'Script' }).click()
    await dialog.getByText('This source has no WhatsApp connection').waitFor()
    expect(await dialog.getByRole('link', { name: 'Connect WhatsApp' }).getAttribute('href')).toContain(
      `/sources/${other.id}/connections/whatsapp`,
    )
    await dialog.getByRole('combobox', { name: 'Source' }).click()
    await page.getByRole('option', { name: 'App' }).click()
    const paused = dialog.getByRole('button', { name: 'Use template: spring_sale (en)' })
    await paused.waitFor()
    expect(await paused.isDisabled()).toBe(true)
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Use template: order_update (en)' }).focus()
    await page.keyboard.press('Enter')

    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: '1', exact: true }).fill('A-17')
    await page
      .getByRole('figure', { name: 'Preview of the message on WhatsApp' })
      .getByText('Order A-17 for {{2}}')
      .waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published as version 2').waitFor()
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/templates/hello`)
    const contents = Object.values(body.locales as Record<string, { channels?: object }>)
    const whatsapp = { template: 'order_update', language: 'en', body: 'Order {{1}} for {{2}}' }
    expect(contents.flatMap(({ channels }) => channels ?? [])).toEqual([{ whatsapp }])
    await expectNoFaults(opened)
  })

  it('a viewer sees the approved templates and can neither sync nor choose a template', async () => {
    const viewer = await addMember(test, tenant.workspace, 'viewer', 'vi@shop.example')
    const opened = await portal.open(`${list}/templates`, { as: viewer })
    const { page } = opened
    await page.getByText('order_update').waitFor()
    expect(await page.getByRole('button', { name: 'Sync now' }).count()).toBe(0)
    expect((await viewer.request('POST', `/workspaces/${tenant.workspace}/${list}/templates/sync`)).status).toBe(403)
    await page.goto(`${test.url}/w/${tenant.workspace}/templates/hello`)
    await page.getByRole('combobox', { name: 'Text for' }).click()
    await page.getByRole('option', { name: /WhatsApp/ }).click()
    await page.getByText('Channel-specific content').waitFor()
    expect(await page.getByRole('button', { name: 'Choose an approved template' }).count()).toBe(0)
    await expectNoFaults(opened)
  })
})
