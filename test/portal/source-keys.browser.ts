// Tests of API keys and trigger keys in a browser: creation, scopes, expiry and revocation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { overflows } from '../harness/layout.ts'
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

describe('the keys of a source', { timeout: 180_000 }, () => {
  it('an API key is shown once, and stops working when it is revoked [WHAT-19, AUTH-03]', async () => {
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
    await page.getByText('Key revoked').waitFor()
    expect((await sent()).status).toBe(403)
    expect(await overflows(page)).toBe(false)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('an API key is created with name, scopes and expiry, listed with id and last use, and edited [D66, D66e]', async () => {
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
    expect(await row.getByText('Never used').count()).toBe(0)

    await page.getByRole('button', { name: `Edit ${hint}` }).click()
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Report')
    await dialog.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: 'Never', exact: true }).click()
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Key saved').waitFor()
    await row.getByText('Report', { exact: true }).waitFor()
    const changed = (await test.manage('GET', managed(`${tenant.source}/api-keys`))).body.data
    expect(changed.find(({ id }: { id: number }) => id === made.id)).toMatchObject({ name: 'Report', expires_at: null })

    await page.getByRole('button', { name: `Edit ${hint}` }).click()
    await dialog.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: 'Custom date and time' }).click()
    await dialog.getByLabel('Expires at').fill('2020-01-01T00:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('must be in the future').first().waitFor()
    expect(await axe()).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('keys that expire soon or have expired show a badge [D66]', async () => {
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

  it('a trigger URL is shown once, and stops working when its key is revoked [WHAT-20, TRIG-03]', async () => {
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
    await page.getByText('Key revoked').waitFor()
    expect((await test.call('POST', path, { body })).status).toBe(401)
    expect(faults).toEqual([])
    await page.context().close()
  })
})
