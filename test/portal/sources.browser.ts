// Tests of the source pages in a browser: creation, settings and the confirmation of button presses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { action, click, sendButtons } from '../harness/buttons.ts'
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

const managed = (path: string) => `/workspaces/${tenant.workspace}/sources/${path}`

describe('sources', { timeout: 180_000 }, () => {
  it('a source name with HTML is shown as text and not run [WHAT-18]', async () => {
    const { page, faults, axe } = await portal.open('sources')
    await page.getByRole('button', { name: 'Create source' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(HOSTILE)
    await page.getByRole('dialog').getByRole('button', { name: 'Create source' }).click()
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor()
    await page.getByText('No connections yet').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Remove source' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill(HOSTILE)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove source' }).click()
    await page.getByRole('link', { name: 'App', exact: true }).waitFor()
    await page.getByText(HOSTILE, { exact: true }).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('a source is created with the confirmation of button presses that the member chose', async () => {
    const { page, faults, axe } = await portal.open('sources')
    await page.getByRole('button', { name: 'Create source' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Careful')
    await dialog.getByRole('switch', { name: 'Require confirmation for buttons' }).click()
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Create source' }).click()
    await page.getByRole('heading', { level: 1, name: 'Careful' }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect((await test.manage('GET', managed(id))).body).toMatchObject({ name: 'Careful', confirm_click: true })
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('the settings of a source change the rate limit of its keys [LIM-38]', async () => {
    const busy = await test.tenant()
    const { page, faults } = await portal.open(`../${busy.workspace}/sources/${busy.source}?tab=settings`)
    await page.getByRole('textbox', { name: 'Rate limit' }).fill('2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const body = { recipient: { email: 'bo@x.example', name: 'Bo' }, template: 'hello', vars: { name: 'Bo' } }
    const statuses: number[] = []
    for (let sent = 0; sent < 3; sent++) statuses.push((await test.send(busy.testKey, body)).status)
    expect(statuses).toEqual([202, 202, 429])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('the source page recommends a confirmation after two buttons of a message were pressed within two seconds [D25d]', async () => {
    const { links } = await sendButtons(test, tenant.testKey, [action('yes'), action('no')])
    const { page, faults, axe } = await portal.open(`sources/${tenant.source}?tab=clicks`)
    await page.getByRole('switch', { name: 'Require confirmation for buttons' }).waitFor()
    expect(await page.getByText('Confirmation recommended').count()).toBe(0)
    await Promise.all(links.map((link) => click(link)))
    await page.reload()
    await page.getByText('Confirmation recommended').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('switch', { name: 'Require confirmation for buttons' }).click()
    await page.getByText('Confirmation recommended').waitFor({ state: 'detached' })
    await test.until(async () => (await test.manage('GET', managed(String(tenant.source)))).body.confirm_click)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('the settings form keeps its input when the service is unreachable', async () => {
    const { page } = await portal.open(`sources/${tenant.source}?tab=settings`)
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Checkout')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The service could not be reached').first().waitFor()
    expect(await name.inputValue()).toBe('Checkout')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor()
    await page.context().close()
  })

  it('saving a source keeps the fields that another member changed', async () => {
    const { page, faults } = await portal.open(`sources/${tenant.source}?tab=settings`)
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Till')
    await test.manage('PATCH', managed(String(tenant.source)), { rate_limit: 777 })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Till' }).waitFor()
    const { body } = await test.manage('GET', managed(String(tenant.source)))
    expect(body).toMatchObject({ name: 'Till', rate_limit: 777 })
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('a viewer sees a source and cannot change it', async () => {
    const viewer = await addMember(test, tenant.workspace, 'viewer', 'vi@shop.example')
    const { page, faults, axe } = await portal.open(`sources/${tenant.source}?tab=settings`, { as: viewer })
    await page.getByRole('textbox', { name: 'Name', disabled: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Remove source' }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Keys' }).click()
    await page.getByRole('heading', { name: 'Trigger keys' }).waitFor()
    expect(await page.getByRole('button', { name: /Create|Revoke/ }).count()).toBe(0)
    expect(await axe()).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })
})
