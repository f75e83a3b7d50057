// Tests of the webhook pages in a browser: test event, automatic disabling, replay and removal of an endpoint.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { overflows } from '../harness/layout.ts'
import { addMember } from '../harness/members.ts'
import { startTestPortal, type TestPortal } from '../harness/portal.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import type { Tenant, TestService } from '../harness/service.ts'

let test: TestService
let portal: TestPortal
let tenant: Tenant
let receiver: Provider

beforeAll(async () => {
  portal = await startTestPortal()
  ;({ test, tenant } = portal)
  receiver = await startProvider()
}, 120_000)
afterAll(async () => {
  await portal.stop()
  await receiver.stop()
})

describe('webhooks', () => {
  it('an endpoint is added, receives a test event, is disabled by ten failures and reactivated [WHAT-21, SUBS-01, SUBS-06, SUBS-13, D23d]', async () => {
    receiver.reply(() => ({ status: 200, body: { ok: true } }))
    const { page, faults, axe } = await portal.open('webhooks')
    await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Add endpoint' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Endpoint URL' }).fill('not an address')
    await dialog.getByRole('textbox', { name: 'Endpoint URL' }).fill(`${receiver.url}/events`)
    await dialog.getByRole('button', { name: 'Select all' }).click()
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    await dialog.getByText(/^whsec_/).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { level: 1, name: `${receiver.url}/events` }).waitFor()

    await page.getByRole('button', { name: 'Send test event' }).click()
    await dialog.getByRole('button', { name: 'Send event' }).click()
    await dialog.getByRole('status').getByText('Received').waitFor()
    expect(receiver.received).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    // Each of the ten consecutive failures belongs to a different message.
    receiver.reply(() => ({ status: 500, body: { error: 'out of order <script>alert(1)</script>' } }))
    const body = { recipient: { name: 'Bo', email: 'bo@x.example' }, template: 'hello', vars: { name: 'Bo' } }
    for (let n = 0; n < 10; n++) await test.send(tenant.testKey, body)
    await page.getByText('This endpoint is disabled').waitFor()
    await page.getByRole('tab', { name: 'Attempts' }).click()
    await page.getByText('out of order <script>alert(1)</script>').first().waitFor()
    expect(await axe()).toEqual([])
    // Without a mail server, the notice to the owners is shown in the test inbox. The old URL of the test inbox
    // redirects to the new one.
    await page.goto(`${test.url}/test-inbox`)
    await page.getByText(/a webhook endpoint was disabled/).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/w/${tenant.workspace}/test-inbox`)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: `${receiver.url}/events` }).waitFor()
    receiver.reply(() => ({ status: 200 }))
    await page.getByRole('button', { name: 'Reactivate' }).click()
    await page.getByText('This endpoint is disabled').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Replay failed and paused events' }).click()
    await page.getByText(/queued for replay|No failed or paused events/).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('the events of an endpoint are filtered by name, and its figures count the attempts', async () => {
    const { page, faults, axe } = await portal.open('webhooks')
    await page.getByRole('link', { name: `${receiver.url}/events` }).click()
    await page.getByText('Median response time').waitFor()
    await page.getByText('95th percentile').waitFor()
    await page.getByRole('combobox', { name: 'Event' }).click()
    await page.getByRole('option', { name: 'delivery.sent' }).click()
    await page.waitForURL(/event=delivery\.sent/)
    await page.getByRole('link', { name: 'delivery.queued' }).first().waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Verification' }).click()
    await page.getByText('Python', { exact: true }).click()
    await page.getByRole('region', { name: 'Code in Python' }).getByText('def verify(').waitFor()
    expect(await axe()).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('the page of an event shows its body and headers on a phone, and the endpoint can be removed', async () => {
    const { page, faults, axe } = await portal.open('webhooks', {
      viewport: sizes.phone,
      colorScheme: 'dark',
    })
    await page.getByRole('link', { name: `${receiver.url}/events` }).click()
    await page.getByRole('link', { name: 'delivery.queued' }).first().click()
    await page.waitForURL(/\/webhooks\/\d+\/events\/\d+$/)
    await page.getByRole('region', { name: 'Body' }).waitFor()
    const sent = receiver.received.map(({ headers }) => String(headers['x-service-delivery-id']))
    const shown = await page.getByText(/^X-Service-Delivery-Id: /).innerText()
    expect(sent).toContain(shown.replace('X-Service-Delivery-Id: ', ''))
    await page.getByRole('button', { name: 'Copy X-Service-Delivery-Id' }).waitFor()
    await page.getByText('Request headers').first().click()
    await page.getByRole('region', { name: 'Request headers' }).getByText('webhook-signature: v1,').waitFor()
    expect(await axe()).toEqual([])
    expect(await overflows(page)).toBe(false)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: `${receiver.url}/events` }).waitFor()
    expect(await overflows(page)).toBe(false)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Remove endpoint' }).click()
    const question = page.getByRole('dialog', { name: `Remove ${receiver.url}/events?` })
    await question.getByRole('button', { name: 'Remove endpoint' }).click()
    await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('a viewer cannot change webhook endpoints', async () => {
    const viewer = await addMember(test, tenant.workspace, 'viewer', 'viewer@x.example')
    const { page, faults } = await portal.open('webhooks', { as: viewer })
    await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add endpoint' }).count()).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })
})
