// Tests of fallbacks in a browser: the card of a delivery with its steps, and the fallback of a template.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
}, 120_000)
afterAll(() => portal?.stop())

let count = 0
const send = async (more: object = {}): Promise<number> => {
  const number = `+39347${String(2_000_000 + ++count)}`
  const { status, body } = await portal.test.send(portal.tenant.testKey, {
    recipient: { name: 'Ada', email: `card${count}@x.example`, whatsapp_phone: number, phone: number, locale: 'en' },
    template: 'hello',
    vars: { name: 'Ada' },
    actions: [{ slug: 'ok', callback_url: 'https://shop.example/hook' }],
    fallback: [
      { channel: 'whatsapp' },
      { channel: 'telegram' },
      { channel: 'sms', after: '15m', unless: 'read' },
      { channel: 'email', after: '2h', unless: 'acted' },
    ],
    ...more,
  })
  expect([status, body.details]).toEqual([202, undefined])
  await portal.test.settled(portal.tenant, body.delivery_id, 'sent', 'failed')
  return body.delivery_id
}
const stepsOf = (page: Page) => page.getByRole('list').filter({ hasText: 'Step 1' }).getByRole('listitem')

describe.each([
  ['desktop', { viewport: sizes.desktop }],
  ['phone', { viewport: sizes.phone, colorScheme: 'dark' }],
] as const)('the steps of a message on a %s', (display, view) => {
  it('shows each step and why it has not started, starts the next step now, and stops the message', async () => {
    const id = await send()
    const opened = await portal.open(`deliveries/${id}`, view)
    const { page, axe } = opened
    await page.getByRole('heading', { name: 'Steps' }).waitFor()
    const steps = stepsOf(page)
    await expect.poll(() => steps.count()).toBe(4)
    await expect.poll(() => steps.nth(0).textContent()).toContain('Sent')
    expect(await steps.nth(1).textContent()).toMatch(/Skipped.*no address on Telegram/)
    expect(await steps.nth(2).textContent()).toContain('15 minutes after the step before was sent unless it was read')
    expect(await steps.nth(3).textContent()).toContain('Waiting')
    expect(await axe()).toEqual([])

    await page.getByRole('button', { name: 'Start next step now' }).click()
    const start = page.getByRole('dialog', { name: 'Start the next step now?' })
    await start.getByText('Test messages are free.').waitFor()
    expect(await axe()).toEqual([])
    await start.getByRole('button', { name: 'Start next step now' }).click()
    await page.getByText('The next step starts in a few seconds.').waitFor()
    await portal.test.until(async () => {
      const { body } = await portal.test.manage('GET', `/workspaces/${portal.tenant.workspace}/fallbacks/${id}`)
      return body.steps[2].status === 'sent'
    }, 20)
    await page.reload()
    await steps.nth(2).getByRole('link').waitFor()

    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    const stop = page.getByRole('dialog', { name: 'Stop this message?' })
    await stop.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Ended: a member stopped it.').waitFor()
    await expect.poll(() => steps.nth(3).textContent()).toContain('Not needed')
    expect(await page.getByRole('button', { name: 'Start next step now' }).count()).toBe(0)

    await steps.nth(2).getByRole('link').click()
    await page.getByText('Ended: a member stopped it.').waitFor()
    expect(await steps.nth(0).getByRole('link').count()).toBe(1)
    await expectNoFaults(opened)
  })

  it('a member edits the fallback of a template', async () => {
    const { test, tenant } = portal
    const at = `/workspaces/${tenant.workspace}/templates`
    const slug = `stepped-${display}`
    await test.manage('POST', at, { slug, name: 'Stepped', locales: { en: { subject: 'Hi', body: 'Hello' } } })
    const opened = await portal.open(`templates/${slug}`, view)
    const { page, axe } = opened
    const field = (step: number, name: string) => page.getByLabel(`Step ${step}: ${name}`, { exact: true })
    const choose = async (step: number, name: string, option: string) => {
      await field(step, name).and(page.getByRole('combobox')).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Add fallback' }).click()
    await choose(1, 'Channel', 'WhatsApp')
    await choose(2, 'Channel', 'SMS')
    await field(2, 'Starts after').fill('15m')
    await choose(2, 'Unless it was', 'read')
    await page.getByRole('button', { name: 'Add step' }).click()
    await choose(3, 'Channel', 'Email')
    expect(await field(1, 'Starts after').count()).toBe(0)
    expect(await axe()).toEqual([])
    const saved = async () => {
      await page.getByRole('button', { name: 'Save draft' }).click()
      await page.getByText('Draft saved').first().waitFor()
      return (await test.manage('GET', `${at}/${slug}/draft`)).body.defaults
    }
    const email = { channel: 'email' }
    const sms = { channel: 'sms', after: '15m', unless: 'read' }
    expect(await saved()).toEqual({ fallback: [{ channel: 'whatsapp' }, sms, email] })
    await page.getByRole('button', { name: 'Remove step 1' }).click()
    await expect.poll(saved).toEqual({ fallback: [{ channel: 'sms' }, email] })
    await page.getByRole('button', { name: 'Remove fallback' }).click()
    await expect.poll(saved).toEqual({})
    await expectNoFaults(opened)
  })
})
