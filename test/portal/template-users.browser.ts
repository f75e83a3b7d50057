// Tests of the automations that send a template, as the pages of templates name and count them, in a browser.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'
import type { Tenant, TestService } from '../harness/service.ts'

let portal: TestPortal
let test: TestService
let tenant: Tenant

beforeAll(async () => {
  portal = await startTestPortal()
  ;({ test, tenant } = portal)
})
afterAll(() => portal?.stop())

const at = (path: string) => `/workspaces/${tenant.workspace}/${path}`

async function create(path: string, body: object): Promise<void> {
  const answer = await test.manage('POST', at(path), body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
}

describe('the automations that send a template', () => {
  it('the settings link to the automations that send a template, and the removal dialog names them', async () => {
    await create('templates', { slug: 'greeting', name: 'Greeting', locales: { en: { body: 'Hi' } } })
    const trigger = { type: 'contact.created' }
    await create('automations', { name: 'Welcome guests', trigger, source: tenant.source, template: 'greeting' })
    const { page, axe, faults } = await portal.open('templates/greeting')
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByRole('button', { name: 'Remove template' }).click()
    await page.getByRole('dialog').getByText('An automation sends this template: Welcome guests.').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Welcome guests' }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome guests' }).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('the settings show the new name of an automation, and no automation after its removal', async () => {
    await create('templates', { slug: 'renamed', name: 'Renamed', locales: { en: { body: 'Hi' } } })
    const trigger = { type: 'contact.created' }
    await create('automations', { name: 'First name', trigger, source: tenant.source, template: 'renamed' })
    const opened = await portal.open('templates/renamed')
    const { page } = opened
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByRole('link', { name: 'First name' }).click()
    await page.getByRole('heading', { level: 1, name: 'First name' }).waitFor()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit automation' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Second name')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Second name' }).waitFor()
    const automation = page.url()
    await page.goBack()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByRole('link', { name: 'Second name' }).waitFor()

    // The editor stays open while the automation changes elsewhere.
    const change = async (method: string, body?: object) =>
      expect((await test.manage(method, at(`automations/${automation.split('/').at(-1)}`), body)).status).toBeLessThan(
        300,
      )
    await change('PATCH', { name: 'Third name' })
    await page.getByRole('button', { name: 'Remove template' }).click()
    await page.getByRole('dialog').getByText('An automation sends this template: Third name.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Third name' }).waitFor()
    await change('DELETE')
    await page.getByRole('button', { name: 'Remove template' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor()
    expect(await page.getByRole('dialog').getByText('An automation sends').count()).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('No automation sends this template.').waitFor()
    await expectNoFaults(opened)
  })

  it('the list no longer counts an automation that was removed', async () => {
    await create('templates', { slug: 'counted', name: 'Counted', locales: { en: { body: 'Hi' } } })
    const trigger = { type: 'contact.created' }
    await create('automations', { name: 'Counted once', trigger, source: tenant.source, template: 'counted' })
    const opened = await portal.open('templates')
    const { page } = opened
    const row = page.getByRole('row').filter({ hasText: 'Counted' })
    await row.getByText('1 automation', { exact: true }).filter({ visible: true }).waitFor()
    await page.getByRole('link', { name: 'Automations' }).click()
    await page.getByRole('link', { name: 'Counted once' }).click()
    await page.getByRole('heading', { level: 1, name: 'Counted once' }).waitFor()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Remove automation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove automation' }).click()
    await page.getByRole('heading', { level: 1, name: 'Automations' }).waitFor()
    await page.getByRole('link', { name: 'Templates' }).click()
    await row.waitFor()
    await row.getByText('1 automation', { exact: true }).first().waitFor({ state: 'detached' })
    await expectNoFaults(opened)
  })
})
