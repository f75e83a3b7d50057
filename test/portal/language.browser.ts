// Tests of the portal in Italian: as the language of the browser and as the selected language.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { expectNoFaults, heading, loaded, startTestPortal, type TestPortal } from '../harness/portal.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.stop())

const root = 'document.documentElement.lang'

describe('an Italian browser', () => {
  it('shows the sign-in page in Italian to an Italian browser', async () => {
    const opened = await portal.browser.open({ locale: 'it-IT' })
    const { page } = opened
    await page.goto(`${portal.test.url}/sign-in`)
    await heading(page, 'Accedi').waitFor()
    expect(await page.evaluate(root)).toBe('it')
    await page.getByLabel('Email').fill('ada@shop.example')
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await page.getByRole('button', { name: 'Accedi' }).click()
    await page.getByText('Email o password errata.').waitFor()
    await expectNoFaults(opened)
  })

  it.each([
    ['', 'Panoramica'],
    ['deliveries', 'Invii'],
    ['test-inbox', 'Casella di test'],
    ['conversations', 'Conversazioni'],
    ['templates', 'Modelli'],
    ['recipients', 'Destinatari'],
    ['recipients/import', 'Importa destinatari'],
    ['suppressions', 'Soppressioni'],
    ['inbound', 'Webhook in entrata'],
    ['categories', 'Categorie'],
    ['automations', 'Automazioni'],
    ['sources', 'Sorgenti'],
    ['webhooks', 'Webhook'],
    ['workspace', 'Spazio di lavoro'],
    ['plan', 'Piano e crediti'],
    ['members', 'Membri'],
    ['audit-log', 'Registro attività'],
    ['account', 'Il tuo account'],
  ])('shows the page “%s” in Italian on a phone', async (path, title) => {
    const opened = await portal.open(path, { locale: 'it-IT', viewport: sizes.phone })
    await heading(opened.page, title).waitFor()
    expect(await opened.page.title()).toBe(`${title} · Carillon`)
    await expectNoFaults(opened)
  })

  it('formats numbers for an Italian browser', async () => {
    const given = await portal.test.manage('POST', `/workspaces/${portal.tenant.workspace}/credits`, { amount: 12_345 })
    expect(given.status).toBe(201)
    const opened = await portal.open('plan', { locale: 'it-IT' })
    await opened.page.getByText('12.345', { exact: true }).first().waitFor()
    await expectNoFaults(opened)
  })
})

describe('the choice of a language', () => {
  it('applies the selected language immediately and keeps it after a reload', async () => {
    const opened = await portal.open('sources')
    const { page } = opened
    await heading(page, 'Sources').waitFor()
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Italiano' }).click()
    await heading(page, 'Sorgenti').waitFor()
    expect(await page.evaluate(root)).toBe('it')
    await page.reload()
    await heading(page, 'Sorgenti').waitFor()
    await page.getByRole('button', { name: 'Il tuo account' }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await heading(page, 'Sources').waitFor()
    expect(await page.evaluate(root)).toBe('en')
    await page.keyboard.press('Escape')
    await expectNoFaults(opened)
  })

  it('keeps the language and shows an error when the texts of the selected language cannot be loaded', async () => {
    const opened = await portal.open('sources')
    const { page } = opened
    await heading(page, 'Sources').waitFor()
    const code = loaded(page, 'toast-list')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Italiano' }).waitFor()
    await code
    await page.context().setOffline(true)
    await page.getByRole('menuitem', { name: 'Italiano' }).click()
    await page.getByText('The service could not be reached.').waitFor()
    expect(await page.evaluate(root)).toBe('en')
    // The browser does not repeat the failed import.
    await page.context().setOffline(false)
    await page.getByRole('menuitem', { name: 'Italiano' }).click()
    await page.getByText('Reload the page. The portal was updated, or the connection was lost.').waitFor()
    await page.context().close()
  })
})
