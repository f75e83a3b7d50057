// Opt-outs in a real browser: who they are and how they came, entered by hand, lifted by name, seen on the person's page.
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

/** Sends to the address, and uses the link at the end of the message; answers the delivery. */
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
  it('say by which message they came, are found, and lifted only after their address was named', async () => {
    await enter('bo@x.example')
    const delivery = await optOutByLink('ada@x.example')
    const opened = await portal.open('opt-outs?mode=test')
    const { page, axe } = opened
    await page.getByRole('cell', { name: 'Entered by hand' }).waitFor()
    const link = page.getByRole('link', { name: `Link in delivery ${delivery}` })
    expect(await link.getAttribute('href')).toBe(`/w/${tenant.workspace}/deliveries/${delivery}`)
    await page.getByRole('textbox', { name: 'Part of an address' }).fill('ADA@')
    await page.getByText('bo@x.example').waitFor({ state: 'detached' })

    const lift = page.getByRole('button', { name: 'Lift opt-out: ada@x.example' })
    const dialog = page.getByRole('dialog', { name: 'Write to ada@x.example again?' })
    await lift.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await send('ada@x.example')).status).toBe(422)
    await lift.click()
    await dialog.waitFor()
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Lift opt-out' }).click()
    await page.getByText('No such address has opted out').waitFor()
    expect((await send('ada@x.example')).status).toBe(202)
    await expectNoFaults(opened)
  })

  it('are entered by keyboard on a phone, and what is no address is said at the field', async () => {
    const opened = await portal.open('opt-outs', { viewport: sizes.phone, colorScheme: 'dark' })
    const { page, axe } = opened
    await page.getByText('Nobody has opted out').waitFor()
    await page.getByRole('button', { name: 'Add opt-out' }).focus()
    await page.keyboard.press('Enter')
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Email address' })
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type('nobody')
    await page.keyboard.press('Enter')
    await page.locator('input[aria-invalid=true]').waitFor()
    expect(await field.inputValue()).toBe('nobody')
    expect(await axe()).toEqual([])
    await field.fill('Cy@x.example')
    await page.keyboard.press('Enter')
    await page.getByText('cy@x.example opted out').waitFor()
    await page.getByRole('button', { name: 'Lift opt-out: cy@x.example' }).waitFor()
    await expectNoFaults(opened)
  })

  it('say in words that somebody else lifted one meanwhile', async () => {
    const { body } = await enter('dee@x.example')
    const opened = await portal.open('opt-outs?mode=test&q=dee')
    const { page } = opened
    const lift = page.getByRole('button', { name: 'Lift opt-out: dee@x.example' })
    await lift.waitFor()
    expect((await test.manage('DELETE', `${at}/opt-outs/${body.id}`)).status).toBe(204)
    await lift.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lift opt-out' }).click()
    await page.getByRole('alert').getByText(`No opt-out ${body.id} in this workspace.`).waitFor()
    await expectNoFaults(opened)
  })

  it('stand on the page of the person they are of, and are lifted there', async () => {
    const { body } = await test.manage('POST', `${at}/recipients`, {
      name: 'Eve',
      email: 'Eve@x.example',
      mode: 'test',
    })
    await enter('eve@x.example')
    await enter('steve@x.example')
    const opened = await portal.open(`recipients/${body.id}`)
    const { page, axe } = opened
    const notice = page.getByRole('alert').filter({ hasText: 'Wants no more email' })
    await notice.getByText('Entered by hand').waitFor()
    expect(await axe()).toEqual([])
    await notice.getByRole('button', { name: 'Lift opt-out' }).click()
    await page
      .getByRole('dialog', { name: 'Write to eve@x.example again?' })
      .getByRole('button', { name: 'Lift opt-out' })
      .click()
    await notice.waitFor({ state: 'detached' })
    const { data } = (await test.manage('GET', `${at}/opt-outs?mode=test&q=eve@`)).body
    expect(data.map(({ address }: { address: string }) => address)).toEqual(['steve@x.example'])
    await expectNoFaults(opened)
  })

  it('are shown to a viewer, who can neither enter nor lift one', async () => {
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
