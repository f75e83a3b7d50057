// Tests of suppressions in a browser: origin, search, manual entry, lifting, files, and the notice on the recipient page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { addMember } from '../harness/members.ts'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'
import type { Tenant, TestService } from '../harness/service.ts'

let portal: TestPortal
let test: TestService
let tenant: Tenant
let at: string

beforeAll(async () => {
  portal = await startTestPortal()
  ;({ test, tenant } = portal)
  at = `/workspaces/${tenant.workspace}`
})
afterAll(() => portal.stop())

const send = (email: string) =>
  test.send(tenant.testKey, { recipient: { email, name: 'Ada' }, template: 'hello', vars: { name: 'Ada' } })

/** Sends to the address and uses the unsubscribe link of the message. Returns the id of the delivery. */
async function optOutByLink(email: string): Promise<number> {
  const { body } = await send(email)
  await test.settled(tenant, body.delivery_id, 'sent')
  const { data } = (await test.manage('GET', `${at}/test-inbox`)).body
  const { message } = data.find(({ delivery_id: id }: { delivery_id: number }) => id === body.delivery_id)
  const { pathname } = new URL(message.unsubscribe_url)
  expect((await fetch(`${test.url}${pathname}`, { method: 'POST' })).status).toBe(200)
  return body.delivery_id
}

const enter = (address: string, more: object = {}) =>
  test.manage('POST', `${at}/suppressions`, { address, mode: 'test', ...more })

