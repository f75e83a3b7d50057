// Tests of quiet hours in a browser: the forms of the workspace and of a recipient, and a message that is sent now.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'
import type { Tenant, TestService } from '../harness/service.ts'

let portal: TestPortal
let test: TestService
let tenant: Tenant
const screenshots = process.env.SCREENSHOTS

beforeAll(async () => {
  portal = await startTestPortal()
  ;({ test, tenant } = portal)
})
afterAll(() => portal.stop())

const workspace = () => `/workspaces/${tenant.workspace}`
const HOUR = 3_600_000
const clockTime = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString().slice(11, 16)
const shot = (name: string) => (screenshots ? { path: `${screenshots}/${name}.png`, fullPage: true } : undefined)

describe('quiet hours', () => {
  it('an owner sets the quiet hours of the workspace, and the form refuses 24 hours', async () => {
    const opened = await portal.open('workspace')
    const { page, axe } = opened
    const fields = page.getByRole('group', { name: 'Quiet hours' })
    await fields.getByLabel('Start').fill('22:00')
    await fields.getByLabel('End').fill('22:00')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await fields.getByText('The end must differ from the start').waitFor()
    await fields.getByLabel('End').fill('')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await fields.getByText('Enter the start and the end').waitFor()
    await page.screenshot(shot('workspace-error-1280'))
    await fields.getByLabel('End').fill('08:00')
    await fields.getByRole('combobox', { name: 'Time zone of the quiet hours' }).fill('Europe/Rom')
    await page.getByRole('option', { name: 'Europe/Rome' }).click()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Saved').waitFor()
    const stored = async () => (await test.manage('GET', workspace())).body.quiet_hours
    expect(await stored()).toEqual({ from: '22:00', to: '08:00', time_zone: 'Europe/Rome' })
    expect(await axe()).toEqual([])
    await page.screenshot(shot('workspace-1280'))
    await page.reload()
    await fields.getByRole('button', { name: 'Remove quiet hours' }).click()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await test.until(async () => (await stored()) === null)
    await expectNoFaults(opened)
  })

  it('an owner sets the quiet hours and the time zone of a recipient on a phone', async () => {
    const recipient = { mode: 'live', name: 'Ada', email: 'quiet@x.example' }
    const { id } = (await test.manage('POST', `${workspace()}/recipients`, recipient)).body
    const opened = await portal.open(`recipients/${id}`, { viewport: sizes.phone })
    const { page, axe } = opened
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Time zone', exact: true }).fill('Asia/Tok')
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
    await dialog.getByLabel('Start').fill('21:30')
    await dialog.getByLabel('End').fill('07:00')
    expect(await axe()).toEqual([])
    await page.screenshot(shot('recipient-form-390'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('21:30 to 07:00').waitFor()
    expect((await test.manage('GET', `${workspace()}/recipients/${id}`)).body).toMatchObject({
      quiet_hours: { from: '21:30', to: '07:00' },
      time_zone: 'Asia/Tokyo',
    })
    await page.screenshot(shot('recipient-390'))
    await expectNoFaults(opened)
  })

  it('a waiting message shows until when it waits, and a member sends it now', async () => {
    const quiet_hours = { from: clockTime(-HOUR), to: clockTime(2 * HOUR), time_zone: 'UTC' }
    await test.manage('PATCH', workspace(), { quiet_hours })
    const { body } = await test.send(tenant.testKey, {
      recipient: { name: 'Ada', email: 'waiting@x.example', locale: 'en' },
      template: 'hello',
      vars: { name: 'Ada' },
    })
    const list = await portal.open('deliveries?mode=test&status=deferred')
    await list.page.getByText('Waiting for quiet hours', { exact: true }).first().waitFor()
    await list.page
      .getByText(/^until \d/)
      .first()
      .waitFor()
    await list.page.screenshot(shot('list-1280'))
    await expectNoFaults(list)
    const opened = await portal.open(`deliveries/${body.delivery_id}`, { viewport: sizes.phone })
    const { page, axe } = opened
    await page.getByText('Waiting for quiet hours to end, until').first().waitFor()
    expect(await page.getByRole('listitem').getByText('waiting for quiet hours to end, until').count()).toBe(1)
    expect(await axe()).toEqual([])
    await page.screenshot(shot('delivery-390'))
    await page.getByRole('button', { name: 'Send now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send the message during quiet hours?' })
    await dialog.getByRole('button', { name: 'Send now' }).click()
    await page.getByText(/^Sent during quiet hours by/).waitFor()
    await test.settled(tenant, body.delivery_id, 'sent')
    await page.screenshot(shot('delivery-sent-390'))
    await expectNoFaults(opened)
  })
})
