// Tests of categories in a browser: the page of the categories, and the preferences of a recipient.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestPortal, type TestPortal } from '../harness/portal.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
}, 120_000)
afterAll(async () => {
  await portal.stop()
})

describe('categories in the portal', () => {
  it('an owner creates, edits and removes a category, and a recipient declines it', async () => {
    const { test, tenant } = portal
    const at = `/workspaces/${tenant.workspace}`
    const { page, faults, axe } = await portal.open('categories')
    await page.getByRole('heading', { name: 'No categories yet' }).waitFor()
    await page.getByRole('button', { name: 'Create category' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Newsletter')
    await dialog.getByRole('textbox', { name: 'Slug' }).fill('newsletter')
    await dialog.getByRole('textbox', { name: 'Names in other languages' }).fill('it=Notizie')
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Create category' }).click()
    await page.getByText('newsletter', { exact: true }).waitFor()
    expect((await test.manage('GET', `${at}/categories/newsletter`)).body.names).toEqual({ it: 'Notizie' })

    await page.getByRole('button', { name: 'Actions: Newsletter' }).click()
    await page.getByRole('menuitem', { name: 'Edit category' }).click()
    await dialog.getByRole('textbox', { name: 'Description' }).fill('News each month.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('News each month.').waitFor()
    expect(await axe()).toEqual([])

    const person = await test.manage('POST', `${at}/recipients`, { mode: 'test', name: 'Ada', email: 'ada@x.example' })
    const opened = await portal.open(`recipients/${person.body.id}`)
    await opened.page.getByRole('combobox', { name: 'Newsletter', exact: true }).click()
    await opened.page.getByRole('option', { name: 'Declines', exact: true }).click()
    await expect
      .poll(
        async () => (await test.manage('GET', `${at}/recipients/${person.body.id}/preferences`)).body.data[0].allowed,
      )
      .toBe(false)
    expect(await opened.axe()).toEqual([])
    await test.manage('PATCH', `${at}/recipients/${person.body.id}/preferences`, { '*': { allowed: false } })
    await opened.page.reload()
    await opened.page.getByText('The recipient unsubscribed from everything.').waitFor()
    expect(await opened.axe()).toEqual([])
    await opened.page.getByRole('button', { name: 'Lift this opt-out' }).click()
    await opened.page.getByRole('combobox', { name: 'Newsletter', exact: true }).waitFor()
    expect(opened.faults).toEqual([])
    await opened.page.context().close()

    await page.getByRole('button', { name: 'Actions: Newsletter' }).click()
    await page.getByRole('menuitem', { name: 'Remove category' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove category' }).click()
    await page.getByRole('heading', { name: 'No categories yet' }).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('shows the category of a delivery, and filters the list by it', async () => {
    const { test, tenant } = portal
    await test.manage('POST', `/workspaces/${tenant.workspace}/categories`, { slug: 'tips', name: 'Tips' })
    const message = { recipient: { email: 'cat@x.example', name: 'Cat' }, template: 'hello', vars: { name: 'Cat' } }
    const { body: tip } = await test.send(tenant.testKey, { ...message, category: 'tips' })
    const { body: other } = await test.send(tenant.testKey, { ...message, recipient: { email: 'dog@x.example' } })
    for (const { delivery_id } of [tip, other]) await test.settled(tenant, delivery_id, 'sent')
    const { page, faults } = await portal.open('deliveries?mode=test&category=tips')
    await page.getByText('Cat', { exact: true }).first().waitFor()
    expect(await page.getByText('dog@x.example').count()).toBe(0)
    expect(await page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('tips')
    await page.context().close()
    const opened = await portal.open(`deliveries/${tip.delivery_id}`)
    await opened.page.locator('.facts dt', { hasText: 'Category' }).waitFor()
    expect(await opened.page.locator('.facts').getByText('tips', { exact: true }).count()).toBe(1)
    expect([...faults, ...opened.faults]).toEqual([])
    await opened.page.context().close()
  })
})
