// Tests of the inbound webhooks page in a browser: problems, body, filters and reprocessing.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { replaceReceivers } from '../harness/inbound-receivers.ts'
import { addMember } from '../harness/members.ts'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'
import type { Tenant, TestService } from '../harness/service.ts'
import { startWhatsappAccount, type WhatsappAccount } from '../harness/whatsapp-account.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'

let portal: TestPortal
let test: TestService
let tenant: Tenant
let account: WhatsappAccount
let takeBack = () => {}

beforeAll(async () => {
  portal = await startTestPortal()
  ;({ test, tenant } = portal)
  account = await startWhatsappAccount(test, tenant)
})
afterEach(() => {
  takeBack()
  takeBack = () => {}
})
afterAll(async () => {
  await account?.stop()
  await portal?.stop()
})

const requests = async (query: string) =>
  (await test.manage('GET', `/workspaces/${tenant.workspace}/inbound-requests${query}`)).body.data

/** Sends a reply that this version cannot read. Returns the id of the inbound request. */
async function sendUnreadable(text: string): Promise<number> {
  const before = (await requests('?status=unreadable')).length
  await account.sendWebhook([
    { kind: 'message', id: text, address: '+393331234567', text, at: new Date(test.clock.now()).toISOString() },
  ])
  return test.until(async () => {
    const found = await requests('?status=unreadable')
    return found.length > before && found[0].id
  }, 90)
}

describe('the inbound webhooks page', () => {
  it('shows the unreadable part of an inbound webhook, and reprocesses the webhook when this part is readable', async () => {
    const id = await sendUnreadable(`Thank you ${HOSTILE}`)
    const opened = await portal.open(`sources/${tenant.source}/connections/whatsapp`)
    const { page, axe } = opened
    await page.getByRole('link', { name: 'View inbound webhooks' }).click()
    await page.getByRole('cell', { name: 'Incomplete' }).waitFor()
    await page.getByRole('button', { name: `Details: ${id}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Inbound webhook' })
    await dialog.getByText('a webhook about nothing, not about a WhatsApp account').waitFor()
    await dialog.getByRole('region', { name: 'Body' }).getByText(`"text": "Thank you ${HOSTILE}"`).waitFor()
    expect(await axe()).toEqual([])
    takeBack = replaceReceivers('whatsapp')
    await dialog.getByRole('button', { name: 'Reprocess' }).click()
    await dialog.getByText('Processed', { exact: true }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Reprocess' }).count()).toBe(0)
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/conversations`)
    expect(body.data[0].last_message).toBe(`Thank you ${HOSTILE}`)
    await expectNoFaults(opened)
  })

  it('filters inbound webhooks by state with the keyboard on a phone, and does not reprocess a webhook that is done', async () => {
    const id = await sendUnreadable('Again')
    await test.service.db.pool.query(`update inbound_requests set state = 'set_aside', problem = $2 where id = $1`, [
      id,
      `the master key is another one ${HOSTILE}`,
    ])
    const opened = await portal.open('inbound', { viewport: sizes.phone, colorScheme: 'dark' })
    const { page, axe } = opened
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Pending' }).click()
    await page.getByText('No matching inbound webhooks').waitFor()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    const details = page.getByRole('button', { name: `Details: ${id}` })
    await details.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`the master key is another one ${HOSTILE}`).waitFor()
    expect(await axe()).toEqual([])
    takeBack = replaceReceivers('whatsapp')
    expect((await test.manage('POST', `/workspaces/${tenant.workspace}/inbound-requests/${id}/apply`)).status).toBe(202)
    await test.until(async () => (await requests('?status=done')).some((one: { id: number }) => one.id === id), 90)
    await dialog.getByRole('button', { name: 'Reprocess' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText(`Request ${id} is done: only a request with a problem can be applied again.`).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expectNoFaults(opened)
  })

  it('a viewer sees an inbound webhook and cannot reprocess it', async () => {
    const viewer = await addMember(test, tenant.workspace, 'viewer', 'vi@shop.example')
    const id = await sendUnreadable('Once more')
    const opened = await portal.open('inbound', { as: viewer })
    const { page } = opened
    await page.getByRole('button', { name: `Details: ${id}` }).click()
    await page.getByRole('region', { name: 'Body' }).waitFor()
    expect(await page.getByRole('button', { name: 'Reprocess' }).count()).toBe(0)
    expect((await viewer.request('POST', `/workspaces/${tenant.workspace}/inbound-requests/${id}/apply`)).status).toBe(
      403,
    )
    await expectNoFaults(opened)
  })
})
