// Tests the whole journey through the portal, from the setup link to an invited viewer. Two files run it at the same
// time, on a light desktop and on a dark phone.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setupLink } from '../../src/members/set-up.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { PASSWORD } from '../harness/members.ts'
import { heading } from '../harness/portal.ts'
import { type Display, startWalk, type Walk } from '../harness/portal-walk.ts'
import { parseMail } from '../harness/smtp.ts'
import { verifyEvent } from '../harness/subscriber.ts'

/** Defines the tests of the journey on a display. `rows` is the number of rows in the file that the journey imports. */
export function describeJourney(name: string, display: Display, rows: number): void {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())
  describe(name, () => defineSteps(() => browser, display, rows))
}

function defineSteps(startedBrowser: () => TestBrowser, display: Display, rows: number): void {
  let walk: Walk
  let page: Page
  let keys: { test: string; live: string }

  beforeAll(async () => {
    walk = await startWalk(startedBrowser(), display)
    page = walk.opened.page
    keys = { test: '', live: '' }
  })
  afterAll(() => walk?.stop())

  // Each step depends on the steps before it. After a failure the other steps would only time out.
  let begun = 0
  let done = 0
  const step = (title: string, go: () => Promise<void>) =>
    it(title, async () => {
      if (done !== begun++) throw new Error('an earlier step of the journey failed')
      await go()
      done++
    })

  step('creates the owner account with the setup link', async () => {
    await page.goto((await setupLink(walk.test.service.db, walk.test.clock.now(), walk.test.url))!)
    await heading(page, 'Set up Carillon').waitFor()
    await walk.expectSoundPage()
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('Email').fill('ada@shop.example')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await heading(page, 'Overview').waitFor()
    await page.getByText('0 of 4 done').waitFor()
    await walk.expectSoundPage()
  })

  step('connects email to a mail server and checks the connection', async () => {
    await walk.visitSource('Connections')
    await walk.expectSoundPage()
    // The padding is missing if the rules of the components are not in their order.
    expect(await page.evaluate(`getComputedStyle(document.querySelector('[role=tab]')).paddingLeft`)).not.toBe('0px')
    await page.getByRole('link', { name: 'Connect: Email' }).click()
    await page.getByLabel(/^host/i).fill('127.0.0.1')
    await page.getByLabel(/^port/i).fill(String(walk.mail.port))
    await page.getByLabel(/^user/i).fill('user')
    await page.getByLabel(/^password/i).fill('secret')
    await page.getByLabel(/^from/i).fill('Shop <hello@shop.example>')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('No problems found').waitFor()
    expect(await page.locator('main').innerHTML()).not.toMatch(/\bsecret\b/)
    await walk.expectSoundPage()
  })

  step('creates a template with a live preview', async () => {
    await walk.visit('Templates')
    await walk.expectSoundPage()
    await page.getByRole('button', { name: 'Create template' }).first().click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Order shipped')
    await page.getByRole('dialog').getByRole('button', { name: 'Create template' }).click()
    await heading(page, 'Order shipped').waitFor()
    await page.getByRole('textbox', { name: 'Subject' }).first().fill('Your order {{order}}')
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello {{name}}, order {{order}} left today.')
    await walk.waitForEmailText('Hello Ada, order {{order}} left today.')
    await walk.expectSoundPage()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published as version 1').waitFor()
  })

  step('sends the template to the test inbox', async () => {
    await page.getByLabel('order', { exact: true }).fill('A-1')
    await page.getByRole('button', { name: 'Send test' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send test' }).click()
    await dialog.getByText('Test message accepted').waitFor()
    await walk.expectSoundPage()
    await dialog.getByRole('link', { name: 'View in test inbox' }).click()
    await heading(page, 'Test inbox').waitFor()
    await walk.waitForEmailText('Hello Ada, order A-1 left today.')
    await walk.expectSoundPage()
  })

  step('sends with a new test key and presses a button in the test inbox', async () => {
    keys.test = await walk.createKey('Test')
    await walk.send(keys.test, 'B-2', [{ slug: 'track', label: 'Track it', callback_url: `${walk.app.url}/pressed` }])
    await walk.visit('Test inbox')
    await page.getByRole('list', { name: 'Test messages' }).getByRole('link', { name: /B-2/ }).click()
    const button = page.frameLocator('iframe >> nth=0').getByRole('link', { name: 'Track it' })
    const [tab] = await Promise.all([page.context().waitForEvent('page'), button.first().click()])
    await tab.getByRole('heading').first().waitFor()
    await tab.close()
    const callback = await walk.test.until(async () => walk.app.received.find(({ path }) => path === '/pressed'))
    expect(JSON.parse(callback.text)).toMatchObject({ action: 'track' })
  })

  step('sends a live message, which appears in the delivery list and reaches the mail server', async () => {
    keys.live = await walk.createKey('Live')
    await walk.visit('Deliveries')
    await page.getByText('No deliveries yet').waitFor()
    await walk.send(keys.live, 'C-3')
    // The list is a table on the desktop, and a list of cards on a phone.
    const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: 'Grace Hopper' })
    await row.getByText('Sent', { exact: true }).waitFor()
    await walk.expectSoundPage()
    const letter = await parseMail(walk.mail.received[0]!)
    expect([letter.subject, walk.mail.received[0]!.to]).toEqual(['Your order C-3', ['grace@navy.example']])
    expect(letter.text).toContain('Hello Grace, order C-3 left today.')
    await row.getByRole('link').first().click()
    await page.getByText('accepted by the provider').waitFor()
    await walk.expectSoundPage()
  })

  step('adds an endpoint, which receives a signed test event', async () => {
    await walk.visit('Webhooks')
    await page.getByText('No endpoints yet').waitFor()
    await page.getByRole('button', { name: 'Add endpoint' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Endpoint URL' }).fill(`${walk.app.url}/events`)
    await walk.expectSoundPage()
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    const secret = await dialog.getByText(/^whsec_/).innerText()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await heading(page, `${walk.app.url}/events`).waitFor()
    await walk.sendTestEvent()
    const events = walk.app.received.filter(({ path }) => path === '/events')
    expect(events.map((request) => verifyEvent(request, secret).name)).toEqual(['delivery.sent'])
    await walk.expectSoundPage()
  })

  step('shows the endpoint disabled after ten failures, and reactivates it', async () => {
    walk.app.reply(() => ({ status: 500, text: 'out of order' }))
    for (let n = 0; n < 10; n++) await walk.send(keys.test, `D-${n}`)
    await page.getByText('This endpoint is disabled').waitFor()
    await walk.expectSoundPage()
    walk.app.reply(() => ({ status: 200 }))
    await page.getByRole('button', { name: 'Reactivate' }).click()
    await page.getByText('This endpoint is disabled').waitFor({ state: 'detached' })
    await walk.sendTestEvent()
  })

  step('revokes a key, and the next request with it is refused', async () => {
    await walk.visitSource('Keys')
    const hint = `…${keys.live.slice(-4)}`
    await page.getByRole('button', { name: `Revoke ${hint}` }).click()
    const question = page.getByRole('dialog', { name: `Revoke the key ${hint}?` })
    await question.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Key revoked').waitFor()
    await walk.expectSoundPage()
    const refused = await walk.test.send(keys.live, { recipient: { name: 'Bo' }, template: 'order-shipped' })
    expect(refused.status).toBe(403)
    expect(walk.mail.received).toHaveLength(1)
  })

  step(`imports ${rows.toLocaleString('en')} recipients from a file and shows the progress`, async () => {
    await walk.visit('Recipients')
    await walk.expectSoundPage()
    await page.getByRole('button', { name: 'Import and export' }).click()
    await page.getByRole('menuitem', { name: 'Import a CSV file' }).click()
    await heading(page, 'Import recipients').waitFor()
    const people = Array.from({ length: rows }, (_, n) => `Person ${n},person${n}@x.example,imported`)
    const buffer = Buffer.from(['name,email,tags', ...people].join('\n'))
    await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('progressbar').waitFor()
    await page.getByText(`${rows.toLocaleString('en')} of ${rows.toLocaleString('en')} rows`).waitFor()
    await page.getByText('Completed', { exact: true }).first().waitFor()
    await walk.expectSoundPage()
    await walk.visit('Recipients')
    await page.getByRole('link', { name: `Person ${rows - 1}` }).waitFor()
  })

  step('invites a viewer, who can see everything and change nothing', async () => {
    await walk.visit('Members')
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('vi@shop.example')
    await dialog.getByText('Viewer', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const link = await dialog.getByText(/\/invitation\?token=/).innerText()
    await walk.expectSoundPage()
    await dialog.getByRole('button', { name: 'Done' }).click()

    const viewer = await startedBrowser().open({ ...display })
    await viewer.page.goto(link)
    await viewer.page.getByLabel('Your name').fill('Vi')
    await viewer.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await viewer.page.getByRole('button', { name: 'Accept invitation' }).click()
    await heading(viewer.page, 'Overview').waitFor()
    await viewer.page.goto(viewer.page.url().replace(/(\/w\/\d+).*/, '$1/sources'))
    await heading(viewer.page, 'Sources').waitFor()
    await walk.expectSoundPage(viewer)
    expect(await viewer.page.getByRole('button', { name: 'Create source' }).count()).toBe(0)
    const refused = await viewer.page.evaluate(`fetch('/v1/manage' + location.pathname.replace('/w/', '/workspaces/'), {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Mine"}' }).then((answer) => answer.status)`)
    expect(refused).toBe(403)
    expect(viewer.faults).toEqual([])
    await viewer.page.context().close()
  })

  step('opens all other pages without a violation of the content security policy', async () => {
    for (const name of ['Overview', 'Conversations', 'Automations', 'Plan and credits', 'Members', 'Audit log']) {
      await walk.visit(name)
      await walk.expectSoundPage()
    }
    await page
      .getByText(/vi@shop\.example/)
      .filter({ visible: true })
      .first()
      .waitFor()
    expect(walk.opened.faults).toEqual([])
  })
}