describe('suppressions', () => {
  it('the list of suppressions fits a tablet, with the origin and the time below the address', async () => {
    const address = 'augusta.ada.king.countess@long.name.x.example'
    const delivery = await optOutByLink(address)
    const opened = await portal.open('suppressions?mode=test', { viewport: sizes.tablet })
    await opened.page.getByText(address).waitFor()
    await opened.page.getByRole('link', { name: `Unsubscribe link · delivery ${delivery}` }).waitFor()
    await expectNoFaults(opened)
  })

  it('a suppression shows the message that caused it, is found by a search, and is lifted only after a confirmation', async () => {
    await enter('bo@x.example', { note: 'asked by phone' })
    const delivery = await optOutByLink('ada@x.example')
    const opened = await portal.open('suppressions?mode=test')
    const { page, axe } = opened
    await page.getByText('asked by phone').waitFor()
    const link = page.getByRole('link', { name: `Unsubscribe link · delivery ${delivery}` })
    expect(await link.getAttribute('href')).toBe(`/w/${tenant.workspace}/deliveries/${delivery}`)
    await page.getByRole('textbox', { name: 'Search by address' }).fill('ADA@')
    await page.getByText('bo@x.example').waitFor({ state: 'detached' })

    const lift = page.getByRole('button', { name: 'Lift suppression: ada@x.example' })
    const dialog = page.getByRole('dialog', { name: 'Lift the suppression of ada@x.example?' })
    await lift.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await send('ada@x.example')).status).toBe(422)
    await lift.click()
    await dialog.waitFor()
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Lift suppression' }).click()
    await page.getByText('No matching suppressions').waitFor()
    expect((await send('ada@x.example')).status).toBe(202)
    await expectNoFaults(opened)
  })

  it('a suppression is added by keyboard on a phone, and an invalid address is marked at the field', async () => {
    const opened = await portal.open('suppressions', { viewport: sizes.phone, colorScheme: 'dark' })
    const { page, axe } = opened
    await page.getByText('No suppressions yet').waitFor()
    await page.getByRole('button', { name: 'Add suppression' }).focus()
    await page.keyboard.press('Enter')
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Email address' })
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type('no-address')
    await page.keyboard.press('Enter')
    await page.locator('input[aria-invalid=true]').waitFor()
    expect(await field.inputValue()).toBe('no-address')
    expect(await axe()).toEqual([])
    await field.fill('Cy@x.example')
    await page.keyboard.press('Enter')
    await page.getByText('cy@x.example is suppressed').waitFor()
    await page.getByRole('button', { name: 'Lift suppression: cy@x.example' }).waitFor()
    await expectNoFaults(opened)
  })

  it('a complaint is lifted only with a note', async () => {
    await enter('spam@x.example', { reason: 'complaint' })
    const opened = await portal.open('suppressions?mode=test&reason=complaint')
    const { page } = opened
    await page.getByRole('button', { name: 'Lift suppression: spam@x.example' }).click()
    const dialog = page.getByRole('dialog', { name: 'Lift the suppression of spam@x.example?' })
    const note = dialog.getByRole('textbox', { name: 'Note' })
    expect(await note.getAttribute('required')).not.toBeNull()
    await note.fill('The recipient asked for it')
    await dialog.getByRole('button', { name: 'Lift suppression' }).click()
    await page.getByText('No matching suppressions').waitFor()
    await expectNoFaults(opened)
  })

  it('a file is imported, and its refused rows are shown', async () => {
    const opened = await portal.open('suppressions?mode=test')
    const { page } = opened
    await page.getByRole('button', { name: 'Import or export' }).click()
    await page.getByRole('menuitem', { name: 'Import a file' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import suppressions (test)' })
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'bounces.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('EmailAddress,Reason\nses@x.example,BOUNCE\nno-address,BOUNCE\n'),
    })
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByText('1 added, 0 already in the list').waitFor()
    await dialog.getByText('Line 3:').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('ses@x.example').waitFor()
    await expectNoFaults(opened)
  })

  it('shows an error when another member already lifted the suppression', async () => {
    const { body } = await enter('dee@x.example')
    const opened = await portal.open('suppressions?mode=test&q=dee')
    const { page } = opened
    const lift = page.getByRole('button', { name: 'Lift suppression: dee@x.example' })
    await lift.waitFor()
    expect((await test.manage('POST', `${at}/suppressions/${body.id}/lift`, {})).status).toBe(204)
    await lift.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lift suppression' }).click()
    await page.getByRole('alert').getByText(`No suppression ${body.id} in this workspace.`).waitFor()
    await expectNoFaults(opened)
  })

  it("the recipient page shows the suppressions of the recipient's addresses and can lift them", async () => {
    const { body } = await test.manage('POST', `${at}/recipients`, {
      name: 'Eve',
      email: 'Eve@x.example',
      mode: 'test',
    })
    await enter('eve@x.example', { reason: 'unsubscribed' })
    await enter('steve@x.example')
    const opened = await portal.open(`recipients/${body.id}`)
    const { page, axe } = opened
    const notice = page.getByRole('alert').filter({ hasText: 'Opted out: Email' })
    await notice.getByText('Member').waitFor()
    expect(await axe()).toEqual([])
    await notice.getByRole('button', { name: 'Lift suppression' }).click()
    await page
      .getByRole('dialog', { name: 'Lift the suppression of eve@x.example?' })
      .getByRole('button', { name: 'Lift suppression' })
      .click()
    await notice.waitFor({ state: 'detached' })
    const { data } = (await test.manage('GET', `${at}/suppressions?mode=test&q=eve@`)).body
    expect(data.map(({ address }: { address: string }) => address)).toEqual(['steve@x.example'])
    await expectNoFaults(opened)
  })

  it('a viewer sees suppressions and can neither add nor lift a suppression', async () => {
    const viewer = await addMember(test, tenant.workspace, 'viewer', 'vi@shop.example')
    const { body } = await enter('fay@x.example')
    const opened = await portal.open('suppressions?mode=test', { as: viewer })
    const { page } = opened
    await page.getByText('fay@x.example').waitFor()
    expect(await page.getByRole('button', { name: /suppression/ }).count()).toBe(0)
    expect((await viewer.request('POST', `${at}/suppressions/${body.id}/lift`, {})).status).toBe(403)
    await expectNoFaults(opened)
  })
})
