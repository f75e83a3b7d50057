// Tests of the page of management tokens in a browser: creation, scope, list and revocation (decision 65).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { overflows } from '../harness/layout.ts'
import { addMember } from '../harness/members.ts'
import { startTestPortal, type TestPortal } from '../harness/portal.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
}, 120_000)
afterAll(() => portal.stop())

describe('the page of management tokens', { timeout: 180_000 }, () => {
  it('a new management token is shown once, works within its scope, and stops working when it is revoked [D65]', async () => {
    const { test } = portal
    const { page, faults, axe } = await portal.open('')
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Management tokens' }).click()
    await page.getByRole('heading', { level: 1, name: 'Management tokens' }).waitFor()
    await page.getByRole('row', { name: /admin-token file.*Operator/ }).waitFor()
    expect(await axe()).toEqual([])

    await page.getByRole('button', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(HOSTILE)
    await dialog.getByRole('radio', { name: 'Manage' }).check()
    await dialog.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: 'In 30 days' }).click()
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const token = await dialog.getByText(/^svcadm_/).innerText()
    await dialog.getByRole('button', { name: /^Copy/ }).waitFor()
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText(/^svcadm_/).waitFor({ state: 'detached' })

    const as = (path: string) => test.call('GET', `/manage${path}`, { key: token })
    expect((await as(`/workspaces/${portal.tenant.workspace}`)).status).toBe(200)
    expect((await as('/tokens')).status).toBe(403)
    const row = page.getByRole('row', { name: /onerror/ })
    await row.getByRole('cell', { name: 'Manage', exact: true }).waitFor()
    await row.getByRole('button', { name: /^Revoke/ }).click()
    const question = page.getByRole('dialog', { name: /^Revoke the token/ })
    expect(await axe()).toEqual([])
    await question.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Token revoked').waitFor()
    expect((await as('/session')).status).toBe(401)
    await row.getByText('Revoked').waitFor()
    expect(await row.getByRole('button').count()).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('a management token can be created by keyboard alone', async () => {
    const { page, faults } = await portal.open('tokens')
    await page.getByRole('button', { name: 'Create token' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByText(/^svcadm_/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('row', { name: /By keyboard/ })
      .getByRole('cell', { name: 'Manage', exact: true })
      .waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('the page of management tokens fits a phone in dark mode, and shows no tokens to members who are not operators', async () => {
    const { page, faults, axe } = await portal.open('tokens', { viewport: sizes.phone, colorScheme: 'dark' })
    await page.getByText('Scope: Operator').first().waitFor()
    expect(await axe()).toEqual([])
    expect(await overflows(page)).toBe(false)
    expect(faults).toEqual([])
    await page.context().close()

    const owner = await addMember(portal.test, portal.tenant.workspace, 'owner', 'owner@shop.example')
    const theirs = await portal.open('tokens', { as: owner })
    await theirs.page.getByRole('alert').waitFor()
    expect(await theirs.page.getByText('admin-token file').count()).toBe(0)
    expect(await theirs.page.getByRole('button', { name: 'Create token' }).count()).toBe(0)
    await theirs.page.context().close()
  })
})
