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
    expect(opened.faults).toEqual([])
    await opened.page.context().close()

    await page.getByRole('button', { name: 'Actions: Newsletter' }).click()
    await page.getByRole('menuitem', { name: 'Remove category' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove category' }).click()
    await page.getByRole('heading', { name: 'No categories yet' }).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })
})
