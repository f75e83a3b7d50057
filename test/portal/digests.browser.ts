// Tests of digests in a browser: the collected messages of a delivery, sending them now, and samples in the editor.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'
import type { Tenant, TestService } from '../harness/service.ts'

let portal: TestPortal
let test: TestService
let tenant: Tenant

beforeAll(async () => {
  portal = await startTestPortal()
  ;({ test, tenant } = portal)
  const body = '{% for item in items %}{{ item.name }}, {% endfor %}{{ items_count }} in total'
  const template = { slug: 'news', name: 'News', engine: 'liquid', locales: { it: { subject: 'News', body } } }
  expect((await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, template)).status).toBe(201)
})
afterAll(() => portal.stop())

const send = async (name: string, email: string): Promise<number> => {
  const digest = { key: 'post:9', wait: '1h' }
  const { body } = await test.send(tenant.testKey, { recipient: { email }, template: 'news', vars: { name }, digest })
  return body.delivery_id
}

describe('digests', () => {
  it('a delivery shows the messages that its open digest has collected, and sends them after a confirmation', async () => {
    const id = await send('Ada', 'ada@x.example')
    await send('Bob', 'ada@x.example')
    const opened = await portal.open(`deliveries/${id}`)
    const { page, axe } = opened
    await page.getByRole('heading', { name: 'Digest', exact: true }).waitFor()
    await page.getByText('2 messages', { exact: true }).waitFor()
    await page.getByText('Collecting', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'First message of the digest' }).waitFor()
    await page.getByText('Message 2').click()
    await page.getByText('"name": "Bob"').waitFor()
    expect(await page.getByRole('button', { name: 'Reschedule' }).count()).toBe(0)
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Send now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send this digest now?' })
    await dialog.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('No more messages join this digest.').waitFor()
    const sent = await test.settled(tenant, id, 'sent')
    expect(sent.content.body).toBe('Ada, Bob, 2 in total')
    await page.frameLocator('iframe').getByText('Ada, Bob, 2 in total').last().waitFor()
    expect(await page.getByText('First message of the digest').count()).toBe(0)
    await expectNoFaults(opened)
  })

  it('the list shows an open digest as collecting, and its page fits a phone', async () => {
    const id = await send('Ada', 'cy@x.example')
    const list = await portal.open('deliveries?mode=test&state=collecting')
    await list.page.getByText('Collecting').first().waitFor()
    await expectNoFaults(list)
    const opened = await portal.open(`deliveries/${id}`, { viewport: sizes.phone, colorScheme: 'dark' })
    await opened.page.getByText('1 message', { exact: true }).waitFor()
    expect(await opened.axe()).toEqual([])
    await expectNoFaults(opened)
  })

  it('the editor previews a template with sample messages of a digest', async () => {
    const opened = await portal.open('templates/news')
    const { page } = opened
    const field = page.getByRole('textbox', { name: 'Messages of a digest' }).first()
    await field.fill('[1]')
    await page.getByText('This is not a valid JSON list of objects.').first().waitFor()
    await field.fill('[{"vars": {"name": "Eve"}}]')
    await page.frameLocator('iframe').getByText('Eve, 1 in total').last().waitFor()
    expect(await opened.axe()).toEqual([])
    await expectNoFaults(opened)
  })
})
