// Tests of the test inbox in a browser: the list beside one message, filters, deep links and clearing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { addMember } from '../harness/members.ts'
import { expectNoFaults, startTestPortal, type TestPortal, views } from '../harness/portal.ts'

let portal: TestPortal
const ids: Record<string, number> = {}

beforeAll(async () => {
  portal = await startTestPortal()
  for (const [name, channel, address] of [
    ['Ada', 'email', { email: 'ada@x.example' }],
    ['Bea', 'telegram', { telegram_chat_id: '42' }],
    ['Cleo', 'email', { email: 'cleo@x.example' }],
  ] as const) {
    const message = { recipient: { name, locale: 'en', ...address }, channel, template: 'hello', vars: { name } }
    const { body } = await portal.test.send(portal.tenant.testKey, message)
    await portal.test.settled(portal.tenant, body.delivery_id, 'sent')
    ids[name] = body.delivery_id
  }
}, 120_000)
afterAll(() => portal?.stop())

describe('the test inbox', () => {
  it.each(views)('shows the newest message beside the list, and opens another message: %o', async (view) => {
    const opened = await portal.open('test-inbox', view)
    const { page, axe } = opened
    const list = page.getByRole('list', { name: 'Test messages' })
    await list.getByRole('link').nth(2).waitFor()
    const isWide = view.viewport.width > 1000
    const frame = page.locator('iframe')
    await frame.waitFor({ state: isWide ? 'visible' : 'attached' })
    expect([await frame.count(), await frame.isVisible()]).toEqual([1, isWide])
    expect(await axe()).toEqual([])
    await list.getByRole('link', { name: /Bea/ }).click()
    await page.waitForURL(new RegExp(`message=${ids.Bea}`))
    const message = page.getByRole('region', { name: 'Message' })
    await message.getByText('Hello Bea', { exact: true }).first().waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    if (!isWide) {
      const back = message.getByRole('link', { name: 'Back to the list' })
      expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Back to the list')
      await back.press('Enter')
      await list.getByRole('link', { name: /Bea/ }).waitFor()
      expect(await page.evaluate('document.activeElement.id')).toBe(`inbox-${ids.Bea}`)
    }
    await expectNoFaults(opened)
  })

  it('a link to a message opens this message, also if a filter of the list excludes it', async () => {
    const opened = await portal.open(`test-inbox?message=${ids.Ada}&channel=telegram`)
    await opened.page.getByRole('region', { name: 'Message' }).getByText('To Ada, ada@x.example').waitFor()
    expect(await opened.page.getByRole('list', { name: 'Test messages' }).getByRole('link').count()).toBe(1)
    await expectNoFaults(opened)
  })

  it('the arrow keys move through the list, and the search finds words of the text', async () => {
    const opened = await portal.open('test-inbox')
    const { page } = opened
    const links = page.getByRole('list', { name: 'Test messages' }).getByRole('link')
    await links.first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`message=${ids.Bea}`))
    await page.getByRole('textbox', { name: 'Name, address, subject or text' }).fill('hello cleo')
    await page.waitForURL(/q=hello/)
    await portal.test.until(async () => (await links.count()) === 1)
    await page.getByRole('textbox', { name: 'Name, address, subject or text' }).fill('no such text')
    await page.getByRole('heading', { name: 'No messages match' }).waitFor()
    await expectNoFaults(opened)
  })

  it('an admin clears the inbox after a confirmation and shows the messages again, and a viewer cannot', async () => {
    const viewer = await addMember(portal.test, portal.tenant.workspace, 'viewer', 'vera@x.example')
    const theirs = await portal.open('test-inbox', { as: viewer, viewport: sizes.phone })
    await theirs.page.getByRole('list', { name: 'Test messages' }).getByRole('link').nth(2).waitFor()
    expect(await theirs.page.getByRole('button', { name: 'Clear inbox' }).count()).toBe(0)
    await expectNoFaults(theirs)
    const opened = await portal.open('test-inbox')
    const { page, axe } = opened
    await page.getByRole('button', { name: 'Clear inbox' }).click()
    const dialog = page.getByRole('dialog', { name: 'Clear the test inbox?' })
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Clear inbox' }).click()
    await page.getByRole('heading', { name: 'The test inbox is cleared' }).waitFor()
    await page.getByRole('button', { name: 'Show cleared messages' }).click()
    await page.getByRole('list', { name: 'Test messages' }).getByRole('link').nth(2).waitFor()
    await expectNoFaults(opened)
  })
})
