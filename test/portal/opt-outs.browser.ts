// Tests of opt-outs in a browser: origin, search, manual entry, removal, and the notice on the recipient page.
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

const enter = (address: string, mode = 'test') => test.manage('POST', `${at}/opt-outs`, { address, mode })

describe('opt-outs', () => {
  it('opt-outs show the message that caused them, can be searched, and are removed only after a confirmation', async () => {
    await enter('bo@x.example')
    const delivery = await optOutByLink('ada@x.example')
    const opened = await portal.open('opt-outs?mode=test')
    const { page, axe } = opened
    await page.getByRole('cell', { name: 'Added manually' }).waitFor()
    const link = page.getByRole('link', { name: `Unsubscribe link in delivery ${delivery}` })
    expect(await link.getAttribute('href')).toBe(`/w/${tenant.workspace}/deliveries/${delivery}`)
    await page.getByRole('textbox', { name: 'Search by address' }).fill('ADA@')
    await page.getByText('bo@x.example').waitFor({ state: 'detached' })

    const remove = page.getByRole('button', { name: 'Remove opt-out: ada@x.example' })
    const dialog = page.getByRole('dialog', { name: 'Remove the opt-out of ada@x.example?' })
    await remove.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await send('ada@x.example')).status).toBe(422)
    await remove.click()
    await dialog.waitFor()
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Remove opt-out' }).click()
    await page.getByText('No matching opt-outs').waitFor()
    expect((await send('ada@x.example')).status).toBe(202)
    await expectNoFaults(opened)
  })

  it('an opt-out is added by keyboard on a phone, and an invalid address is marked at the field', async () => {
    const opened = await portal.open('opt-outs', { viewport: sizes.phone, colorScheme: 'dark' })
    const { page, axe } = opened
    await page.getByText('No opt-outs yet').waitFor()
    await page.getByRole('button', { name: 'Add opt-out' }).focus()
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
    await page.getByText('Opt-out of cy@x.example added').waitFor()
    await page.getByRole('button', { name: 'Remove opt-out: cy@x.example' }).waitFor()
    await expectNoFaults(opened)
  })

  it('shows an error when another member already removed the opt-out', async () => {
    const { body } = await enter('dee@x.example')
    const opened = await portal.open('opt-outs?mode=test&q=dee')
    const { page } = opened
    const remove = page.getByRole('button', { name: 'Remove opt-out: dee@x.example' })
    await remove.waitFor()
    expect((await test.manage('DELETE', `${at}/opt-outs/${body.id}`)).status).toBe(204)
    await remove.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove opt-out' }).click()
    await page.getByRole('alert').getByText(`No opt-out ${body.id} in this workspace.`).waitFor()
    await expectNoFaults(opened)
  })

  it("the recipient page shows the opt-out of the recipient's address and can remove it", async () => {
    const { body } = await test.manage('POST', `${at}/recipients`, {
      name: 'Eve',
      email: 'Eve@x.example',
      mode: 'test',
    })
    await enter('eve@x.example')
    await enter('steve@x.example')
    const opened = await portal.open(`recipients/${body.id}`)
    const { page, axe } = opened
    const notice = page.getByRole('alert').filter({ hasText: 'Opted out of email' })
    await notice.getByText('Added manually').waitFor()
    expect(await axe()).toEqual([])
    await notice.getByRole('button', { name: 'Remove opt-out' }).click()
    await page
      .getByRole('dialog', { name: 'Remove the opt-out of eve@x.example?' })
      .getByRole('button', { name: 'Remove opt-out' })
      .click()
    await notice.waitFor({ state: 'detached' })
    const { data } = (await test.manage('GET', `${at}/opt-outs?mode=test&q=eve@`)).body
    expect(data.map(({ address }: { address: string }) => address)).toEqual(['steve@x.example'])
    await expectNoFaults(opened)
  })

  it('a viewer sees opt-outs and can neither add nor remove an opt-out', async () => {
    const viewer = await addMember(test, tenant.workspace, 'viewer', 'vi@shop.example')
    const { body } = await enter('fay@x.example')
    const opened = await portal.open('opt-outs?mode=test', { as: viewer })
    const { page } = opened
    await page.getByText('fay@x.example').waitFor()
    expect(await page.getByRole('button', { name: /opt-out/ }).count()).toBe(0)
    expect((await viewer.request('DELETE', `${at}/opt-outs/${body.id}`)).status).toBe(403)
    await expectNoFaults(opened)
  })
})
